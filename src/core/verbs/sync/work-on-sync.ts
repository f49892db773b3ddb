import { join } from 'node:path';
import type { MigratorError } from '../../kernel/errors.ts';
import { makeFolder } from '../../kernel/files/make-folder.ts';
import { planText } from '../../plan/build-plan.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import {
  type FoundSource,
  few,
  findSources,
} from '../../replica/apply/publication/find-sources.ts';
import {
  compareSettings,
  type SettingsComparison,
} from '../../replica/apply/synced-settings/compare-settings.ts';
import { storedChoice } from '../../replica/context/stored-plan.ts';
import type { LeaseHandle } from '../../run/control/keep-lease.ts';
import { recordEvents } from '../../run/control/record-events.ts';
import type { ClaimedWorkers } from '../../run/control/with-workers.ts';
import type { SyncReady } from '../../run/preflight/sync-preflight.ts';
import { statusOf } from '../../run/repositories/run-outcome.ts';
import { contextOfRun, runAloneOrShared, runToShare } from '../../run/shared/alone-or-shared.ts';
import type { MigratedRepositories } from './migrated-repositories.ts';
import type {
  RepositoryOutcome,
  SyncedRepository,
  SyncOutcome,
  SyncRun,
} from './repository/sync-request.ts';
import { goneRepositories, openImports } from './repository/sync-work.ts';
import type { RereadPlan } from './reread/plan-rereads.ts';
import { syncing } from './shared/syncing.ts';

interface SyncJob {
  readonly lease: LeaseHandle;
  readonly claimed: ClaimedWorkers;
  readonly migrated: MigratedRepositories;
  readonly ready: SyncReady;
  readonly rereads: RereadPlan;
}

type Synced = Omit<
  Extract<SyncOutcome, { kind: 'finished' }>,
  'newRepositories' | 'added' | 'problems'
>;

/**
 * Looks at the source, and syncs the repositories.
 * @returns what it came to; what the source has listed, where that was all; and the plan with what the source has changed in it
 */
export async function workOnSync(
  run: SyncRun,
  job: SyncJob,
): Promise<{ synced: Synced; listing: readonly SourceRepository[] | null; plan: Plan }> {
  const { services, events, migration } = run;
  const { lease, migrated } = job;
  const { writer } = lease;
  const signal = AbortSignal.any([run.signal, lease.lost, job.claimed.lost]);
  const { found: sources, listing } = await findSources({
    ...{ source: services.source, workspace: run.plan.source.workspace },
    ...{
      repositories: migrated.repositories,
      ids: migrated.ids,
      areFew: run.repositories !== null && run.repositories.size <= few,
    },
    signal: AbortSignal.any([signal, run.drain]),
  });
  const { plan, comparisons } = await settingsOf(run, { ...job, sources, signal });
  const repositories = plan.repositories.filter(({ source }) => migrated.ids.has(source));
  const options = { ...run.options, workers: job.claimed.workers };
  const asked = { reread: run.reread, includeSecrets: run.includeSecrets === true };
  const shared = runToShare(services, 'sync', { options, replaced: [], sync: asked });
  const { account, owner } = job.ready;
  const context = await contextOfRun(shared, {
    ...{ ...run, ...storedChoice(migration), plan, options, account, owner },
    ...{ writer, fillsNewTeamsOnly: true, signal },
  });
  const startedAt = services.clock.now();
  const recorder = recordEvents({ writer: () => writer, events });
  const ended = new Map<string, RepositoryOutcome>();
  try {
    makeFolder(join(services.workFolder, migration.id));
    events.emit({
      type: 'run-started',
      kind: 'sync',
      ...{ migration: migration.id, source: migration.source, target: migration.target },
      repositories: repositories.map(({ source, target }) => ({ source, target })),
      workers: Math.min(options.workers, repositories.length),
      resumed: false,
    });
    const { stoppedBy, isContinued = false } = await runAloneOrShared(shared, {
      ...{ context, repositories, signal, drain: run.drain, writer, events },
      skipped: new Map([...goneRepositories(sources), ...openImports(context)]),
      ...{ since: startedAt, isOwn: recorder.isOwn },
      ...syncing({
        ...{ context, repositories, sources, ...asked },
        decisionOf: (source) => ({
          also: job.rereads.numbers.get(source) ?? new Set(),
          settings: comparisons.get(source) ?? null,
        }),
        onEnded: (end) => void ended.set(end.source, end),
      }),
    });
    const synced = repositories.flatMap(({ source, target }) => {
      const end = ended.get(source);
      return end === undefined ? [] : [withTarget(end, target)];
    });
    const milliseconds = services.clock.now() - startedAt;
    const finished = { type: 'run-finished', kind: 'sync', migration: migration.id } as const;
    const runEnd = { ...finished, ...endOf(synced, stoppedBy), milliseconds };
    // It has ended for this process alone.
    if (isContinued) events.show({ ...runEnd, at: services.clock.now() });
    else events.emit(runEnd);
    const isWhole = stoppedBy === null && run.repositories === null;
    return {
      synced: {
        ...{ kind: 'finished', migration: migration.id, stoppedBy, isContinued },
        ...{ repositories: synced, unmigrated: migrated.unmigrated },
        reread: job.rereads.pullRequests,
      },
      listing: isWhole ? listing : null,
      plan,
    };
  } finally {
    await recorder.stop();
  }
}

function withTarget(
  { source, outcome, sync, reason, failure }: RepositoryOutcome,
  target: string,
): SyncedRepository {
  return { source, target, outcome, sync, reason, failure };
}

/** The plan of the state gets what the source has changed before anything of it is applied. */
async function settingsOf(
  run: SyncRun,
  job: { lease: LeaseHandle; sources: ReadonlyMap<string, FoundSource>; signal: AbortSignal },
): Promise<{ plan: Plan; comparisons: ReadonlyMap<string, SettingsComparison> }> {
  const { services, migration, drain } = run;
  if (run.includeSettings !== true) return { plan: run.plan, comparisons: new Map() };
  const { plan, comparisons } = await compareSettings({
    ...{ services, migration: migration.id, plan: run.plan, drain },
    ...{ sources: job.sources, signal: job.signal },
    users: storedChoice(migration).users,
  });
  const { settings } = migration;
  if (JSON.stringify(plan) !== JSON.stringify(run.plan))
    await job.lease.writer.resetRepositories([], { settings, planText: planText(plan) });
  return { plan, comparisons };
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
