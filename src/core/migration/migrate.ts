import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type MigratorError, toFailure } from '../errors.ts';
import type { EventSink } from '../event-sink.ts';
import type { RunCounts } from '../events.ts';
import type { Migration, MigrationStatus, RepositoryState } from '../model/migration.ts';
import type { Plan, PlannedRepository } from '../plan/plan-schema.ts';
import type { MigrationWriter } from '../state/store.ts';
import { parseUserMap } from '../users/parse-user-map.ts';
import type { UserMap } from '../users/user-map.ts';
import { newMigrationId, planDigest } from './identity.ts';
import { keepLease } from './keep-lease.ts';
import type { MigrationServices } from './migration-context.ts';
import type { MigrationOptions } from './options.ts';
import { type PreflightResult, preflight } from './preflight.ts';
import { recordEvents } from './record-events.ts';
import { type RepositoriesOutcome, runRepositories } from './run-repositories.ts';
import { keptSettings, type MigrationSettings, parseSettings } from './settings.ts';

export interface Migrate {
  readonly services: MigrationServices;
  readonly events: EventSink;
  readonly plan: Plan;
  /** The plan as the file has it, to be kept for a resume. */
  readonly planText: string;
  readonly options: MigrationOptions;
  /** What holds until the migration's end. A resume takes what it was begun with. */
  readonly settings: {
    readonly defaults: MigrationSettings;
    /** What the command line says explicitly. */
    readonly asked: Partial<MigrationSettings>;
  };
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
  if (run.dryRun) {
    const open = await pendingRepositories(run, known);
    const pending = new Set(open.repositories.map(({ source }) => source));
    const { users } = choose(run, known);
    return { kind: 'dry-run', preflight: await check(run, { ...open, users }), pending };
  }
  return known === null ? begin(run) : goOn(run, known);
}

interface Chosen {
  readonly settings: MigrationSettings;
  readonly users: UserMap | null;
}

/** @throws `usage` where what is asked for contradicts what the migration was begun with */
function choose({ settings }: Migrate, known: Migration | null): Chosen {
  const chosen =
    known === null
      ? { ...settings.defaults, ...settings.asked }
      : keptSettings(parseSettings(known.settings), settings.asked);
  const text = chosen.user_map;
  const users = text === null ? null : parseUserMap(text, 'the user map');
  return { settings: chosen, users };
}

function isFinished(status: MigrationStatus): boolean {
  return status === 'completed' || status === 'cancelled';
}

async function begin(run: Migrate): Promise<MigrateOutcome> {
  const { store, clock, random } = run.services;
  const chosen = choose(run, null);
  const { users } = chosen;
  const result = await check(run, {
    repositories: run.plan.repositories,
    begun: new Set(),
    users,
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
  return withLease(run, migration.id, (held) =>
    work({ run, migration, held, result, repositories, chosen, isResumed: false }),
  );
}

async function goOn(run: Migrate, migration: Migration): Promise<MigrateOutcome> {
  const chosen = choose(run, migration);
  // The lease first of all: while another process runs it there is nothing to check.
  return withLease(run, migration.id, async (held) => {
    const pending = await pendingRepositories(run, migration);
    const result = await check(run, { ...pending, users: chosen.users });
    if (result.problems.length > 0) return { kind: 'refused', problems: result.problems };
    const { repositories } = pending;
    return work({ run, migration, held, result, repositories, chosen, isResumed: true });
  });
}

/** The right to write, as long as it is needed: checks that wait for a host's limit may outlast it, too. */
interface Held {
  readonly writer: MigrationWriter;
  /** Aborted when it was lost. */
  readonly lost: AbortSignal;
}

async function withLease<T>(
  { services }: Migrate,
  migration: string,
  use: (held: Held) => Promise<T>,
): Promise<T> {
  const writer = await services.store.acquire(migration, services.process);
  const lease = keepLease({ writer, clock: services.clock });
  try {
    return await use({ writer, lost: lease.lost });
  } finally {
    await lease.stop();
  }
}

interface Pending {
  readonly repositories: readonly PlannedRepository[];
  /** Those whose target this migration may have made. */
  readonly begun: ReadonlySet<string>;
}

async function pendingRepositories(run: Migrate, migration: Migration | null): Promise<Pending> {
  if (migration === null) return { repositories: run.plan.repositories, begun: new Set() };
  const { store } = run.services;
  const states = await store.listRepositories(migration.id);
  const open = new Map(states.filter(isOpen).map((state) => [state.source, state]));
  const begun = new Set<string>();
  for (const { source, startedAt } of open.values()) {
    if (startedAt === null) continue;
    const steps = await store.listSteps(migration.id, source);
    if (steps.some(({ name }) => name === 'create')) begun.add(source);
  }
  return { repositories: run.plan.repositories.filter(({ source }) => open.has(source)), begun };
}

function isOpen({ status }: RepositoryState): boolean {
  return status !== 'succeeded' && status !== 'skipped';
}

async function check(
  run: Migrate,
  pending: Pending & Pick<Chosen, 'users'>,
): Promise<PreflightResult> {
  const result = await preflight({
    services: run.services,
    workspace: run.plan.source.workspace,
    organization: run.plan.target.organization,
    ...pending,
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
        learned: { hostHasNoActions: false, members: null },
      },
      repositories,
      sources,
      existing,
      signal: AbortSignal.any([run.signal, lost]),
      drain: run.drain,
    });
    const counts = await countAll(run, migration.id);
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

/** Of the whole migration, earlier runs included. */
async function countAll(run: Migrate, migration: string): Promise<RunCounts> {
  const states = await run.services.store.listRepositories(migration);
  const withStatus = (status: RepositoryState['status']) =>
    states.filter((state) => state.status === status).length;
  return {
    succeeded: withStatus('succeeded'),
    skipped: withStatus('skipped'),
    failed: withStatus('failed'),
  };
}

function statusOf(
  outcome: RepositoriesOutcome,
  counts: RunCounts,
): 'completed' | 'completed_with_failures' | 'paused' {
  if (outcome.stoppedBy !== null) return 'paused';
  return counts.failed > 0 ? 'completed_with_failures' : 'completed';
}
