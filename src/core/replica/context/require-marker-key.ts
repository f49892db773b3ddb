import { MigratorError } from '../../kernel/errors.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { VerificationServices } from './migration-context.ts';

export const wayToTheKey =
  'Copy marker.key from the state folder of the machine that created them (`migrator doctor` shows where) and run again. Or use --skip-existing to skip the repository, --overwrite to replace it.';

/**
 * A key that is created again recognises nothing that was signed with the old one: what an interrupted run has written would be
 * written again, and a comparison would miss all of it.
 * @throws `state` where the migration has made pull requests and the key is not there
 */
export async function requireMarkerKey(
  { store, hasMarkerKey }: Pick<VerificationServices, 'store' | 'hasMarkerKey'>,
  { id, status }: Pick<Migration, 'id' | 'status'>,
): Promise<void> {
  if (hasMarkerKey()) return;
  for (const { source } of await store.listRepositories(id)) {
    const [made] = await store.listObjects(id, source, 'pull-request');
    if (made !== undefined) throw missing(id, status);
  }
}

function missing(id: string, status: Migration['status']): MigratorError {
  const isEnded = status === 'completed' || status === 'cancelled';
  const lost = isEnded
    ? 'Without it, migrator cannot recognize what it created.'
    : `If it is lost, run \`migrator migrate --cancel ${id}\`, then migrate the same plan with --skip-existing or --overwrite.`;
  return new MigratorError(
    'state',
    `The state folder lacks marker.key, which signed the pull requests in ${id}`,
    {
      hint: `Restore it next to the state, or copy it from the machine that started the migration. ${lost}`,
    },
  );
}
