import type { CreatedResult } from '../../../ports/state/repository-writer.ts';
import type { ExpectedImport, ExpectedItem } from '../../recorded/imports/expected-import.ts';
import { createdIds } from '../../recorded/pull-requests/created-ids.ts';
import {
  type ImportLoss,
  type PullRequestRecord,
  recordWith,
  toRecordText,
} from '../../recorded/pull-requests/pull-request-record.ts';
import { toWrittenRecord } from '../../recorded/pull-requests/written-record.ts';
import { type ImportedItem, isElsewhere, type MatchedItems } from './match-items.ts';

type ImportedRow = { readonly sourceId: string } & CreatedResult;

/** Rows of the state for one imported pull request: the same as those of one that was written. */
export interface ImportedRows {
  readonly pullRequest: ImportedRow;
  /** Its reviews and comments. */
  readonly writes: readonly ImportedRow[];
}

/** Pure. */
export function importedRows(options: {
  readonly number: number;
  readonly url: string;
  readonly expected: ExpectedImport;
  readonly matched: MatchedItems;
  readonly losses: readonly ImportLoss[];
  /** On the target. */
  readonly isDraft: boolean;
}): ImportedRows {
  const { number, url, expected, matched, losses, isDraft } = options;
  const writes = expected.items.flatMap((item): ImportedRow[] => {
    const found = matched.found.get(item.key);
    if (found === undefined) return [];
    return [{ sourceId: `${number}/${item.key}`, ...rowOf(item, found) }];
  });
  const data = toRecordText({
    ...recordOf(expected, matched, losses),
    isDraft: expected.outcome === 'open' ? isDraft : null,
  });
  const pullRequest = { sourceId: `${number}`, targetId: `${number}`, targetUrl: url, data };
  return { pullRequest, writes };
}

function rowOf(item: ExpectedItem, found: ImportedItem): CreatedResult {
  const { kind, digest, place } = item;
  // Where it is now is a loss, once.
  const isMoved = kind !== found.kind || isElsewhere(item, found);
  const data = toWrittenRecord({ digest, place: isMoved ? null : place });
  return { targetId: idOf[found.kind](found.id), targetUrl: found.url, data };
}

const idOf = {
  review: createdIds.review,
  'review-comment': createdIds.reviewComment,
  comment: createdIds.comment,
} as const;

function recordOf(
  expected: ExpectedImport,
  { found }: MatchedItems,
  losses: readonly ImportLoss[],
): PullRequestRecord {
  const { outcome, title, body, head, headBranch, base, changes, items, asRead } = expected;
  const resolved = items.filter(
    ({ key, isResolved }) => isResolved && found.get(key)?.kind === 'review-comment',
  );
  return recordWith({
    isDone: true,
    ...asRead,
    state: asRead.state ?? (outcome === 'closed' ? 'declined' : outcome),
    ...{ changes: [...changes], losses: [...losses], leftImages: [] },
    comments: items.filter(({ kind }) => kind !== 'review').length,
    ...{ title, body, head, headBranch, base, outcome },
    resolved: resolved.map(({ key }) => key),
  });
}
