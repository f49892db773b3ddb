import type { LineLocation } from '../../../ports/pull-request-target.ts';
import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { SourceComment, SourcePullRequest } from '../../../ports/records/pull-request.ts';
import { commentKey, conversationKey } from '../../model/keys.ts';
import type { ConversationLocation, Placement } from '../../model/placement.ts';
import { createdIds } from '../../recorded/pull-requests/created-ids.ts';
import { keyOf, readWritten } from '../../recorded/pull-requests/written-record.ts';
import { noLine } from './locate-comments.ts';

/** Where comments stand on the diff of the target, by their keys: in the words of `locationText`. Pure. */
export function writtenLocations(rows: readonly CreatedObject[]): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const row of rows) {
    const place = readWritten(row)?.place ?? null;
    const kind = createdIds.parse(row.targetId ?? '')?.kind;
    if (place !== null && kind === 'review-comment') places.set(keyOf(row), place);
  }
  return places;
}

/** Where the first part of a conversation stands that was written as a whole; `null`: it was not. Pure. */
export function writtenConversation(
  rows: readonly CreatedObject[],
  pullRequest: Pick<SourcePullRequest, 'number'>,
): ConversationLocation | null {
  const keys = new Set(rows.flatMap((row) => (row.targetId === null ? [] : [keyOf(row)])));
  if (keys.has(conversationKey(pullRequest, 1))) return 'comment';
  return keys.has(conversationKey(pullRequest, 2)) ? 'review' : null;
}

/**
 * The target moves no comment: a thread that stands on the diff stays there, with its replies and its state, whatever the
 * diff has become. Pure.
 * @param options.roots first comments of threads
 */
export function keepLocations(
  placements: ReadonlyMap<string, Placement>,
  options: {
    readonly pullRequest: SourcePullRequest;
    readonly roots: readonly SourceComment[];
    readonly places: ReadonlyMap<string, string>;
    readonly head: string;
  },
): ReadonlyMap<string, Placement> {
  const { pullRequest, roots, places, head } = options;
  const kept = new Map(placements);
  for (const root of roots) {
    const text = places.get(commentKey(pullRequest, root));
    const computed = placements.get(root.id);
    if (text === undefined || computed === undefined) continue;
    const line = text === root.inline?.path ? null : lineOf(text);
    const why = computed.kind === 'file' ? computed.why : noLine;
    kept.set(
      root.id,
      line === null
        ? { kind: 'file', commit: head, place: { path: text }, why }
        : { kind: 'line', commit: head, place: line },
    );
  }
  return kept;
}

/** `src/a.ts RIGHT 3-5`; `null` for what names a file alone. */
function lineOf(text: string): LineLocation | null {
  const found = /^(.*) (LEFT|RIGHT) (?:(\d+)-)?(\d+)$/s.exec(text);
  if (found === null) return null;
  const [, path = '', side, first, last] = found;
  const startLine = first === undefined ? null : Number(first);
  const at = side === 'LEFT' ? 'LEFT' : 'RIGHT';
  return {
    path,
    line: Number(last),
    side: at,
    startLine,
    startSide: startLine === null ? null : at,
  };
}
