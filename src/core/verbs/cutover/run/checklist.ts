import type { CreatedObject } from '../../../ports/records/migration.ts';
import { rowsOfTarget } from '../../../replica/context/target-phase.ts';

/** Steps of a cut-over for each repository, in this order; each is journaled when it is done. */
export const cutoverSteps = ['lock', 'sync', 'settings', 'verify', 'open'] as const;

export type CutoverStep = (typeof cutoverSteps)[number];

/** The steps of one repository that are done for this target. Pure. */
export function doneSteps(
  rows: readonly CreatedObject[],
  target: string,
): ReadonlySet<CutoverStep> {
  const done = new Set(
    rowsOfTarget(rows, target).flatMap(({ sourceId, targetId }) => (targetId ? [sourceId] : [])),
  );
  return new Set(cutoverSteps.filter((step) => done.has(step)));
}

/**
 * Tells whether a step is still to be done. A later one that is done makes it superfluous: once people have been let
 * in, nothing may be synced any more. Pure.
 */
export function isPending(step: CutoverStep, done: ReadonlySet<CutoverStep>): boolean {
  return !cutoverSteps.slice(cutoverSteps.indexOf(step)).some((one) => done.has(one));
}

/** Says that the final sync had nothing to do for a repository. */
export const nothingChanged = 'nothing changed';
