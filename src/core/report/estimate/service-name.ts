import type { BudgetView } from '../../network/budgets.ts';

const names: Readonly<Record<string, string>> = {
  'api.github.com': 'GitHub',
  'github.com': 'GitHub',
  'api.bitbucket.org': 'Bitbucket',
  'bitbucket.org': 'Bitbucket',
};

/** Names a host for people: by its service where that is known, else by its own name. Pure. */
export function serviceName(
  host: string,
  budgets: readonly Pick<BudgetView, 'host' | 'service'>[],
): string {
  return budgets.find((one) => one.host === host)?.service ?? names[host] ?? host;
}
