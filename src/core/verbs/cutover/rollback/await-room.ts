import { createSemaphore } from '../../../kernel/async/semaphore.ts';
import { interrupted } from '../../../kernel/errors.ts';
import type { BudgetView } from '../../../network/budgets.ts';
import type { MigrationServices } from '../../../replica/context/migration-context.ts';
import { tightestBudget } from '../run/expect-cutover.ts';
import type { ExpectedRequests } from './expect-rollback.ts';

/** Lets a repository begin, and is called once when it has ended. */
type Leave = () => void;

const second = 1000;
const minute = 60 * second;
/** Every hourly limit has started over by then. If others have used it up again, the repository begins anyway. */
const longestWait = 61 * minute;

/**
 * Holds a repository back until both hosts allow all that its rollback sends, with what those in progress may still send. So a
 * limit delays the first write, and never stands between archiving on one host and unlocking on the other.
 */
export function createRoomGate(options: {
  readonly services: Pick<MigrationServices, 'clock' | 'waitingClock' | 'reportWait'>;
  readonly expected: readonly Pick<ExpectedRequests, 'hostname' | 'each'>[];
  readonly budgets: () => Promise<readonly BudgetView[]>;
}): (signal: AbortSignal) => Promise<Leave> {
  const { services, expected, budgets } = options;
  const { clock, waitingClock, reportWait } = services;
  const turns = createSemaphore(1);
  let inProgress = 0;

  async function waitForRoom(signal: AbortSignal): Promise<void> {
    const end = clock.now() + longestWait;
    for (;;) {
      const short = findShort(await budgets(), { expected, many: inProgress + 1 });
      const now = clock.now();
      if (short === null || now >= end) return;
      const soonest = Math.max(short.resetAt ?? 0, now + second);
      const until = Math.min(soonest, now + minute, end);
      const { host } = short;
      reportWait({
        until,
        host,
        reason: 'waiting until there are enough requests left to archive and unlock',
      });
      await waitingClock.sleep(until - now, signal).catch((cause: unknown) => {
        throw interrupted({ cause });
      });
    }
  }

  return async (signal) => {
    const next = await turns.enter(signal);
    try {
      await waitForRoom(signal);
      inProgress += 1;
      return () => {
        inProgress -= 1;
      };
    } finally {
      next();
    }
  };
}

/** A host that allows too little for so many repositories; `null`: both allow it. Pure. */
export function findShort(
  budgets: readonly BudgetView[],
  needs: {
    readonly expected: readonly Pick<ExpectedRequests, 'hostname' | 'each'>[];
    readonly many: number;
  },
): { readonly host: string; readonly resetAt: number | null } | null {
  for (const { hostname: host, each } of needs.expected) {
    const budget = tightestBudget(budgets, host);
    if (budget === null) continue;
    // More than the host ever allows at once is not waited for.
    if (budget.left >= Math.min(budget.limit, each * needs.many)) continue;
    const resets = budgets.flatMap((one) =>
      one.host === host && one.resetAt !== null ? [one.resetAt] : [],
    );
    return { host, resetAt: resets.length === 0 ? null : Math.min(...resets) };
  }
  return null;
}
