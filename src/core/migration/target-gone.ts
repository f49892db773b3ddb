import { MigratorError } from '../kernel/errors.ts';
import type { RepositoryLookup } from '../ports/target-host.ts';

/** For a repository that this migration has created, where the target has none or another one under its name. */
export function targetGone({ targetFullName }: { readonly targetFullName: string }): MigratorError {
  return new MigratorError(
    'not-found',
    `${targetFullName}, created earlier by this migration, no longer exists`,
    {
      hint: 'Someone deleted, renamed or replaced it. Restore it, or create it again with --reset-repo NAME.',
      retry: 'no',
    },
  );
}

/** Tells whether the name leads to another repository than the one that was created. Pure. */
export function isReplaced(lookup: RepositoryLookup, id: string): boolean {
  return lookup.state === 'renamed' || (lookup.state === 'present' && lookup.repository.id !== id);
}
