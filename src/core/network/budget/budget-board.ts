import type { Clock } from '../../kernel/clock.ts';
import type { RateLimits } from '../rate-limit/limits.ts';
import type { RateLimitStore } from '../rate-limit/rate-limit-store.ts';
import { type BudgetView, viewBudgets } from './budget-view.ts';

interface Budget {
  readonly key: string;
  readonly host: string;
  readonly limits: RateLimits;
}

/** The budgets that the clients of this process keep to, to be looked at. */
export interface BudgetBoard {
  add(budget: Budget): void;
  /** Of the hosts from which something has been asked lately. */
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
      for (const { key, host, limits } of budgets.values()) {
        // Giving back the same state changes nothing.
        const state = await store.update(key, (now) => ({ state: now, result: now }));
        const found = viewBudgets(host, limits, state, clock.now());
        if (found.some(({ used }) => used > 0)) views.push(...found);
      }
      return views;
    },
  };
}
