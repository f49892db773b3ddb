import type { Person } from '../../../ports/records/person.ts';
import type { PullRequestState, SourceActivity } from '../../../ports/records/pull-request.ts';
import { notUnderstoodRow, type RowKind } from '../../shared/rows.ts';
import type { ActivityRow } from './activity-schema.ts';

/** Returns what has happened, oldest first; comments, and what the host did by itself, are left out. */
export function toSourceActivity(
  rows: readonly ActivityRow[],
  kind: RowKind,
): readonly SourceActivity[] {
  const dated = rows.flatMap((row, index) => {
    if (!known.has(row.action.toUpperCase())) return [];
    const at = row.createdDate;
    if (at === null)
      throw notUnderstoodRow(row, { kind, position: index + 1, wrong: ['createdDate'] });
    return toEntry(row, at);
  });
  return dated.reverse().toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

const states = new Map<string, PullRequestState>([
  ['MERGED', 'merged'],
  ['DECLINED', 'declined'],
  ['REOPENED', 'open'],
]);

const verdicts = new Map<string, 'approved' | 'changes-requested' | 'verdict-withdrawn'>([
  ['APPROVED', 'approved'],
  ['REVIEWED', 'changes-requested'],
  ['UNAPPROVED', 'verdict-withdrawn'],
]);

const known = new Set([...states.keys(), ...verdicts.keys(), 'RESCOPED']);

function toEntry(row: ActivityRow, at: string): SourceActivity[] {
  const { user: by } = row;
  const action = row.action.toUpperCase();
  const kind = verdicts.get(action);
  if (kind !== undefined) return [{ kind, by, at }];
  const state = states.get(action);
  return state === undefined ? rescoped(row, at) : [{ kind: 'state', state, by, at, reason: '' }];
}

/** That the destination has moved on is reported in the same way, and is no change of the pull request. */
function rescoped(
  { user: by, fromHash: sourceCommit, previousFromHash: previousCommit }: ActivityRow,
  at: string,
): SourceActivity[] {
  if (sourceCommit === null || sourceCommit === previousCommit) return [];
  return [{ kind: 'updated', by, at, sourceCommit, previousCommit }];
}

/** Who has closed it last, and by which commit. `null` where nobody has. */
export function closingOf(
  rows: readonly ActivityRow[],
): { readonly by: Person | null; readonly mergeCommit: string | null } | null {
  const closing = rows
    .filter(({ action }) => /^(MERGED|DECLINED)$/i.test(action))
    .toSorted((a, b) => Date.parse(b.createdDate ?? '') - Date.parse(a.createdDate ?? ''));
  const [newest] = closing;
  return newest === undefined ? null : { by: newest.user, mergeCommit: newest.commit };
}
