import { MigratorError, toMigratorError } from '../../kernel/errors.ts';
import { firstOf } from '../../kernel/format/format.ts';
import { plans } from '../../license/key/plans.ts';
import { termsOf } from '../../license/terms.ts';
import { planText } from '../../plan/build-plan.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import type { ResolveTargetNames } from '../../ports/target-naming.ts';
import type { MigrateOutcome } from '../../run/preflight/migrate-request.ts';
import { continueMigration } from '../migrate/migrate.ts';
import type { SyncRun } from './repository/sync-request.ts';

/** A plan that has new repositories at its end, private on the target. Pure. */
function withNewRepositories(
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

/** Describes what became of new repositories that were to be part of the migration. */
export interface Joined {
  /** The plan that has them at its end; `null`: none was added. */
  readonly plan: Plan | null;
  readonly slugs: ReadonlySet<string>;
  /** Why not all of them. */
  readonly problems: readonly MigratorError[];
}

/** Makes as many of them part of the migration as the license allows now: it then has something left to do. */
export async function addToMigration(
  { services, plan }: Pick<SyncRun, 'services' | 'plan'>,
  writer: MigrationWriter,
  { fresh, rules }: { fresh: readonly SourceRepository[]; rules: ResolveTargetNames },
): Promise<Joined> {
  // Before anything is added: a migration above its license could not even be synced.
  const { added, problems } = await withinLicense(services, { plan, fresh });
  const slugs = new Set(added.map(({ slug }) => slug));
  if (added.length === 0) return { plan: null, slugs, problems };
  const grown = withNewRepositories(plan, added, rules);
  const repositories = grown.repositories.filter(({ source }) => slugs.has(source));
  await writer.addRepositories(repositories, planText(grown));
  return { plan: grown, slugs, problems };
}

/** New ones are no part of what a larger license began: the one of now counts, which may have been changed meanwhile. */
async function withinLicense(
  { readLicense, clock }: Pick<SyncRun['services'], 'readLicense' | 'clock'>,
  { plan, fresh }: { readonly plan: Plan; readonly fresh: readonly SourceRepository[] },
): Promise<{ added: readonly SourceRepository[]; problems: readonly MigratorError[] }> {
  try {
    const license = await readLicense();
    const before = plan.repositories.length;
    const repositories = before + fresh.length;
    const { tier, problems } = termsOf({
      ...{ license, repositories, begunUnder: null, workers: null, now: clock.now() },
    });
    const room = Math.max(0, (plans[tier].repositories ?? repositories) - before);
    const left = fresh.slice(room).map(({ slug }) => slug);
    return { added: fresh.slice(0, room), problems: problems.map((one) => notAdded(one, left)) };
  } catch (thrown) {
    return { added: [], problems: [toMigratorError(thrown)] };
  }
}

/** @param left slugs; hostile */
function notAdded({ message }: MigratorError, left: readonly string[]): MigratorError {
  const [named, many] = [firstOf(left, 3).join(', '), left.length === 1 ? 'was' : 'were'];
  return new MigratorError('license', message, {
    hint: `${named} ${many} not added. Upgrade your tier, or migrate them in their own plan.`,
  });
}

/** Migrates them, and no others, as `migrate --resume` would. */
export async function migrateAdded(
  run: SyncRun,
  slugs: ReadonlySet<string>,
): Promise<MigrateOutcome> {
  const { services } = run;
  const migration = await services.store.findMigration(run.migration.id);
  if (migration === null) throw new TypeError('the migration is gone');
  const options = { ...run.options, skipExisting: false, overwrite: false };
  return continueMigration({ ...run, options, wave: slugs }, migration);
}
