import { MigratorError } from '../../kernel/errors.ts';
import type { TargetRepository } from '../../ports/records/repository.ts';
import { requireClosed } from '../closed-target/require-closed.ts';
import { requireNotPublished } from '../publication/stays-private.ts';
import { type DataLook, openArchived } from './data/sync-data.ts';
import type { SyncContext } from './sync-context.ts';

/**
 * The repository that the migration has created, before the first write to it.
 * @throws `not-found` where it is gone, `refused` where somebody has archived it, it is open although it follows, or it is
 * public and the source is private
 */
export async function requireTarget(
  context: SyncContext,
  data: DataLook | null,
): Promise<TargetRepository> {
  const { target, targetName, targetFullName, signal, records, sourceRepository } = context;
  const made = await records.findObject('repository', sourceRepository.id);
  const lookup = await target.findRepository({ ...targetName, signal });
  if (lookup.state !== 'present' || lookup.repository.id !== made?.targetId) {
    throw new MigratorError(
      'not-found',
      `${targetFullName}, created earlier by this migration, no longer exists`,
      {
        hint: 'Someone deleted, renamed or replaced it. Restore it, or create it again with --reset-repo NAME.',
      },
    );
  }
  requireNotPublished(context, lookup.repository);
  await requireClosed(context);
  if (lookup.repository.archived) {
    if (data?.settings.archived !== true) throw archivedByOthers(targetFullName);
    await openArchived(context, data);
  }
  return lookup.repository;
}

function archivedByOthers(targetFullName: string): MigratorError {
  return new MigratorError('refused', `${targetFullName} is archived and takes no changes`, {
    hint: 'Unarchive it on the target, then sync again.',
  });
}
