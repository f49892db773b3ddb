import { interrupted, MigratorError, toMigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { writeLines } from '../../kernel/fold-lines.ts';
import { formatClock } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { readSlugs } from '../../plan/read-slugs.ts';
import { MigrationInUse } from '../../ports/records/migration.ts';
import type { MigrationServices } from '../../replica/context/migration-context.ts';
import { storedPlan } from '../../replica/context/stored-plan.ts';
import { writeLiveSnapshots } from '../../report/run/live-snapshot-file.ts';
import { createRunModel } from '../../report/run/run-model.ts';
import { confirmInPlan } from '../../run/control/confirm-in-plan.ts';
import { stateFolder } from '../../state/state-folder.ts';
import { type Alarm, openAlarm } from '../../verbs/sync/every/alarm.ts';
import { repeatedSyncRun } from '../../verbs/sync/every/repeated-sync.ts';
import type { SyncOutcome } from '../../verbs/sync/repository/sync-request.ts';
import { syncMigration } from '../../verbs/sync/sync.ts';
import type { App } from '../app.ts';
import type { CommandProgram, HandlerInput } from '../command-program.ts';
import { refuseCancelled, syncedOf } from '../migrate/named-migration.ts';
import { notifyEnd } from '../migrate/notify.ts';
import { reportProblems } from '../migrate/report-outcome.ts';
import { workersGoOnText } from '../migrate/workers-go-on.ts';
import { sayNext } from '../next-step.ts';
import { parseEvery } from './every.ts';
import { syncJson, syncLines } from './output.ts';
import { repeatedSyncOf, type SyncFlags } from './repeated-sync-of.ts';

/** `migrator sync`: once, or again and again until it is interrupted. */
export async function runSync(given: HandlerInput<SyncFlags>): Promise<ExitCode> {
  const { flags, program } = given;
  const isOff = flags.every === off;
  const every = flags.every === undefined || isOff ? null : parseEvery(flags.every);
  refuseSelected(flags);
  const slugs = flags.repositories === undefined ? undefined : await readSlugs(flags.repositories);
  const model = createRunModel();
  await using app = await program.openApp({
    ...{ program, flags, onEvent: model.accept, watchedRun: model.state },
    ...{ endsQuietly: every !== null, listsSyncs: true },
    // A dashboard that closes between two syncs would show less than lines do.
    ...(every === null && { liveRun: model.state }),
  });
  const services = await app.migrationServices();
  services.runController.attend(false);
  await using _snapshots = writeLiveSnapshots({
    ...{ folder: stateFolder(program), model, budgets: app.budgets },
  });
  const alone = { sharing: null };
  const alarm = await openAlarm(every === null && !isOff ? alone : services, flags.migration);
  try {
    const code = isOff
      ? await reportOff(app, services, flags)
      : await syncAgain({
          ...{ app, program, flags, services, slugs, every },
          setAlarm: alarm.set,
        });
    // Not after what was thrown, such as the loss of the database: a worker goes on then.
    await alarm.end();
    return code;
  } finally {
    await alarm.close();
  }
}

/** As the value of --every: nobody repeats it any more. */
const off = 'off';

async function reportOff(
  app: App,
  { store, sharing }: Pick<MigrationServices, 'store' | 'sharing'>,
  flags: SyncFlags,
): Promise<ExitCode> {
  if (sharing === null) {
    throw new MigratorError('usage', '--every off needs the state in a database', {
      hint: 'Without a database, press Ctrl+C in the terminal that runs the sync.',
    });
  }
  const { id } = await syncedOf(store, flags.migration);
  app.say(`The sync of ${id} no longer repeats.`);
  return exitCodes.done;
}

/** @param job.every milliseconds; `null`: once */
async function syncAgain(job: {
  app: App;
  program: CommandProgram;
  flags: SyncFlags;
  services: MigrationServices;
  slugs: ReadonlySet<string> | undefined;
  every: number | null;
  setAlarm: Alarm['set'];
}): Promise<ExitCode> {
  const { app, program, flags, services, slugs, every, setAlarm } = job;
  let code: ExitCode = exitCodes.done;
  let isFirst = true;
  for (;;) {
    const startedAt = program.clock.now();
    const found = await syncedOf(services.store, flags.migration);
    refuseCancelled(found);
    // Once, and then kept: a repetition confirms nothing that became private since.
    const published = isFirst ? flags.publishPrivate : [];
    const rewritten = isFirst ? flags.rewriteHistory : [];
    const migration = await confirmInPlan(services, found, { published, rewritten, isKept: true });
    isFirst = false;
    const plan = storedPlan(migration);
    if (flags.includeSettings) requirePlannedSettings(plan);
    const round = repeatedSyncOf(app, { flags, slugs, plan, every: every ?? 0 });
    if (every !== null) await setAlarm(round, startedAt + every);
    const synced = syncMigration(
      repeatedSyncRun(round, {
        ...{ services, events: app.events, migration, budgets: app.budgets },
        resolveNames: program.naming.resolveRepositoryNames,
        ...{ signal: program.stop, drain: program.drain },
      }),
    );
    const outcome = await (every === null ? synced : synced.catch(skipInUse(app)));
    await app.endLive();
    if (outcome !== null) code = report({ app, program, flags, plan, outcome });
    if (every === null || (outcome !== null && !mayGoOn(outcome, code))) return code;
    const next = Math.max(startedAt + every, program.clock.now());
    await setAlarm(round, next);
    app.say(`Next sync at ${formatClock(next)}. Press Ctrl+C to stop.`);
    if (!(await waitUntil(next, program))) return code;
  }
}

/** New repositories are found in the list of the whole workspace. */
function refuseSelected({ includeNew, include, exclude, repositories, wave }: SyncFlags): void {
  const isSelected = include.length + exclude.length > 0 || (repositories ?? wave) !== undefined;
  if (!includeNew || !isSelected) return;
  throw new MigratorError(
    'usage',
    '--include-new syncs all repositories: it cannot be combined with a selection',
    {
      hint: 'See migrator sync --help.',
    },
  );
}

function requirePlannedSettings({ repositories }: Plan): void {
  if (repositories.some(({ settings }) => settings !== undefined)) return;
  throw new MigratorError('input-file', 'The plan has no settings to sync', {
    hint: "Run discover with --include-settings, plan again, and apply that plan's settings once.",
  });
}

/**
 * Tells whether a repeated sync continues: a failure that passes by itself, or concerns single repositories, does not
 * end it.
 */
function mayGoOn(outcome: SyncOutcome, code: ExitCode): boolean {
  // New repositories that cannot be migrated keep nobody else from being synced.
  if (outcome.kind === 'finished' && outcome.stoppedBy === null) return true;
  const passing: readonly ExitCode[] = [
    exitCodes.done,
    exitCodes.someFailed,
    exitCodes.unavailable,
  ];
  return passing.includes(code);
}

/** While another command works on the migration, the next sync is as good. */
function skipInUse(app: Pick<App, 'say'>): (thrown: unknown) => null {
  return (thrown) => {
    if (!(thrown instanceof MigrationInUse)) throw thrown;
    app.say(safe(`${thrown.message}: skipped this time.`));
    return null;
  };
}

/** @returns whether the time has come; `false` where somebody ended it */
async function waitUntil(until: number, { clock, stop, drain }: CommandProgram): Promise<boolean> {
  try {
    await clock.sleep(until - clock.now(), AbortSignal.any([stop, drain]));
    return true;
  } catch (thrown) {
    if (stop.aborted || drain.aborted) return false;
    throw thrown;
  }
}

function areMigrated({ added }: Extract<SyncOutcome, { kind: 'finished' }>): boolean {
  return added.every(({ status }) => status === 'succeeded');
}

function report(sync: {
  app: App;
  program: CommandProgram;
  flags: SyncFlags;
  plan: Plan;
  outcome: SyncOutcome;
}): ExitCode {
  const { app, program, flags, outcome } = sync;
  if (outcome.kind === 'refused') return reportProblems(sync, outcome.problems);
  const { repositories, stoppedBy } = outcome;
  const color = app.output.color && program.stdout.isTerminal;
  if (app.output.mode === 'json') program.stdout.write(syncJson(outcome));
  else writeLines(program.stdout, syncLines(outcome, { color }));
  const failed = repositories.filter(({ outcome: one }) => one === 'failed').length;
  const left = repositories.filter(({ outcome: one }) => one === 'partly').length;
  const skipped = repositories.filter(({ outcome: one }) => one === 'skipped').length;
  if (flags.notify)
    notifyEnd(program, { succeeded: repositories.length - failed - skipped, skipped, failed });
  if (stoppedBy === null) {
    if (outcome.problems.length > 0) return reportProblems(sync, outcome.problems);
    if (failed + left > 0 || !areMigrated(outcome)) return exitCodes.someFailed;
    // New repositories have a hint of their own.
    if (flags.every === undefined && outcome.newRepositories.length === 0)
      sayNext(program, flags, `migrator verify --migration ${outcome.migration}`);
    return exitCodes.done;
  }
  if (outcome.isContinued) app.say(workersGoOnText(outcome.migration));
  if (toMigratorError(stoppedBy).code === interrupted().code) return exitCodes.interrupted;
  return reportProblems(sync, [stoppedBy]);
}
