import type { TargetRepository } from '../../../ports/records/repository.ts';
import type { TargetHost } from '../../../ports/target-host.ts';
import { readPhase } from '../../../replica/context/target-phase.ts';
import { findWork } from '../rollback/find-work.ts';
import type { CutoverRepository, CutoverRun } from '../run/cutover-request.ts';

type FoundTarget =
  /** No cut-over has begun to open it, or it is closed and nobody has worked there. */
  | { readonly state: 'closed' }
  /** People may work on it, under this name, which may be another one by now. Hostile. */
  | { readonly state: 'open'; readonly fullName: string }
  /** A cut-over has begun to open it, and it was deleted, or the token does not see it any more. */
  | { readonly state: 'gone' };

/**
 * Finds out whether a cut-over that was killed has opened the target, at least in part. People may have closed some of it since,
 * and have worked there all the same. Looks for the repository that the migration has created, whatever it is called now.
 */
export async function findOpenTarget(
  { services, migration, plan }: Pick<CutoverRun, 'services' | 'migration' | 'plan'>,
  one: Omit<CutoverRepository, 'done'>,
  signal: AbortSignal,
): Promise<FoundTarget> {
  const { store, target } = services;
  const { planned, targetId } = one;
  const of = { migration: migration.id, repository: planned.source, follow: true };
  if ((await readPhase(store, of)) !== 'opening') return { state: 'closed' };
  const planName = { owner: plan.target.organization, name: planned.target };
  const found = await findCreated(target, { ...planName, id: targetId, signal });
  if (found === null) return { state: 'gone' };
  const { owner, name } = found;
  const open = { state: 'open', fullName: `${owner}/${name}` } as const;
  const doors = await target.closure.read({ owner, name, signal });
  const { visibility, hasIssues, pullRequestPolicy } = doors;
  if (visibility !== 'private' || hasIssues || pullRequestPolicy === 'all') return open;
  const place = { owner: { login: owner }, markerKey: await services.loadMarkerKey() };
  const work = await findWork({ services, migration, place, one, name, signal });
  return work.length > 0 ? open : { state: 'closed' };
}

/** @returns `null`: it was deleted, or is not shown to the token */
async function findCreated(
  target: Pick<TargetHost, 'findRepository' | 'findRepositoryById'>,
  { id, ...named }: Parameters<TargetHost['findRepository']>[0] & { readonly id: string },
): Promise<TargetRepository | null> {
  const found = await target.findRepository(named);
  if (found.state === 'present' && found.repository.id === id) return found.repository;
  return target.findRepositoryById({ id, signal: named.signal });
}
