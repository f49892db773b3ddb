import type { Item, Stage } from '../model/pipeline.ts';
import type { Changesets, Step } from '../model/step.ts';
import { stepsOf } from '../model/steps-of.ts';
import type { Place, Placed } from '../tree/tree.ts';
import { freeName, slugOf } from './slug.ts';

/** A step with its position among the others. */
export interface PlannedJob {
  readonly id: string;
  readonly name: string;
  readonly step: Step;
  readonly stage: Placed<string> | null;
  /** Jobs that must end before it. */
  readonly needs: readonly string[];
  /** Counts from 0 within a parallel group. */
  readonly parallel: { readonly index: number; readonly count: number } | null;
  readonly deployment: Placed<string> | null;
  readonly changesets: Changesets | null;
  /** Expressions over variables, of which each must hold. */
  readonly states: readonly Placed<string>[];
  /** A person starts it. */
  readonly manual: Place | null;
  /** An earlier one is started by a person. */
  readonly isAfterManual: boolean;
  /** An earlier one may be skipped, and this one runs all the same. */
  readonly isAfterSkipped: boolean;
  /** Earlier jobs of the same pipeline, in their order. */
  readonly earlier: readonly PlannedJob[];
}

/** Settings of a stage that its steps take over. */
interface Surroundings {
  readonly stage: Stage | null;
  readonly isFirst: boolean;
}

/** Puts the steps of a pipeline in their order: each waits for those before it. Pure. */
export function planJobs(items: readonly Item[]): readonly PlannedJob[] {
  const planner = new Planner();
  for (const item of items) planner.add(item, { stage: null, isFirst: false });
  return planner.jobs;
}

class Planner {
  readonly jobs: PlannedJob[] = [];
  readonly #taken = new Set(['select']);
  #needs: readonly string[] = [];

  add(item: Item, around: Surroundings): void {
    if (item.kind === 'stage') {
      for (const [index, one] of item.items.entries()) {
        this.add(one, { stage: item, isFirst: index === 0 });
      }
      return;
    }
    if (item.kind === 'step') this.#wave([item.step], null, around);
    else this.#wave(stepsOf(item.items), item.place, around);
  }

  #wave(steps: readonly Step[], parallel: Place | null, around: Surroundings): void {
    if (steps.length === 0) return;
    const earlier = [...this.jobs];
    const added = steps.map((step, index) =>
      this.#job(step, parallel === null ? null : { index, count: steps.length }, around, earlier),
    );
    this.jobs.push(...added);
    this.#needs = added.map(({ id }) => id);
  }

  #job(
    step: Step,
    parallel: PlannedJob['parallel'],
    { stage, isFirst }: Surroundings,
    earlier: readonly PlannedJob[],
  ): PlannedJob {
    const number = this.#taken.size;
    const name = step.name?.value ?? `Step ${number}`;
    return {
      id: freeName(slugOf(name, `step-${number}`), this.#taken),
      name,
      step,
      stage: stage?.name ?? null,
      needs: this.#needs,
      parallel,
      deployment: step.deployment ?? stage?.deployment ?? null,
      changesets: step.changesets ?? stage?.changesets ?? null,
      states: [stage?.state, step.state].filter((one) => one != null),
      manual: step.manual ?? (isFirst ? (stage?.manual ?? null) : null),
      isAfterManual: earlier.some((one) => one.manual !== null),
      isAfterSkipped: earlier.some((one) => one.changesets !== null || one.states.length > 0),
      earlier,
    };
  }
}
