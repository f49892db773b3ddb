import { MigratorError } from '../../../kernel/errors.ts';
import { flagWithValue, shellCommand } from '../../../kernel/format/shell-quote.ts';
import type { MigratedRefs } from '../../recorded/migrated-baseline.ts';

/**
 * Why a repository cannot be synced, as the state alone shows; `null` if it can. Pure.
 * @param found the refs that were migrated, as the state holds them
 */
export function journalProblem(
  found: Pick<MigratedRefs, 'isCut' | 'isPinned'> | null,
  of: {
    readonly migration: string;
    /** A slug. */
    readonly source: string;
    readonly targetFullName: string;
  },
): MigratorError | null {
  const { migration, source, targetFullName } = of;
  if (found === null) {
    return new MigratorError(
      'refused',
      `The state does not record which refs of ${targetFullName} were migrated`,
      {
        hint: `Start it over once: ${shellCommand(['migrator', 'migrate', '--resume', migration, ...flagWithValue('--reset-repo', source)])}`,
      },
    );
  }
  if (found.isCut) {
    return new MigratorError(
      'refused',
      `The history of ${targetFullName} was truncated (shallow_clone), and its hashes differ from Bitbucket's: it cannot be synced`,
      { hint: 'Migrate it with its own plan, without shallow_clone.' },
    );
  }
  if (!found.isPinned) return null;
  return new MigratorError('refused', `The repair of ${targetFullName} is not finished`, {
    hint: `Finish the repair first: migrator migrate --resume ${migration}`,
  });
}
