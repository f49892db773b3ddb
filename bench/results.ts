import type { Discovery } from './discover.ts';
import { exceedsBound, type Figure, missesBound } from './figures.ts';
import type { Machine } from './machine.ts';

export interface Results {
  readonly migrating: readonly Figure[];
  readonly startUp: readonly Figure[];
  readonly discovery: Discovery;
}

export interface Bench extends Results {
  readonly machine: Machine;
  readonly date: Date;
}

/** The names of all figures that miss their bounds. */
export function missed({ migrating, startUp, discovery }: Results): string[] {
  const figures = [...migrating, ...startUp, ...discovery.figures].filter(missesBound);
  return [...figures, ...discovery.amounts.filter(exceedsBound)].map(({ name }) => name);
}
