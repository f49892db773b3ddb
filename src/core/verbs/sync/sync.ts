import { repositoryRecords } from '../../journal/repository-records.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { count } from '../../kernel/format/format.ts';
import { isPaused, tryResumePaused } from '../../replica/apply/settings/pausing/resume-paused.ts';
import { requireMarkerKey } from '../../replica/context/require-marker-key.ts';
import { type LeaseHandle, withLease } from '../../run/control/keep-lease.ts';
import { withWorkers } from '../../run/control/with-workers.ts';
import { checkSync } from '../../run/preflight/sync-preflight.ts';
import { pauseOtherProcesses } from '../../run/shared/other-processes/pause-other-processes.ts';
import { findNewRepositories } from './discovery/new-repositories.ts';
import { addToMigration, type Joined, migrateAdded } from './include-new.ts';
import { type MigratedRepositories, migratedRepositories } from './migrated-repositories.ts';
import type { SyncOutcome, SyncRun } from './repository/sync-request.ts';
import { costText, planRereads, type RereadPlan, rereadCost } from './reread/plan-rereads.ts';
import { workOnSync } from './work-on-sync.ts';

/**
 * Migrates what has changed on the source since a repository was migrated or last synced. Only repositories that were
 * migrated to their end are looked at. Where several processes share a state, all that join work on it.
 * @throws MigratorError of code `state` if another process runs the migration, or its key is gone
 */
export async function syncMigration(run: SyncRun): Promise<SyncOutcome> {
  const { services, migration } = run;
  await requireMarkerKey(services, migration);
  // The lease first of all: while another process runs it there is nothing to look at.
  const sync = (lease: LeaseHandle) => syncLeased(run, lease);
  const done = await withLease(services, migration.id, sync, 'sync');
  if (done.kind === 'refused') return done;
  const { joined, ...synced } = done;
  const problems = joined?.problems ?? [];
  if (joined === null || joined.plan === null) return { ...synced, added: [], problems };
  const migrated = await migrateNew({ ...run, plan: joined.plan }, joined.slugs);
  return { ...synced, ...migrated, problems: [...problems, ...migrated.problems] };
}

type Refused = Extract<SyncOutcome, { kind: 'refused' }>;
type Finished = Omit<Extract<SyncOutcome, { kind: 'finished' }>, 'added' | 'problems'>;

/** @returns with new repositories that are still to be migrated */
async function syncLeased(
  run: SyncRun,
  lease: LeaseHandle,
): Promise<Refused | (Finished & { readonly joined: Joined | null })> {
  const { services, migration } = run;
  const { store, emit } = services;
  // Those of a sync that this one takes the place of: what they end now was looked at before.
  const others = await pauseOtherProcesses(services, migration.id, lease.writer);
  const migrated = await migratedRepositories({ ...run, store });
  emit({
    type: 'preflight-started',
    checks: ['state', 'programs', 'source', 'target'],
    ...(run.mayHaveWritten === true && { mayHaveWritten: true }),
  });
  const slugs = migrated.repositories.map(({ source }) => source);
  const ready = await checkSync({ ...run, slugs });
  if ('problems' in ready) {
    await others.goOn();
    return { kind: 'refused', problems: ready.problems };
  }
  if (migrated.switched > 0) {
    const many = count(migrated.switched, 'repository', 'repositories');
    emit({
      type: 'preflight-note',
      message: `${many} cut over or rolled back: no longer synced`,
    });
  }
  await switchOn(run, lease);
  const rereads = await rereadsOf(run, migrated);
  emit({ type: 'preflight-finished', problems: [] });
  const many = { workers: run.options.workers, repositories: migrated.repositories.length };
  const asked = { services, terms: ready.terms, asked: run.askedWorkers, ...many };
  const worked = await withWorkers(asked, (claimed) =>
    workOnSync(run, { lease: lease, claimed, migrated, ready, rereads }),
  );
  if (worked instanceof MigratorError) {
    await others.goOn();
    return { kind: 'refused', problems: [worked] };
  }
  const { synced, listing } = worked;
  const found = { ...run, ...lease, store, ids: new Set(migrated.ids.values()) };
  const fresh = listing === null ? [] : await findNewRepositories(found, listing);
  const rules = fresh.length > 0 ? run.includeNew : undefined;
  const grown = { ...run, plan: worked.plan };
  const joined =
    rules === undefined ? null : await addToMigration(grown, lease.writer, { fresh, rules });
  return { ...synced, newRepositories: fresh.map(({ slug }) => slug), joined };
}

/** Live targets are not synced, but a reset or a repair that was killed may have left something of them off. */
async function switchOn(
  { services, migration, repositories, ...run }: SyncRun,
  { writer, lost }: LeaseHandle,
): Promise<void> {
  const { store, target, emit } = services;
  const signal = AbortSignal.any([run.signal, lost]);
  for (const { source, target: name } of await store.listRepositories(migration.id)) {
    if (repositories !== null && !repositories.has(source)) continue;
    const of = { migration: migration.id, repository: source };
    if (!(await isPaused(store, of))) continue;
    const records = repositoryRecords({ store, writer, ...of });
    const targetName = { owner: migration.target.organization, name };
    await tryResumePaused({ target, records, targetName, signal, emit });
  }
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
  const report = (message: string) => emit({ type: 'preflight-note', message });
  if (asked.pullRequests > 0) report(`Re-reads, changed or not: ${costText(asked, source.kind)}`);
  const plan = closed === undefined ? null : await planRereads(place, closed);
  if (plan === null) return { numbers: new Map(), pullRequests: 0, requests: 0 };
  if (plan.pullRequests > 0) report(`Re-reads closed ones: ${costText(plan, source.kind)}`);
  return plan;
}

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
