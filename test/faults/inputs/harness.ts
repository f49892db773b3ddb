import fc from 'fast-check';
import type { AnyFamily, Family, Trial } from './family.ts';

export interface Finding {
  readonly family: string;
  /** Which case of the family, counted from 0: the seed and this give it again. */
  readonly index: number;
  readonly complaints: readonly string[];
  readonly text: string;
}

export interface Tally {
  readonly family: string;
  readonly cases: number;
  readonly findings: readonly Finding[];
  readonly milliseconds: number;
  readonly slowest: number;
}

export function sealed<Case>(family: Family<Case>): AnyFamily {
  return {
    name: family.name,
    share: family.share,
    sample: (count, seed) =>
      fc.sample(family.cases, { numRuns: count, seed }).map(
        (one): Trial => ({
          text: family.describe?.(one) ?? fc.stringify(one),
          run: () => family.run(one),
        }),
      ),
  };
}

/** How many cases each family gets: at least one. */
export function divide(families: readonly AnyFamily[], cases: number): readonly number[] {
  const all = families.reduce((sum, { share }) => sum + share, 0);
  const counts = families.map(({ share }) => Math.max(1, Math.round((cases * share) / all)));
  const rest = cases - counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count, index) => (index === 0 ? Math.max(1, count + rest) : count));
}

/** Runs so many cases of a family one after another. */
export async function runFamily(
  family: AnyFamily,
  options: {
    readonly cases: number;
    readonly seed: number;
    /** This one alone. */
    readonly only?: number | undefined;
    readonly onFinding?: (finding: Finding) => void;
  },
): Promise<Tally> {
  const { cases, seed, only, onFinding } = options;
  const findings: Finding[] = [];
  const startedAt = performance.now();
  let slowest = 0;
  for (const [index, trial] of family.sample(cases, seed).entries()) {
    if (only !== undefined && index !== only) continue;
    const begunAt = performance.now();
    const complaints = await trial.run().catch((thrown) => [`the trial failed: ${String(thrown)}`]);
    slowest = Math.max(slowest, performance.now() - begunAt);
    if (complaints.length === 0) continue;
    const finding = { family: family.name, index, complaints, text: trial.text };
    findings.push(finding);
    onFinding?.(finding);
  }
  const milliseconds = performance.now() - startedAt;
  return { family: family.name, cases, findings, milliseconds, slowest };
}
