import { targetGone } from '../../../journal/target-gone.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import type { TargetRepository } from '../../../ports/records/repository.ts';
import type { RepositoryLookup } from '../../../ports/target-host.ts';
import { requireClosed } from '../../../replica/apply/closed-target/require-closed.ts';
import { type DataComparison, openArchived } from '../../../replica/apply/data/sync-data.ts';
import { requireNotPublished } from '../../../replica/apply/publication/stays-private.ts';
import type { SyncContext } from '../../../replica/context/sync-context.ts';

/**
 * The repository that the migration has created, before the first write to it.
 * @throws `not-found` where it is gone, `refused` where somebody has archived it, it is open although it follows, or it is
 * public and the source is private
 */
export async function requireTarget(
  context: SyncContext,
  data: DataComparison | null,
): Promise<TargetRepository> {
  const { target, targetName, targetFullName, signal, records, sourceRepository } = context;
  const made = await records.findObject('repository', sourceRepository.id);
  const lookup = await target.findRepository({ ...targetName, signal });
  const repository = createdRepository(lookup, { id: made?.targetId ?? null, targetFullName });
  requireNotPublished(context, repository);
  await requireClosed(context);
  if (repository.archived) {
    if (data?.settings.archived !== true) throw archivedByOthers(targetFullName);
    await openArchived(context, data);
  }
  return repository;
}

/**
 * Returns the repository that a name leads to, if it is the one that the migration has created. Pure.
 * @param made.id `null`: nothing was created
 * @throws `not-found`
 */
export function createdRepository(
  lookup: RepositoryLookup,
  made: { readonly id: string | null; readonly targetFullName: string },
): TargetRepository {
  if (lookup.state === 'present' && lookup.repository.id === made.id) return lookup.repository;
  throw targetGone(made);
}

export function archivedByOthers(targetFullName: string): MigratorError {
  return new MigratorError('refused', `${targetFullName} is archived and accepts no changes`, {
    hint: 'Unarchive it on GitHub, then sync again.',
  });
}
