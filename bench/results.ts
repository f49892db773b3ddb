import type { Discovery } from './discover.ts';
import { amountMissesBound, type Figure, missesBound } from './figures.ts';
import type { Limits } from './limits.ts';
import type { Machine } from './machine.ts';
import type { PullRequestFigures } from './pull-requests/measure.ts';
import { exceededRequests } from './pull-requests/request-line.ts';

export interface Results {
  readonly migrating: readonly Figure[];
  readonly startUp: readonly Figure[];
  readonly discovery: Discovery;
  readonly pullRequests: PullRequestFigures;
  readonly limits: Limits;
}

export interface Bench extends Results {
  readonly machine: Machine;
  readonly date: Date;
}

/** The names of all figures that miss their bounds. */
export function missed({ migrating, startUp, discovery, pullRequests, limits }: Results): string[] {
  const figures = [...migrating, ...startUp, ...discovery.figures, ...limits.figures];
  const amounts = [...discovery.amounts, ...pullRequests.amounts, ...limits.amounts];
  const names = [...figures.filter(missesBound), ...amounts.filter(amountMissesBound)].map(
    ({ name }) => name,
  );
  return [...names, ...pullRequests.requests.flatMap(exceededRequests)];
}
