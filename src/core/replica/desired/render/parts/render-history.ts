import { assertNever } from '../../../../kernel/errors.ts';
import type { SourceActivity } from '../../../../ports/records/pull-request.ts';
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
  const items = activity.map((entry, index) => ({
    markdown: `- ${words.time(entry.at)} · ${describe(words, entry, titleBefore(activity, index))}`,
    continued: `${nameOf(words, entry.by)} · ${words.time(entry.at)} · continued`,
  }));
  const summary = `History on Bitbucket: ${counted(activity.length, 'event')}`;
  const wrap = (part: string) => details(summary, part);
  return groupShort(items).map((block) => ({ ...block, wrap }));
}

function describe(words: RenderWords, entry: SourceActivity, titleBefore: string | null): string {
  const who = nameOf(words, entry.by);
  switch (entry.kind) {
    case 'state': {
      const said = oneLine(entry.reason);
      const reason = said === '' ? '' : `: ${words.plainText(said)}`;
      return `${who} set the state to ${entry.state}${reason}`;
    }
    case 'approved':
      return `${who} approved`;
    case 'changes-requested':
      return `${who} requested changes`;
    case 'verdict-withdrawn':
      return `${who} withdrew it`;
    case 'updated': {
      const commit = entry.sourceCommit === null ? '' : ` to ${words.commit(entry.sourceCommit)}`;
      const isRenamed = entry.title !== null && titleBefore !== null && entry.title !== titleBefore;
      const title = isRenamed
        ? `, titled ${words.plainText(shorten(oneLine(entry.title ?? ''), 500))}`
        : '';
      return `${who} updated it${commit}${title}`;
    }
    default:
      return assertNever(entry);
  }
}

/** Every update has a title; one that changed nothing is not worth repeating. */
function titleBefore(activity: readonly SourceActivity[], index: number): string | null {
  for (let before = index - 1; before >= 0; before -= 1) {
    const entry = activity[before];
    if (entry?.kind === 'updated' && entry.title !== null) return entry.title;
  }
  return null;
}
