import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type MigratorError, toFailure, toMigratorError } from '../errors.ts';
import type { EventSink } from '../event-sink.ts';
import type { RunCounts } from '../events.ts';
import type { ForecastInput } from '../forecast/forecast.ts';
import type { Migration, MigrationStatus } from '../model/migration.ts';
import type { Plan, PlannedRepository } from '../plan/plan-schema.ts';
import { type Chosen, chooseSettings, type GivenSettings } from './choose-settings.ts';
import { forecastPullRequests } from './forecast-pull-requests.ts';
import { newMigrationId, planDigest } from './identity.ts';
import type { MigrationServices } from './migration-context.ts';
import type { MigrationOptions } from './options.ts';
import { type Pending, pendingRepositories } from './pending-repositories.ts';
import { type PreflightResult, preflight } from './preflight.ts';
import { recordEvents } from './record-events.ts';
import { countAll, statusOf } from './run-outcome.ts';
import { runRepositories } from './run-repositories.ts';
import { bringsPullRequests } from './settings.ts';
import { type Held, withLease } from './with-lease.ts';

export interface Migrate {
  readonly services: MigrationServices;
  readonly events: EventSink;
  readonly plan: Plan;
  /** The plan as the file has it, to be kept for a resume. */
  readonly planText: string;
  readonly options: MigrationOptions;
  /** What holds until the migration's end. A resume takes what it was begun with. */
  readonly settings: GivenSettings;
  /** The migration that is resumed; `null` when the plan was named: then one of the same plan is continued. */
  readonly resume: Migration | null;
  readonly dryRun: boolean;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** Aborted: begin nothing new, and end after the running steps. */
  readonly drain: AbortSignal;
}

export type MigrateOutcome =
  /** Nothing was written: these problems have to be solved first. */
  | { readonly kind: 'refused'; readonly problems: readonly MigratorError[] }
  /** Nothing was written: this is what would be done. */
  | {
      readonly kind: 'dry-run';
      readonly preflight: PreflightResult;
      /** Slugs of those that an earlier run has not finished. */
      readonly pending: ReadonlySet<string>;
      /** Missing where no pull requests would be brought over. */
      readonly forecast?: readonly ForecastInput[];
    }
  /** Nothing was left to do. */
  | { readonly kind: 'nothing-to-do'; readonly migration: Migration }
  | {
      readonly kind: 'finished';
      readonly migration: string;
      readonly counts: RunCounts;
      /** Why it ended before all repositories had their turn. */
      readonly stoppedBy: MigratorError | null;
    };

/**
 * Checks everything, then brings the plan's repositories over; a migration of the same plan that is not finished
 * goes on where it was.
 * @throws MigratorError of code `state` if another process runs it
 */
export async function migrate(run: Migrate): Promise<MigrateOutcome> {
  const { store } = run.services;
  const known = run.resume ?? (await store.findByPlan(planDigest(run.plan)));
  if (known !== null && isFinished(known.status)) {
    return { kind: 'nothing-to-do', migration: known };
  }
  if (run.dryRun) return rehearse(run, known);
  return known === null ? begin(run) : goOn(run, known);
}

/** Says what would be done, and all that is in its way. */
async function rehearse(run: Migrate, known: Migration | null): Promise<MigrateOutcome> {
  const { services, plan } = run;
  const { settings, users } = chooseSettings(run.settings, known);
  const open = await pendingRepositories({ ...services, plan, migration: known });
  const checked = await check(run, { ...open, settings, users });
  const pending = new Set(open.repositories.map(({ source }) => source));
  const signal = AbortSignal.any([run.signal, run.drain]);
  try {
    const asked = {
      services,
      plan,
      settings,
      pending: open.repositories,
      preflight: checked,
      signal,
    };
    const forecast = await forecastPullRequests(asked);
    const outcome = { kind: 'dry-run', preflight: checked, pending } as const;
    return forecast === null ? outcome : { ...outcome, forecast };
  } catch (thrown) {
    const error = toMigratorError(thrown);
    if (signal.aborted || error.code === 'interrupted') throw error;
    const problems = [...checked.problems, error];
    return { kind: 'dry-run', preflight: { ...checked, problems }, pending };
  }
}

function isFinished(status: MigrationStatus): boolean {
  return status === 'completed' || status === 'cancelled';
}

