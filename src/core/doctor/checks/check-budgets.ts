import { count } from '../../kernel/format/format.ts';
import type { BudgetView } from '../../network/budgets.ts';
import { type Finding, pass, warn } from '../finding.ts';

/** What is left of the source's requests, as far as its answers and the notes of earlier runs tell. Pure. */
export function budgetFindings(
  budgets: readonly BudgetView[],
  { hostname, now }: { hostname: string; now: number },
): readonly Finding[] {
  return budgets
    .filter(({ host, name }) => host === hostname && name === 'requests an hour')
    .map(({ used, limit, resetAt }) => {
      const left = Math.max(0, limit - used);
      const message = `${left} of ${limit} requests an hour are left at ${hostname}`;
      if (left > limit / 10) return pass('source-budget', message);
      const minutes = Math.max(1, Math.ceil(((resetAt ?? now) - now) / 60_000));
      return warn(
        'source-budget',
        message,
        `Wait about ${count(minutes, 'minute')}; a migration would wait by itself.`,
      );
    });
}
