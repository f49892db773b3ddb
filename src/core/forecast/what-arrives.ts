import type { PullRequestFacts } from './facts.ts';

/** What pull requests arrive as. */
export interface Arrival {
  readonly asTheyAre: number;
  readonly changed: readonly { readonly count: number; readonly why: Change }[];
}

export type Change = 'open-from-fork' | 'superseded' | 'head-perhaps-gone';

/** @returns `null` for an estimate, which tells nothing of it */
export function whatArrives(facts: PullRequestFacts): Arrival | null {
  if (facts.states === null) return null;
  const changes: readonly { count: number; why: Change }[] = [
    { count: facts.openFromForks, why: 'open-from-fork' },
    { count: facts.states.superseded, why: 'superseded' },
    { count: facts.headsPerhapsGone, why: 'head-perhaps-gone' },
  ];
  const changed = changes.filter(({ count }) => count > 0);
  const sum = changed.reduce((all, { count }) => all + count, 0);
  return { asTheyAre: Math.max(0, facts.total - sum), changed };
}
