import { readPhase } from '../../../replica/context/target-phase.ts';
import { findWork } from '../rollback/find-work.ts';
import type { CutoverRepository, CutoverRun } from '../run/cutover-request.ts';

/**
 * Tells whether a cut-over that was killed has opened the target, at least in part. People may have closed some of it since, and
 * have worked there all the same.
 */
export async function mayBeOpen(
  { services, migration, plan }: Pick<CutoverRun, 'services' | 'migration' | 'plan'>,
  one: Omit<CutoverRepository, 'done'>,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, target } = services;
  const { planned } = one;
  const of = { migration: migration.id, repository: planned.source, follow: true };
  if ((await readPhase(store, of)) !== 'opening') return false;
  const owner = plan.target.organization;
  // Nobody works on one that is gone.
  const found = await target.findRepository({ owner, name: planned.target, signal });
  if (found.state === 'absent') return false;
  const doors = await target.closure.read({ owner, name: planned.target, signal });
  const { visibility, hasIssues, pullRequestPolicy } = doors;
  if (visibility !== 'private' || hasIssues || pullRequestPolicy === 'all') return true;
  const place = { owner: { login: owner }, markerKey: await services.loadMarkerKey() };
  const work = { services, migration, place, one, name: planned.target, signal };
  return (await findWork(work)).length > 0;
}
