import { textDigest } from '../../../recorded/pull-requests/written-record.ts';
import type { PullRequestField } from './field.ts';

export const title: PullRequestField = {
  desired: ({ writes }) => textDigest(writes.title),
  // A run that was broken off may have sent its edit, or not.
  recorded: ({ title: digest, retitling }) => (retitling === '' ? digest || null : null),
  actual: (onTarget) => textDigest(onTarget.title),
  differs: ({ record, onTarget }) =>
    record.title !== '' && ![record.title, record.retitling].includes(textDigest(onTarget.title)),
  describe: ({ onTarget }) => ({
    message: `has a different title: ${onTarget.title}`,
    // The description is set back with it.
    adviceWithoutMap:
      'its description would lose names from a user map that is no longer known. By hand: change the title back on its page.',
  }),
  opens: ({ writes }) => ({ title: writes.title }),
  change: ({ writes }) => ({ title: writes.title }),
  note: ({ writes }) => ({ title: textDigest(writes.title), retitling: '' }),
  sync: {
    onlyWhenOpen: false,
    isOurs: (record, now) => now === record.title || now === record.retitling,
    intend: ({ prepared, onTarget }) => ({
      title: textDigest(onTarget.title),
      retitling: textDigest(prepared.writes.title),
    }),
    foreign: () => 'its title was changed on GitHub',
  },
  repair: 'texts',
};

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
