import { MigratorError } from '../../kernel/errors.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { VerificationServices } from '../migration-context.ts';

/**
 * A key that is made anew recognises nothing that was signed with the old one: what an interrupted run has written would be
 * written again, and a comparison would miss all of it.
 * @throws `state` where the migration has made pull requests and the key is not there
 */
export async function requireMarkerKey(
  { store, hasMarkerKey }: Pick<VerificationServices, 'store' | 'hasMarkerKey'>,
  { id }: Pick<Migration, 'id'>,
): Promise<void> {
  if (hasMarkerKey()) return;
  for (const { source } of await store.listRepositories(id)) {
    const [made] = await store.listObjects(id, source, 'pull-request');
    if (made !== undefined) throw missing(id);
  }
}

function missing(id: string): MigratorError {
  return new MigratorError(
    'state',
    `The key that the pull requests of ${id} were made with (marker.key) is not in the state folder`,
    {
      hint: `Put it back beside the state, or copy it from the machine where the migration began: without it nothing that was made can be recognised. Nothing was done. Where it is lost for good, migrate --cancel ${id} ends the migration, and the same plan begins a new one, with --skip-existing or --overwrite for what is there.`,
    },
  );
}
