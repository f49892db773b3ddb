import { join } from 'node:path';
import { MigratorError } from '../../kernel/errors.ts';
import { makeFolder } from '../../kernel/files/make-folder.ts';
import { count } from '../../kernel/format/format.ts';
import { planText } from '../../plan/build-plan.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import { beginLearned } from '../control/begin-learned.ts';
import { type LeaseHandle, withLease } from '../control/keep-lease.ts';
import { recordEvents } from '../control/record-events.ts';
import { type ClaimedWorkers, withWorkers } from '../control/with-workers.ts';
import type { MigrationContext } from '../migration-context.ts';
import { requireMarkerKey } from '../preflight/check-marker-key.ts';
import { statusOf } from '../run/run-outcome.ts';
import { runRepositories } from '../run/run-repositories.ts';
import { organizationOfRun } from '../settings/organization/organization-of-run.ts';
import { storedSettings, storedUserMap } from '../stored-plan.ts';
import { addToMigration, migrateAdded } from './include-new.ts';
import { type FoundSource, few, findSources } from './look/find-sources.ts';
import { findNewRepositories } from './look/new-repositories.ts';
import { type MigratedRepositories, migratedRepositories } from './migrated-repositories.ts';
import { costText, planRereads, type RereadPlan, rereadCost } from './reread/plan-rereads.ts';
import { lookAtSettings, type SettingsLook } from './settings/look-at-settings.ts';
import { checkSync, type SyncReady } from './sync-preflight.ts';
import type { SyncedRepository, SyncOutcome, SyncRun } from './sync-request.ts';
import { goneRepositories, syncWork } from './sync-work.ts';

/**
 * Migrates what has changed on the source since a repository was migrated or last synced. Only repositories that were
 * migrated to their end are looked at.
 * @throws MigratorError of code `state` if another process runs the migration, or its key is gone
 */
export async function syncMigration(run: SyncRun): Promise<SyncOutcome> {
  const { services, migration } = run;
  await requireMarkerKey(services, migration);
  // The lease first of all: while another process runs it there is nothing to look at.
  const done = await withLease(services, migration.id, async (held) => {
    const migrated = await migratedRepositories({ ...run, store: services.store });
    services.emit({
      type: 'preflight-started',
      checks: ['state', 'programs', 'source', 'target'],
    });
    const slugs = migrated.repositories.map(({ source }) => source);
    const ready = await checkSync({ ...run, slugs });
    if ('problems' in ready) return { kind: 'refused', problems: ready.problems } as const;
    if (migrated.switched > 0) {
      const many = count(migrated.switched, 'repository', 'repositories');
      const message = `${many} switched by a cut-over: no longer synced`;
      services.emit({ type: 'preflight-note', message });
    }
    const rereads = await rereadsOf(run, migrated);
    services.emit({ type: 'preflight-finished', problems: [] });
    const many = { workers: run.options.workers, repositories: migrated.repositories.length };
    const asked = { services, terms: ready.terms, asked: run.askedWorkers, ...many };
    const worked = await withWorkers(asked, (claimed) =>
      work(run, { held, claimed, migrated, ready, rereads }),
    );
    if (worked instanceof MigratorError) return { kind: 'refused', problems: [worked] } as const;
    const { synced, listing } = worked;
    const found = { ...run, ...held, store: services.store, ids: new Set(migrated.ids.values()) };
    const fresh = listing === null ? [] : await findNewRepositories(found, listing);
    const rules = fresh.length > 0 ? run.includeNew : undefined;
    const grown = { ...run, plan: worked.plan };
    const joined =
      rules === undefined ? null : await addToMigration(grown, held.writer, { fresh, rules });
    return { ...synced, newRepositories: fresh.map(({ slug }) => slug), joined };
  });
  if (done.kind === 'refused') return done;
  const { joined, ...synced } = done;
  const problems = joined?.problems ?? [];
  if (joined === null || joined.plan === null) return { ...synced, added: [], problems };
  const migrated = await migrateNew({ ...run, plan: joined.plan }, joined.slugs);
  return { ...synced, ...migrated, problems: [...problems, ...migrated.problems] };
}

/** Says before it begins what reading more than what has changed takes. */
async function rereadsOf(
  run: SyncRun,
  { repositories }: MigratedRepositories,
): Promise<RereadPlan> {
  const { services, migration, reread, closed } = run;
  const { store, source, emit } = services;
  const place = { store, migration: migration.id, source, repositories };
  const asked = await rereadCost(place, reread);
  const tell = (message: string) => emit({ type: 'preflight-note', message });
  if (asked.pullRequests > 0) tell(`--reread ${reread} reads ${costText(asked, source.kind)}`);
  const plan = closed === undefined ? null : await planRereads(place, closed);
  if (plan === null) return { numbers: new Map(), pullRequests: 0, requests: 0 };
  if (plan.pullRequests > 0) tell(`Closed, read again: ${costText(plan, source.kind)}`);
  return plan;
}

type Synced = Omit<
  Extract<SyncOutcome, { kind: 'finished' }>,
  'newRepositories' | 'added' | 'problems'
>;

/** With the lease of an ordinary run. */
async function migrateNew(run: SyncRun, slugs: ReadonlySet<string>) {
  const outcome = await migrateAdded(run, slugs);
  const states = await run.services.store.listRepositories(run.migration.id);
  const stoppedBy = outcome.kind === 'finished' ? outcome.stoppedBy : null;
  return {
    ...{ added: states.filter(({ source }) => slugs.has(source)), stoppedBy },
    problems: outcome.kind === 'refused' ? outcome.problems : [],
  };
}

