import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MigratorError } from '../../kernel/errors.ts';
import { paceOptions } from '../../options/pace.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import type {
  MigrationContext,
  MigrationServices,
} from '../../replica/context/migration-context.ts';
import { requireMarkerKey } from '../../replica/context/require-marker-key.ts';
import { storedChoice, storedOptions, storedPlan } from '../../replica/context/stored-plan.ts';
import { openContext } from '../control/open-context.ts';
import { recordEvents } from '../control/record-events.ts';
import { withWorkers } from '../control/with-workers.ts';
import { checkSync, type SyncReady } from '../preflight/sync-preflight.ts';
import { runRepositories } from '../repositories/run-repositories.ts';
import { claimedWork } from './claimed-work.ts';
import { type JoinRun, joinRun } from './join-run.ts';
import { organizationWriter } from './organization-writer.ts';
import { hasMigrated } from './other-processes/run-outcomes.ts';
import { type RunRecord, readRunRecord } from './run-record.ts';
import { findPlanned, type SharedWorkOptions } from './shared-work.ts';

/** Describes what a process that has joined needs to work on a repository. */
interface Joined extends Omit<MigrationContext, 'writer'> {
  readonly record: RunRecord;
  /** As the source has it now. @throws `not-found` */
  readonly findSource: (slug: string) => Promise<SourceRepository>;
}

/** Describes what a task does with each repository. */
type WorkOfTask = (joined: Joined) => Pick<SharedWorkOptions, 'workBy' | 'hasEnded'> & {
  /** True if the run is of no use without the process that leads it. */
  readonly endsWithLeader: boolean;
};

/** Migrates repositories of a run that another process coordinates. */
export async function joinMigrate(job: JoinRun): Promise<MigratorError | null> {
  const { services, migration } = job;
  const stoppedBy = await joinRepositories(job, (joined) => ({
    endsWithLeader: false,
    hasEnded: hasMigrated(job.sharing.runs, migration.id),
    workBy: (claim) => claimedWork(joined, claim, joined.findSource),
  }));
  const isKept = stoppedBy !== null || storedOptions(migration).follow;
  if (!isKept) await removeMirrors(services, migration.id);
  return stoppedBy;
}

/** Works on repositories of a run that another process coordinates. */
export async function joinRepositories(
  job: JoinRun,
  workOf: WorkOfTask,
): Promise<MigratorError | null> {
  const { services, migration } = job;
  await requireMarkerKey(services, migration);
  const plan = storedPlan(migration);
  const slugs = plan.repositories.slice(0, 1).map(({ source }) => source);
  const ready = await checkSync({ ...job, plan, slugs });
  if ('problems' in ready) throw ready.problems[0] ?? new TypeError('a problem is missing');
  const asked = {
    ...{ services, terms: ready.terms, asked: job.askedWorkers },
    ...{
      workers: job.askedWorkers ?? paceOptions.workers.default,
      repositories: plan.repositories.length,
    },
  };
  const done = await withWorkers(asked, async ({ workers, lost }) => ({
    stoppedBy: await work(
      { ...job, signal: AbortSignal.any([job.signal, lost]) },
      { plan, ready, workers },
      workOf,
    ),
  }));
  if (done instanceof MigratorError) throw done;
  return done.stoppedBy;
}

interface ReadyToJoin {
  readonly plan: Plan;
  readonly ready: SyncReady;
  readonly workers: number;
}

async function work(
  job: JoinRun,
  given: ReadyToJoin,
  workOf: WorkOfTask,
): Promise<MigratorError | null> {
  const { repositories } = given.plan;
  const { services, events, drain } = job;
  const stop = new AbortController();
  const signal = AbortSignal.any([job.signal, stop.signal]);
  const recorder = recordEvents({ writer: () => services.lease.get()?.writer ?? null, events });
  try {
    const context = await contextOf({ ...job, signal }, given);
    const { endsWithLeader: isIdle, ...workOfTask } = workOf(context);
    const { stoppedBy } = await joinRun(job, { onFailure: 'leave' }, ({ share, hasEnded }) =>
      runRepositories({
        ...{ context, repositories, skipped: new Map(), signal, drain },
        work: share({
          ...{ ...workOfTask, signal, find: findPlanned(repositories) },
          isDone: () => hasEnded({ isIdle }),
          beforeRelease: recorder.settled,
          onError: (thrown) => stop.abort(thrown),
        }),
      }),
    );
    if (stop.signal.aborted) throw stop.signal.reason;
    return stoppedBy;
  } finally {
    await recorder.stop();
  }
}

/** Removes mirrors of repositories that another machine continued. A migration that is resumed needs the others. */
async function removeMirrors(
  { store, workFolder }: Pick<MigrationServices, 'store' | 'workFolder'>,
  migration: string,
): Promise<void> {
  const states = await store.listRepositories(migration);
  const isWhole = states.every(({ status }) => status === 'succeeded' || status === 'skipped');
  if (isWhole) await rm(join(workFolder, migration), { recursive: true, force: true });
}

async function contextOf(job: JoinRun, { plan, ready, workers }: ReadyToJoin): Promise<Joined> {
  const { services, sharing, migration, run, signal, drain } = job;
  const { account, owner } = ready;
  const record = readRunRecord(migration.id, run);
  const { options, replaced } = record;
  return {
    ...{ record, findSource: sourceFinder({ ...job, plan }) },
    ...(await openContext({
      ...{ ...storedChoice(migration), services, migration, plan, account, owner, signal, drain },
      ...{ options: { ...options, workers }, replaced: new Map(replaced) },
      fillsNewTeamsOnly: run.task === 'sync',
      withWriter: organizationWriter({
        ...{ services, runs: sharing.runs, migration: migration.id, run: run.id, signal },
      }),
    })),
  };
}

/** As the source has it now. */
function sourceFinder({ services, plan, signal }: JoinRun & { plan: Plan }) {
  const { source } = services;
  const { workspace } = plan.source;
  return async (slug: string): Promise<SourceRepository> => {
    const found = await source.findRepository({ workspace, slug, signal });
    if (found !== null) return found;
    throw new MigratorError(
      'not-found',
      `${workspace}/${slug} does not exist on ${source.hostname}`,
      {
        hint: 'Remove it from the plan, or check that the credentials can read it.',
      },
    );
  };
}
