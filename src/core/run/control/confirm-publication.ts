import { planText } from '../../plan/build-plan.ts';
import { withConfirmation } from '../../plan/publication.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { MigrationServices } from '../../replica/context/migration-context.ts';
import { storedPlan } from '../../replica/context/stored-plan.ts';
import { withLease } from './keep-lease.ts';

/**
 * Confirms, in the plan of the state, that these repositories become public although they are private on the source: for
 * this run and every later one.
 * @param options.globs over slugs and names
 * @param options.isKept false: for this run alone, which writes nothing
 * @returns the migration with that plan
 * @throws `usage` for a glob that fits nothing, `state` while another process runs the migration
 */
export async function confirmPublication(
  services: MigrationServices,
  migration: Migration,
  { globs, isKept }: { readonly globs: readonly string[]; readonly isKept: boolean },
): Promise<Migration> {
  if (globs.length === 0) return migration;
  const text = planText(withConfirmation(storedPlan(migration), globs));
  const { settings } = migration;
  if (isKept) {
    await withLease(services, migration.id, ({ writer }) =>
      writer.resetRepositories([], { settings, planText: text }),
    );
  }
  return { ...migration, planText: text };
}