async function work(
  run: SyncRun,
  job: {
    held: LeaseHandle;
    claimed: ClaimedWorkers;
    migrated: MigratedRepositories;
    ready: SyncReady;
    rereads: RereadPlan;
  },
): Promise<{ synced: Synced; listing: readonly SourceRepository[] | null; plan: Plan }> {
  const { services, events, migration } = run;
  const { held, migrated } = job;
  const signal = AbortSignal.any([run.signal, held.lost, job.claimed.lost]);
  const { found: sources, listing } = await findSources({
    ...{ source: services.source, workspace: run.plan.source.workspace },
    ...{
      repositories: migrated.repositories,
      ids: migrated.ids,
      areFew: run.repositories !== null && run.repositories.size <= few,
    },
    signal: AbortSignal.any([signal, run.drain]),
  });
  const { plan, looks } = await settingsOf(run, { ...job, sources, signal });
  const repositories = plan.repositories.filter(({ source }) => migrated.ids.has(source));
  const context = await contextOf({ ...run, plan }, { ...job, signal });
  const startedAt = services.clock.now();
  const recorder = recordEvents({ writer: () => held.writer, events });
  const ended = new Map<string, SyncedRepository>();
  const targets = new Map(repositories.map(({ source, target }) => [source, target]));
  try {
    makeFolder(join(services.workFolder, migration.id));
    events.emit({
      type: 'run-started',
      kind: 'sync',
      ...{ migration: migration.id, source: migration.source, target: migration.target },
      repositories: repositories.map(({ source, target }) => ({ source, target })),
      workers: Math.min(context.options.workers, repositories.length),
      resumed: false,
    });
    const { stoppedBy } = await runRepositories({
      ...{ context, repositories, signal, drain: run.drain },
      skipped: goneRepositories(sources),
      work: syncWork({
        ...{ context, sources, reread: run.reread, rereads: job.rereads.numbers },
        ...{ includeSecrets: run.includeSecrets === true, settings: looks },
        onEnded(one) {
          ended.set(one.source, { ...one, target: targets.get(one.source) ?? one.source });
        },
      }),
    });
    events.emit({
      ...{ type: 'run-finished', kind: 'sync' },
      migration: migration.id,
      ...endOf([...ended.values()], stoppedBy),
      milliseconds: services.clock.now() - startedAt,
    });
    const synced = {
      ...{ kind: 'finished' as const, migration: migration.id, stoppedBy },
      repositories: repositories.flatMap(({ source }) => ended.get(source) ?? []),
      ...{ reread: job.rereads.pullRequests, unmigrated: migrated.unmigrated },
    };
    const isWhole = stoppedBy === null && run.repositories === null;
    return { synced, listing: isWhole ? listing : null, plan };
  } finally {
    await recorder.stop();
  }
}

/** The plan of the state gets what the source has changed before anything of it is applied. */
async function settingsOf(
  run: SyncRun,
  job: { held: LeaseHandle; sources: ReadonlyMap<string, FoundSource>; signal: AbortSignal },
): Promise<{ plan: Plan; looks: ReadonlyMap<string, SettingsLook> }> {
  const { services, migration, drain } = run;
  if (run.includeSettings !== true) return { plan: run.plan, looks: new Map() };
  const { user_map: map } = storedSettings(migration);
  const { plan, looks } = await lookAtSettings({
    ...{ services, migration: migration.id, plan: run.plan, drain },
    ...{ sources: job.sources, signal: job.signal },
    users: map === null ? null : storedUserMap(migration.id, map),
  });
  const { settings } = migration;
  if (JSON.stringify(plan) !== JSON.stringify(run.plan))
    await job.held.writer.resetRepositories([], { settings, planText: planText(plan) });
  return { plan, looks };
}

/** Of this sync. */
function endOf(repositories: readonly SyncedRepository[], stoppedBy: MigratorError | null) {
  const countOf = (...outcomes: readonly SyncedRepository['outcome'][]) =>
    repositories.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const counts = {
    succeeded: countOf('synced', 'partly'),
    skipped: countOf('skipped'),
    failed: countOf('failed'),
  };
  return { counts, status: statusOf(stoppedBy, counts) };
}

async function contextOf(
  run: SyncRun,
  job: { held: LeaseHandle; claimed: ClaimedWorkers; ready: SyncReady; signal: AbortSignal },
): Promise<MigrationContext> {
  const { services, migration, plan, drain } = run;
  const settings = storedSettings(migration);
  const { user_map: map, invite } = settings;
  const { claimed, signal } = job;
  const { account, owner } = job.ready;
  const { writer } = job.held;
  return {
    ...services,
    ...{ migration: migration.id, plan, settings },
    options: { ...run.options, workers: claimed.workers },
    users: map === null ? null : storedUserMap(migration.id, map),
    ...{ account, owner, writer },
    replaced: new Map(),
    markerKey: await services.loadMarkerKey(),
    organization: organizationOfRun({
      ...{ services, migration, plan, account, owner, invite, signal, drain },
      withWriter: (use) => use(writer),
    }),
    ...(await beginLearned(services, account)),
  };
}
