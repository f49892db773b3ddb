import { planText } from '../../plan/build-plan.ts';
import { withRewriteConfirmed } from '../../plan/confirmations.ts';
import { withConfirmation } from '../../plan/publication.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { MigrationServices } from '../../replica/context/migration-context.ts';
import { storedOptions, storedPlan } from '../../replica/context/stored-plan.ts';
import { withLease } from './keep-lease.ts';

/**
 * Confirms, in the plan of the state, that these repositories become public although they are private on the source, or that
 * their commits get new hashes: for this run and every later one.
 * @param options.published globs over slugs and names
 * @param options.rewritten the same, of repositories whose large files are rewritten
 * @param options.isKept false: for this run alone, which writes nothing
 * @returns the migration with that plan
 * @throws `usage` for a glob that fits nothing, `state` while another process runs the migration
 */
export async function confirmInPlan(
  services: MigrationServices,
  migration: Migration,
  options: {
    readonly published: readonly string[];
    readonly rewritten?: readonly string[];
    readonly isKept: boolean;
  },
): Promise<Migration> {
  const { published, rewritten = [], isKept } = options;
  if (published.length + rewritten.length === 0) return migration;
  const { large_files: standard } = storedOptions(migration);
  const plan = withConfirmation(storedPlan(migration), published);
  const text = planText(withRewriteConfirmed(plan, rewritten, standard));
  const { settings } = migration;
  if (isKept) {
    await withLease(services, migration.id, ({ writer }) =>
      writer.resetRepositories([], { settings, planText: text }),
    );
  }
  return { ...migration, planText: text };
}
