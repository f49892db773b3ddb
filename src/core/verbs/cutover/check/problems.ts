import { MigratorError } from '../../../kernel/errors.ts';
import type { OpenReason } from '../../../replica/apply/closed-target/judge-closure.ts';
import type { BlockedBranch } from '../../../replica/recorded/sync-record.ts';

/** A target that others can change. */
export function open({ message, remedy }: OpenReason): MigratorError {
  return new MigratorError('refused', message, { hint: remedy });
}

/** The migration has opened its targets: nothing of them waits for a cut-over. */
export function notFollowing(id: string): MigratorError {
  return new MigratorError(
    'input-file',
    `${id} was planned without --follow, so it has no cut-over`,
    {
      hint: 'Its GitHub repositories are open already: make Bitbucket read-only by hand. For a cut-over, use plan --follow before you migrate.',
    },
  );
}

/**
 * Finds what the last sync could not migrate: the one under the lock could not either, and then it can only be
 * declined.
 */
export function blocked(
  id: string,
  slug: string,
  { branch, reason, hint }: BlockedBranch,
): MigratorError {
  return new MigratorError('refused', `${slug}: branch ${branch} is not migrated: ${reason}`, {
    hint: `${hint} Then run: migrator sync --migration ${id}`,
  });
}
