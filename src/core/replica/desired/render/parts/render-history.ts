import { assertNever } from '../../../../kernel/errors.ts';
import type { PullRequestState, SourceActivity } from '../../../../ports/records/pull-request.ts';
import type { RenderWords } from '../input/rendering.ts';
import { counted, details, nameOf, oneLine, shorten } from './markdown-pieces.ts';
import { type Block, groupShort } from './pack-blocks.ts';

/**
 * Approvals, requests for changes, updates and changes of state, collapsed. Nothing where the state alone changed: the
 * header says that.
 */
export function renderHistory(
  words: RenderWords,
  activity: readonly SourceActivity[],
): readonly Block[] {
  if (activity.every(({ kind }) => kind === 'state')) return [];
  const items = activity.map((entry) => ({
    markdown: `- ${words.time(entry.at)} · ${describe(words, entry)}`,
    continued: `${nameOf(words, entry.by)} · ${words.time(entry.at)} · continued`,
  }));
  const summary = `History on Bitbucket: ${counted(activity.length, 'event')}`;
  const wrap = (part: string) => details(summary, part);
  return groupShort(items).map((block) => ({ ...block, wrap }));
}

const stateVerbs: Readonly<Record<PullRequestState, string>> = {
  open: 'opened',
  merged: 'merged',
  declined: 'declined',
  superseded: 'superseded',
};

function describe(words: RenderWords, entry: SourceActivity): string {
  const who = nameOf(words, entry.by);
  switch (entry.kind) {
    case 'state': {
      const said = oneLine(entry.reason);
      const reason = said === '' ? '' : `: ${words.plainText(said)}`;
      return `${who} ${stateVerbs[entry.state]} it${reason}`;
    }
    case 'approved':
      return `${who} approved`;
    case 'changes-requested':
      return `${who} requested changes`;
    case 'verdict-withdrawn':
      return `${who} withdrew the review`;
    case 'updated': {
      const commit = entry.sourceCommit === null ? '' : ` to ${words.commit(entry.sourceCommit)}`;
      return `${who} updated it${commit}`;
    }
    case 'renamed': {
      const [from, to] = [entry.from, entry.to].map((one) =>
        words.plainText(shorten(oneLine(one), 500)),
      );
      return `${who} changed the title from “${from}” to “${to}”`;
    }
    default:
      return assertNever(entry);
  }
}
