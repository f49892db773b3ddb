import { planText } from '../../plan/build-plan.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import type { ResolveTargetNames } from '../../ports/target-naming.ts';
import { settingsOf } from '../choices/settings.ts';
import { migrate } from '../migrate.ts';
import type { MigrateOutcome } from '../migrate-request.ts';
import type { SyncRun } from './sync-request.ts';

/** A plan that has new repositories at its end, private on the target. Pure. */
export function withNewRepositories(
  plan: Plan,
  repositories: readonly SourceRepository[],
  resolveTargetNames: ResolveTargetNames,
): Plan {
  const slugs = repositories.map(({ slug }) => slug);
  const taken = plan.repositories.map(({ target }) => target);
  const names = resolveTargetNames([...taken, ...slugs]).slice(taken.length);
  const added = repositories.map(({ slug, name }, index) => ({
    source: slug,
    ...(name === slug ? {} : { name }),
    target: names[index]?.target ?? slug,
    visibility: 'private' as const,
  }));
  return { ...plan, repositories: [...plan.repositories, ...added] };
}

/** Makes them part of the migration, which then has something left to do. */
export async function addToMigration(
  writer: MigrationWriter,
  plan: Plan,
  added: readonly SourceRepository[],
): Promise<void> {
  const slugs = new Set(added.map(({ slug }) => slug));
  const repositories = plan.repositories.filter(({ source }) => slugs.has(source));
  await writer.addRepositories(repositories, planText(plan));
}

/** Migrates them, and none besides, as `migrate --resume` would. */
export async function migrateAdded(
  run: SyncRun,
  slugs: ReadonlySet<string>,
): Promise<MigrateOutcome> {
  const { services, plan } = run;
  const migration = await services.store.findMigration(run.migration.id);
  if (migration === null) throw new TypeError('the migration is gone');
  const { planText: text } = migration;
  const options = { ...run.options, skipExisting: false, overwrite: false };
  return migrate({
    ...{ services, events: run.events, plan, planText: text, options },
    settings: settingsOf({ plan, options: options.pullRequests, flags: {}, userMap: null }),
    ...{ resume: migration, reset: new Set<string>(), wave: slugs },
    ...{ adoptsFound: false, dryRun: false, askedWorkers: run.askedWorkers },
    confirmReplacing: async (replaced) => {
      if (replaced.length > 0) throw new TypeError('a sync replaces nothing');
    },
    ...{ signal: run.signal, drain: run.drain },
  });
}