async function begin(run: Migrate): Promise<MigrateOutcome> {
  const { store, clock, random } = run.services;
  const chosen = chooseSettings(run.settings, null);
  const result = await check(run, {
    repositories: run.plan.repositories,
    begun: new Set(),
    ...chosen,
  });
  if (result.problems.length > 0) return { kind: 'refused', problems: result.problems };
  const now = clock.now();
  const migration: Migration = {
    id: newMigrationId(now, random),
    planDigest: planDigest(run.plan),
    planText: run.planText,
    source: run.plan.source,
    target: run.plan.target,
    settings: JSON.stringify(chosen.settings),
    status: 'pending',
    createdAt: now,
    updatedAt: now,
  };
  await store.createMigration(migration, run.plan.repositories);
  const { repositories } = run.plan;
  return withLease(run.services, migration.id, (held) =>
    work({ run, migration, held, result, repositories, chosen, isResumed: false }),
  );
}

async function goOn(run: Migrate, migration: Migration): Promise<MigrateOutcome> {
  const chosen = chooseSettings(run.settings, migration);
  // The lease first of all: while another process runs it there is nothing to check.
  return withLease(run.services, migration.id, async (held) => {
    const pending = await pendingRepositories({ ...run.services, plan: run.plan, migration });
    const result = await check(run, { ...pending, ...chosen });
    if (result.problems.length > 0) return { kind: 'refused', problems: result.problems };
    const { repositories } = pending;
    return work({ run, migration, held, result, repositories, chosen, isResumed: true });
  });
}

async function check(run: Migrate, asked: Pending & Chosen): Promise<PreflightResult> {
  const { repositories, begun, settings, users } = asked;
  const result = await preflight({
    services: run.services,
    workspace: run.plan.source.workspace,
    organization: run.plan.target.organization,
    repositories,
    begun,
    users,
    wantsPullRequests: repositories.some((planned) => bringsPullRequests(settings, planned)),
    options: run.options,
    signal: AbortSignal.any([run.signal, run.drain]),
  });
  run.events.emit({ type: 'preflight-finished', problems: result.problems.map(toFailure) });
  return result;
}

async function work(job: {
  run: Migrate;
  migration: Migration;
  held: Held;
  result: PreflightResult;
  repositories: readonly PlannedRepository[];
  chosen: Chosen;
  isResumed: boolean;
}): Promise<MigrateOutcome> {
  const { run, migration, repositories } = job;
  const { writer, lost } = job.held;
  const { account, owner, sources, existing } = job.result;
  if (account === null || owner === null)
    throw new TypeError('preflight did not settle the target');
  const { services, events, plan, options } = run;
  const startedAt = services.clock.now();
  const recorder = recordEvents({ writer, events });
  try {
    await mkdir(join(services.workFolder, migration.id), { recursive: true, mode: 0o700 });
    await writer.setStatus('running');
    events.emit({
      type: 'run-started',
      migration: migration.id,
      source: migration.source,
      target: migration.target,
      repositories: repositories.map(({ source, target }) => ({ source, target })),
      workers: Math.min(options.workers, repositories.length),
      resumed: job.isResumed,
    });
    const outcome = await runRepositories({
      context: {
        ...services,
        migration: migration.id,
        plan,
        options,
        account,
        owner,
        writer,
        ...job.chosen,
        markerKey: await services.loadMarkerKey(),
        learned: { hostHasNoActions: false, marksMerges: null, members: null },
      },
      repositories,
      sources,
      existing,
      signal: AbortSignal.any([run.signal, lost]),
      drain: run.drain,
    });
    const counts = await countAll(services.store, migration.id);
    const status = statusOf(outcome, counts);
    await writer.setStatus(status);
    if (status === 'completed') await removeWorkFolder(services.workFolder, migration.id);
    const milliseconds = services.clock.now() - startedAt;
    events.emit({ type: 'run-finished', migration: migration.id, status, counts, milliseconds });
    return { kind: 'finished', migration: migration.id, counts, stoppedBy: outcome.stoppedBy };
  } finally {
    await recorder.stop();
  }
}

/** Its mirrors are gone already, each with its repository. */
async function removeWorkFolder(workFolder: string, migration: string): Promise<void> {
  await rm(join(workFolder, migration), { recursive: true, force: true });
}
