import type { Clock } from '../kernel/clock.ts';
import type { RateLimits } from './rate-limit/limits.ts';
import type { RateLimitStore } from './rate-limit/rate-limit-store.ts';
import { type BudgetView, viewBudgets } from './rate-limit/view-budgets.ts';

export type { BudgetView } from './rate-limit/view-budgets.ts';

interface Budget {
  readonly key: string;
  readonly host: string;
  readonly limits: RateLimits;
  /** The budget of the account that the credential belongs to, once that is known. */
  readonly account?: string;
}

/** The budgets of this process's clients. */
export interface BudgetBoard {
  add(budget: Budget): void;
  /** Of hosts with recent requests. */
  read(): Promise<readonly BudgetView[]>;
}

export function createBudgetBoard(options: {
  store: RateLimitStore;
  clock: Pick<Clock, 'now'>;
}): BudgetBoard {
  const { store, clock } = options;
  const budgets = new Map<string, Budget>();
  return {
    add(budget) {
      budgets.set(budget.key, budget);
    },
    async read() {
      const views: BudgetView[] = [];
      // Several credentials of one account share its budget.
      const distinct = new Map([...budgets.values()].map((one) => [one.account ?? one.key, one]));
      for (const { key, host, limits } of distinct.values()) {
        // The same state means no change.
        const state = await store.update(key, (now) => ({ state: now, result: now }));
        const found = viewBudgets(host, limits, state, clock.now());
        views.push(...found);
      }
      const isUsed = (host: string) => views.some((one) => one.host === host && one.used > 0);
      return addUp(views.filter(({ host }) => isUsed(host)));
    },
  };
}

/** One limit of all credentials of a host. Pure. */
function addUp(views: readonly BudgetView[]): readonly BudgetView[] {
  const sums = new Map<string, BudgetView>();
  for (const view of views) {
    const key = `${view.host} ${view.name}`;
    const sum = sums.get(key);
    sums.set(key, sum === undefined ? view : plus(sum, view));
  }
  return [...sums.values()];
}

function plus(sum: BudgetView, view: BudgetView): BudgetView {
  const resets = [sum.resetAt, view.resetAt].filter((at) => at !== null);
  return {
    ...sum,
    used: sum.used + view.used,
    limit: sum.limit + view.limit,
    // When some of it comes back first.
    resetAt: resets.length === 0 ? null : Math.min(...resets),
    credentials: (sum.credentials ?? 1) + (view.credentials ?? 1),
  };
}
