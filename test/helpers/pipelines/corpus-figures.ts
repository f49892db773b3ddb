import type { Converted } from '../../../src/core/pipelines/workflow/converted.ts';

export interface CorpusFigures {
  readonly constructs: number;
  readonly exact: number;
  readonly changed: number;
  readonly lost: number;
  readonly steps: number;
  readonly exactSteps: number;
  /** Steps of which a part is lost. */
  readonly lostSteps: number;
}

/** Adds up the coverage of converted files. */
export function sumOf(all: readonly Converted[]): CorpusFigures {
  const sum = {
    constructs: 0,
    exact: 0,
    changed: 0,
    lost: 0,
    steps: 0,
    exactSteps: 0,
    lostSteps: 0,
  };
  for (const { coverage } of all) {
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += coverage[key];
  }
  return sum;
}
