import { quoteBoth } from '../../../../kernel/format/quote-both.ts';
import type { PullRequestRecord } from '../../../recorded/pull-requests/pull-request-record.ts';
import { textDigest } from '../../../recorded/pull-requests/written-record.ts';
import type { PullRequestField } from './field.ts';

export const title: PullRequestField = {
  desired: ({ writes }) => textDigest(writes.title),
  // A run that was broken off may have sent its edit, or not.
  recorded: ({ title: digest, retitling }) => (retitling === '' ? digest || null : null),
  actual: (onTarget) => textDigest(onTarget.title),
  differs: ({ record, onTarget }) =>
    record.title !== '' && ![record.title, record.retitling].includes(textDigest(onTarget.title)),
  describe: ({ record, onTarget }) => ({
    message: titleMessage(record, onTarget.title),
    // The description is set back with it.
    adviceWithoutMap:
      'its description would lose names from a lost user map. By hand: change the title back on its page.',
  }),
  opens: ({ writes }) => ({ title: writes.title }),
  change: ({ writes }) => ({ title: writes.title }),
  note: ({ writes }) => ({
    title: textDigest(writes.title),
    titleText: writes.title,
    retitling: '',
  }),
  sync: {
    onlyWhenOpen: false,
    isOurs: (record, now) => now === record.title || now === record.retitling,
    intend: ({ prepared, onTarget }) => ({
      title: textDigest(onTarget.title),
      titleText: onTarget.title,
      retitling: textDigest(prepared.writes.title),
    }),
    foreign: () => 'its title was changed on GitHub',
  },
  repair: 'texts',
};

/** Earlier versions have not kept the title itself. */
function titleMessage(
  { title: digest, titleText: before }: Pick<PullRequestRecord, 'title' | 'titleText'>,
  now: string,
): string {
  if (textDigest(before) !== digest) return `has a different title: ${now}`;
  const [is, was] = quoteBoth(now, before);
  return `has the title ${is}; it was ${was}`;
}

/** A sync changes it together with the comments that continue it (texts/). */
export const description: PullRequestField = {
  desired: ({ writes }) => textDigest(writes.body),
  recorded: (record) => record.body || null,
  actual: (onTarget) => textDigest(onTarget.body),
  // A run that was broken off may have sent its edit, or not.
  differs: ({ record, onTarget }) =>
    record.body !== '' && ![record.body, record.rewriting].includes(textDigest(onTarget.body)),
  describe: ({ beside }) => ({
    message: beside.hasMarker
      ? 'has a different description'
      : "has a different description, without migrator's marker",
  }),
  opens: ({ writes }) => ({ body: writes.body }),
  change: ({ writes }) => ({ body: writes.body }),
  note: ({ writes }) => ({ body: textDigest(writes.body), rewriting: '' }),
  repair: 'texts',
};
