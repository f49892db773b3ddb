import type { BudgetView } from '../../network/budgets.ts';
import type { RunState } from '../run/run-state.ts';
import type { WriteLimit } from './play-out.ts';

const hour = 3_600_000;
/** Written units below which it is not known what one takes of a limit. */
const leastWritten = 10;

/**
 * The hourly limit that lets the fewest writes through, in units of writing; `null` where none is known.
 * @param options.written units that this run has written
 * @param options.isRequests a unit is a content-creating request
 */
export function writeLimit(
  run: RunState,
  { written, isRequests, now }: { written: number; isRequests: boolean; now: number },
): WriteLimit | null {
  if (written < leastWritten || run.startedAt === null) return null;
  const limits = run.budgets.flatMap((budget) => {
    const isSame = isRequests && budget.name.startsWith('content-creating');
    const each = isSame ? 1 : usedByRun(run, budget, now) / written;
    if (each <= 0) return [];
    const resetIn = budget.resetAt === null ? hour : Math.max(0, budget.resetAt - now);
    const room = Math.max(0, budget.limit - budget.used) / each;
    return [{ room, resetIn, perHour: budget.limit / each }];
  });
  return limits.reduce<WriteLimit | null>(
    (tightest, one) => (tightest === null || one.perHour < tightest.perHour ? one : tightest),
    null,
  );
}

/** Of a limit, what all that this run has written has taken. */
function usedByRun(run: RunState, budget: BudgetView, now: number): number {
  const first = run.firstBudgets.find(
    ({ host, name }) => host === budget.host && name === budget.name,
  );
  const hours = (now - (run.startedAt ?? now)) / hour;
  // A longer run has used the limit up several times.
  return hours <= 1 ? budget.used - (first?.used ?? 0) : budget.used * hours;
}
