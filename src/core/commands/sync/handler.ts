import { interrupted, MigratorError, toMigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { foldLines } from '../../kernel/format/fold-lines.ts';
import { formatClock } from '../../kernel/format/format.ts';
import { migrationOptions } from '../../migration/choices/options.ts';
import { storedPlan } from '../../migration/stored-plan.ts';
import type { Reread } from '../../migration/sync/pull-requests/changed-rows.ts';
import { syncMigration } from '../../migration/sync/sync.ts';
import type { SyncOutcome } from '../../migration/sync/sync-request.ts';
import { chooseRepositories } from '../../plan/choose-repositories.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { readSlugs } from '../../plan/read-slugs.ts';
import { slugsOfWave } from '../../plan/waves.ts';
import { MigrationHeld } from '../../ports/state/shared-run.ts';
import { writeLiveSnapshots } from '../../report/run/live-snapshot-file.ts';
import { createRunModel } from '../../report/run/run-model.ts';
import { stateFolder } from '../../state/state-folder.ts';
import type { App, AppFlags } from '../app.ts';
import type { CommandProgram, HandlerInput } from '../command-program.ts';
import { migrationOf, refuseCancelled } from '../migrate/named-migration.ts';
import { notifyEnd } from '../migrate/notify.ts';
import { reportProblems } from '../migrate/report-outcome.ts';
import { workersGoOnText } from '../migrate/workers-go-on.ts';
import { parseEvery } from './every.ts';
import { syncJson, syncLines } from './output.ts';

type SyncFlags = AppFlags & {
  readonly migration: string;
  readonly every: string | undefined;
  readonly includeNew: boolean;
  readonly includeSecrets: boolean;
  readonly includeSettings: boolean;
  readonly reread: Reread | undefined;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** A file of slugs or names. */
  readonly repositories: string | undefined;
  readonly wave: number | undefined;
  readonly workers: number | undefined;
  readonly notify: boolean;
};

/** `migrator sync`: once, or again and again until it is interrupted. */
export async function runSync(given: HandlerInput<SyncFlags>): Promise<ExitCode> {
  const { flags, program } = given;
  const every = flags.every === undefined ? null : parseEvery(flags.every);
  refuseSelected(flags);
  const slugs = flags.repositories === undefined ? undefined : await readSlugs(flags.repositories);
  const model = createRunModel();
  await using app = await program.openApp({
    ...{ program, flags, onEvent: model.accept },
    // A dashboard that closes between two syncs would tell less than lines do.
    ...(every === null && { liveRun: model.state }),
  });
  const services = await app.migrationServices();
  services.runController.attend(false);
  await using _snapshots = writeLiveSnapshots({
    ...{ folder: stateFolder(program), model, budgets: app.budgets },
  });
  const spare = { kind: 'spare', budgets: app.budgets } as const;
  let code: ExitCode = exitCodes.done;
  for (;;) {
    const startedAt = program.clock.now();
    const migration = await migrationOf(services.store, flags.migration);
    refuseCancelled(migration);
    const plan = storedPlan(migration);
    if (flags.includeSettings) requirePlannedSettings(plan);
    const round = syncMigration({
      ...{ services, events: app.events, migration, plan },
      options: migrationOptions({ flags, plan: plan.options, config: app.config }),
      repositories: chosenOf(plan, { ...flags, slugs }),
      ...(flags.includeNew && { includeNew: program.naming.resolveRepositoryNames }),
      ...{ includeSecrets: flags.includeSecrets, includeSettings: flags.includeSettings },
      reread: flags.reread ?? 'changed',
      // A target that people use already is synced now and then, and keeps no local copy to compare with.
      ...(flags.reread === undefined && plan.follow === true && { closed: spare }),
      askedWorkers: flags.workers ?? plan.options.workers,
      ...{ signal: program.stop, drain: program.drain },
    });
    const outcome = await (every === null ? round : round.catch(skipHeld(app)));
    await app.endLive();
    if (outcome !== null) code = report({ app, program, flags, outcome });
    if (every === null || (outcome !== null && !mayGoOn(outcome, code))) return code;
    const next = Math.max(startedAt + every, program.clock.now());
    app.say(`Next sync at ${formatClock(next)}. Ctrl+C ends it.`);
    if (!(await waitUntil(next, program))) return code;
  }
}

/** New repositories are found in the list of the whole workspace. */
function refuseSelected({ includeNew, include, exclude, repositories, wave }: SyncFlags): void {
  const isSelected = include.length + exclude.length > 0 || (repositories ?? wave) !== undefined;
  if (!includeNew || !isSelected) return;
  throw new MigratorError('usage', '--include-new syncs all repositories: it takes no selection', {
    hint: 'See migrator sync --help.',
  });
}

function requirePlannedSettings({ repositories }: Plan): void {
  if (repositories.some(({ settings }) => settings !== undefined)) return;
  throw new MigratorError('usage', 'The plan has no settings to sync', {
    hint: 'Run discover with --include-settings, plan again, and apply the settings of that plan once.',
  });
}

/** What passes by itself, or concerns single repositories, does not end a sync that comes again. */
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
function skipHeld(app: Pick<App, 'say'>): (thrown: unknown) => null {
  return (thrown) => {
    if (!(thrown instanceof MigrationHeld)) throw thrown;
    app.say(`${thrown.message}: skipped this time.`);
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

/** `null`: all of them. */
export function chosenOf(
  plan: Plan,
  choice: Parameters<typeof chooseRepositories>[1] & Pick<SyncFlags, 'wave'>,
): ReadonlySet<string> | null {
  const { include, exclude, slugs } = choice;
  const wave = choice.wave === undefined ? null : slugsOfWave(plan, choice.wave);
  if (include.length + exclude.length === 0 && slugs === undefined) return wave;
  const repositories = plan.repositories.map(({ source, name = source }) => ({
    slug: source,
    name,
  }));
  const chosen = chooseRepositories({ repositories }, choice).map(({ slug }) => slug);
  return new Set(wave === null ? chosen : chosen.filter((slug) => wave.has(slug)));
}

function areMigrated({ added }: Extract<SyncOutcome, { kind: 'finished' }>): boolean {
  return added.every(({ status }) => status === 'succeeded');
}

function report(told: {
  app: App;
  program: CommandProgram;
  flags: SyncFlags;
  outcome: SyncOutcome;
}): ExitCode {
  const { app, program, flags, outcome } = told;
  if (outcome.kind === 'refused') return reportProblems(told, outcome.problems);
  const { repositories, stoppedBy } = outcome;
  const color = app.output.color && program.stdout.isTerminal;
  const lines = foldLines(syncLines(outcome, { color }), program.stdout.columns ?? null);
  program.stdout.write(
    app.output.mode === 'json' ? syncJson(outcome) : lines.map((line) => `${line}\n`).join(''),
  );
  const failed = repositories.filter(({ outcome: one }) => one === 'failed').length;
  const left = repositories.filter(({ outcome: one }) => one === 'partly').length;
  const skipped = repositories.filter(({ outcome: one }) => one === 'skipped').length;
  if (flags.notify)
    notifyEnd(program, { succeeded: repositories.length - failed - skipped, skipped, failed });
  if (stoppedBy === null) {
    if (outcome.problems.length > 0) return reportProblems(told, outcome.problems);
    return failed + left > 0 || !areMigrated(outcome) ? exitCodes.someFailed : exitCodes.done;
  }
  if (outcome.isContinued) app.say(workersGoOnText(outcome.migration));
  if (toMigratorError(stoppedBy).code === interrupted().code) return exitCodes.interrupted;
  return reportProblems(told, [stoppedBy]);
}
