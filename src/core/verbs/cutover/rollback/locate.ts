import type { TargetRepository } from '../../../ports/records/repository.ts';
import type { TargetHost } from '../../../ports/target-host.ts';
import type { RollbackJournal } from './journal.ts';
import type { MigratedTarget, RollbackPlace } from './rollback-request.ts';

/** The repository that the migration has created, under its own name or the one that a rollback gave it; `null` without it. */
export async function locate(
  target: Pick<TargetHost, 'findRepository'>,
  {
    owner,
    planned,
    targetId,
    signal,
  }: Pick<RollbackPlace, 'owner'> &
    Pick<MigratedTarget, 'planned' | 'targetId'> & { readonly signal: AbortSignal },
  { aside }: Pick<RollbackJournal, 'aside'>,
): Promise<TargetRepository | null> {
  for (const name of [planned.target, ...(aside === null ? [] : [aside.name])]) {
    const found = await target.findRepository({ owner: owner.login, name, signal });
    if (found.state === 'present' && found.repository.id === targetId) return found.repository;
  }
  return null;
}
