import { MigratorError } from '../kernel/errors.ts';
import type { RepositoryLookup } from '../ports/target-host.ts';

/**
 * Reports that a repository that a migration created is gone, or that its name leads to a different one.
 * @param gone.createdBy the migration, where it is not the one that runs
 */
export function targetGone(gone: {
  readonly targetFullName: string;
  readonly createdBy?: string | undefined;
}): MigratorError {
  const { targetFullName, createdBy } = gone;
  const by = createdBy === undefined ? 'this migration' : `migration ${createdBy}`;
  const again =
    createdBy === undefined
      ? '--reset-repo'
      : `migrator migrate --resume ${createdBy} --reset-repo`;
  return new MigratorError(
    'not-found',
    `${targetFullName}, created earlier by ${by}, no longer exists`,
    {
      hint: `Someone deleted, renamed or replaced it. Restore it, or create it again with ${again} NAME.`,
      retry: 'no',
    },
  );
}

/** Tells whether the name leads to another repository than the one that was created. Pure. */
export function isReplaced(lookup: RepositoryLookup, id: string): boolean {
  return lookup.state === 'renamed' || (lookup.state === 'present' && lookup.repository.id !== id);
}
