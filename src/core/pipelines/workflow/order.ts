import { from, type Node } from '../emit/node.ts';
import { manualGuard } from '../jobs/deployment.ts';
import { handedOn } from '../jobs/output-variables.ts';
import type { PlannedJob } from '../jobs/plan-jobs.ts';
import { selectJob, sourceOutput } from './select-job.ts';

/** Keys of a job. */
export type Order = { readonly needs?: Node; readonly if?: Node };

/**
 * Says what a job waits for, and when it runs: after those before it, also where one was skipped for its unchanged files, and
 * not behind a manual step that nobody has started. Pure.
 */
export function orderOf(job: PlannedJob, hasSource: boolean): Order {
  const { needs, changesets, manual, isAfterManual, isAfterSkipped } = job;
  const conditions = [
    ...(isAfterSkipped ? ['!failure() && !cancelled()'] : []),
    ...(hasSource ? [`needs.${selectJob}.outputs.${sourceOutput} == 'true'`] : []),
    ...(changesets === null ? [] : [`needs.${selectJob}.outputs.${job.id} == 'true'`]),
    ...(manual === null && !isAfterManual ? [] : [manualGuard]),
  ];
  const waitsForSelect = hasSource || changesets !== null;
  const all = [
    ...new Set([...(waitsForSelect ? [selectJob] : []), ...needs, ...handedOn(job).values()]),
  ];
  return {
    ...(all.length === 0 ? {} : { needs: all }),
    ...(conditions.length === 0
      ? {}
      : { if: from(`\${{ ${conditions.join(' && ')} }}`, changesets?.place, manual) }),
  };
}
