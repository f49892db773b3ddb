import { countOf, statusOf } from '../../core/report/phase-rows.ts';
import { lockingText, stayLocked } from '../../core/verbs/cutover/halfway.ts';
import type { PhasesState } from './phases-state.ts';

/** How long nobody has been able to push: from the first lock until GitHub was open. Pure. */
export function lockedTime({ lockedSince, rows, now }: PhasesState): number | null {
  if (lockedSince === null) return null;
  const open = rows.find(({ id }) => id === 'open');
  const until = open?.hasFailed === false ? open.endedAt : null;
  return Math.max(0, (until ?? now) - lockedSince);
}

/** Says how many repositories are locked, as their row counts them, and how many are being locked; `null`: none. Pure. */
export function lockedText({ lockedSince, rows }: PhasesState): string | null {
  const row = rows.find(({ id }) => id === 'lock');
  if (lockedSince === null || row?.total == null) return null;
  const locking = row.inside.size;
  return locking === 0
    ? stayLocked(countOf(row), row.total)
    : lockingText(countOf(row), locking, row.total);
}

/** Tells whether the command waits for an answer before it locks more: its question says how many are locked. Pure. */
export function holdsWork({ asking, rows, result }: PhasesState): boolean {
  if (asking === null || result !== null) return false;
  const row = rows.find(({ id }) => id === 'lock');
  return row !== undefined && statusOf(row) !== 'done';
}
