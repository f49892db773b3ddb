import type { TargetRepository } from '../../../ports/records/repository.ts';
import type { TargetHost } from '../../../ports/target-host.ts';
import { type RollbackJournal, unfinishedIn } from './journal.ts';
import type { MigratedTarget, RollbackPlace } from './rollback-request.ts';

interface WantedTarget
  extends Pick<RollbackPlace, 'owner'>,
    Pick<MigratedTarget, 'planned' | 'targetId'> {
  readonly signal: AbortSignal;
}

/** The repository that the migration has created, under its own name or the one that a rollback gave it; `null` without it. */
export async function locate(
  target: Pick<TargetHost, 'findRepository'>,
  { owner, planned, targetId, signal }: WantedTarget,
  { aside }: Pick<RollbackJournal, 'aside'>,
): Promise<TargetRepository | null> {
  for (const name of [planned.target, ...(aside === null ? [] : [aside.name])]) {
    const found = await target.findRepository({ owner: owner.login, name, signal });
    if (found.state === 'present' && found.repository.id === targetId) return found.repository;
  }
  return null;
}

/**
 * Says why a target is not where the state has it, and names a repository of others that an ended rollback may have changed
 * in its place.
 * @returns sentences without a full stop, hostile
 */
export async function whyGone(
  target: Pick<TargetHost, 'findRepository'>,
  { owner, planned, targetId, signal }: WantedTarget,
  journal: RollbackJournal,
): Promise<readonly string[]> {
  const reasons = [`${planned.target} is gone, or someone renamed it`];
  const { aside } = journal;
  if (aside === null || unfinishedIn(journal).length === 0) return reasons;
  const found = await target.findRepository({ owner: owner.login, name: aside.name, signal });
  if (found.state !== 'present' || found.repository.id === targetId) return reasons;
  return [
    ...reasons,
    `${aside.name} is someone else's repository. If an earlier rollback renamed it from ${planned.target} or archived it, undo that`,
  ];
}
