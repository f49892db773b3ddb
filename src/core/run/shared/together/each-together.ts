import { workOnEach } from '../../../work/work-on-each.ts';
import { leadRun } from './lead-run.ts';
import type { EachTogether } from './together.ts';

/**
 * Does the same for each repository, in this process and in all that join. A repository whose process dies is worked on again
 * by another one.
 * @returns the results in the order of the repositories
 * @throws what the work throws in this process; another one leaves the repository then
 */
export function eachTogether<Result>(job: EachTogether<Result>): Promise<readonly Result[]> {
  const { together, repositories, concurrency: lanes, writer, signal } = job;
  if (together !== null) return leadRun(together, job);
  return workOnEach(repositories, { lanes, signal }, async ({ source }, failing) => {
    const result = await job.work({ source, writer, signal, failing });
    job.onResult(result);
    return result;
  });
}
