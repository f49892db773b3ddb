import { type App, type AppFlags, createApp } from '../app.ts';
import { MigratorError, toFailure } from '../errors.ts';
import type { TimedEvent } from '../events.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.ts';
import { resolveTargetNames } from '../hosts/github/repository-name.ts';
import type { Migration } from '../model/migration.ts';
import type { SourceKind } from '../model/repository.ts';
import type { Plan } from '../plan/plan-schema.ts';
import { parsePlan, readPlan } from '../plan/read-plan.ts';
import type { Program } from '../program.ts';
import { dryRunLines, dryRunResult } from '../report/dry-run.ts';
import { failureLines } from '../report/failure-lines.ts';
import { jsonLine } from '../report/json.ts';
import { initialRunState, reduceRun } from '../report/run-state.ts';
import { summaryLines } from '../report/summary.ts';
import type { Store } from '../state/store.ts';
import { readUserMap } from '../users/read-user-map.ts';
import { isMigrationId } from './identity.ts';
import { type MigrateOutcome, migrate } from './migrate.ts';
import { type MigrationFlags, migrationOptions } from './options.ts';
import { settingsOf } from './settings.ts';

type RunFlags = AppFlags &
  MigrationFlags & {
    readonly plan: string | undefined;
    readonly resume: string | undefined;
    readonly dryRun: boolean;
    /** Path of the user map. */
    readonly userMap?: string | undefined;
  };

/** `migrator migrate`: reads the plan or the migration, runs it, tells its outcome. */
export async function runMigrate(given: {
  flags: RunFlags;
  program: Program;
  /** False where state and hosts go with the run. */
  canBeResumed?: boolean;
}): Promise<ExitCode> {
  const { flags, program, canBeResumed = true } = given;
  checkFlags(flags);
  // A plan that cannot be used is told before anything else is asked for.
  const named =
    flags.plan === undefined ? null : await readPlan({ path: flags.plan, resolveTargetNames });
  const userMap = flags.userMap === undefined ? null : (await readUserMap(flags.userMap)).text;
  let state = initialRunState;
  const onEvent = (event: TimedEvent) => {
    state = reduceRun(state, event);
  };
  await using app = await createApp({ program, flags, onEvent });
  const services = await app.migrationServices();
  const { plan, text, resume } =
    named === null ? await resumed(services.store, flags) : { ...named, resume: null };
  checkKind(plan, services.source.kind);
  const options = migrationOptions({
    // A flag that was not given must not hide what the plan says.
    flags: { ...flags, skipExisting: flags.skipExisting ? true : undefined },
    plan: plan.options,
    config: app.config,
  });
  const stopWatching = tellOfInterruption({
    app,
    program,
    hasBegun: () => state.migration !== null,
  });
  try {
    const outcome = await migrate({
      services,
      events: app.events,
      plan,
      planText: text,
      options,
      settings: settingsOf({ options: options.pullRequests, flags, userMap }),
      resume,
      dryRun: flags.dryRun,
      signal: program.stop,
      drain: program.drain,
    });
    // Progress and result may go to different places.
    const color = app.look.color && program.stdout.isTerminal;
    return tell({
      app,
      program,
      outcome,
      plan,
      summary: () => summaryLines(state, { color, canBeResumed }),
    });
  } finally {
    stopWatching();
  }
}

function checkFlags({ plan, resume }: RunFlags): void {
  if ((plan === undefined) === (resume === undefined)) {
    const message =
      plan === undefined
        ? 'migrate needs --plan or --resume'
        : 'migrate takes --plan or --resume, not both';
    throw new MigratorError('usage', message, { hint: 'See migrator migrate --help.' });
  }
}

async function resumed(
  store: Store,
  { resume: id = '' }: RunFlags,
): Promise<{ plan: Plan; text: string; resume: Migration }> {
  const migration = isMigrationId(id) ? await store.findMigration(id) : null;
  if (migration === null) {
    throw new MigratorError('state', `There is no migration ${id}`, {
      hint: 'See all of them with: migrator status --list',
    });
  }
  const text = migration.planText;
  return { plan: parsePlan({ path: id, text, resolveTargetNames }), text, resume: migration };
}

/** A plan for one kind of host is no plan for another, whatever their names. */
function checkKind(plan: Plan, kind: SourceKind): void {
  if (plan.source.kind === kind) return;
  throw new MigratorError(
    'configuration',
    `The plan is for ${plan.source.kind}, and the credentials are for ${kind}`,
    {
      hint: 'Set the credentials of the source that the plan was made from.',
    },
  );
}

function tellOfInterruption(told: {
  app: App;
  program: Program;
  hasBegun: () => boolean;
}): () => void {
  const { app, program, hasBegun } = told;
  const say = () =>
    app.say(
      hasBegun()
        ? 'Interrupted: ending after the steps that are running. Once more stops at once; nothing is lost.'
        : 'Interrupted before anything was written.',
    );
  program.drain.addEventListener('abort', say, { once: true });
  return () => program.drain.removeEventListener('abort', say);
}

function tell(told: {
  app: App;
  program: Program;
  outcome: MigrateOutcome;
  plan: Plan;
  summary: () => readonly string[];
}): ExitCode {
  const { app, program, outcome, plan } = told;
  const isJson = app.look.mode === 'json';
  const print = (lines: readonly string[]) => {
    if (!isJson) program.stdout.write(lines.map((line) => `${line}\n`).join(''));
  };
  switch (outcome.kind) {
    case 'refused':
      return refused(told, outcome.problems);
    case 'dry-run': {
      const result = dryRunResult({ ...outcome, plan });
      if (isJson) program.stdout.write(jsonLine(result));
      print(dryRunLines(result));
      return refused(told, outcome.preflight.problems);
    }
    case 'nothing-to-do': {
      const { id, status } = outcome.migration;
      app.say(`Migration ${id} of this plan is ${status} already: nothing was done.`);
      if (isJson) program.stdout.write(jsonLine({ type: 'nothing-to-do', migration: id, status }));
      return exitCodes.done;
    }
    case 'finished': {
      print(told.summary());
      const { stoppedBy, counts } = outcome;
      if (stoppedBy === null) return counts.failed > 0 ? exitCodes.someFailed : exitCodes.done;
      if (stoppedBy.code !== 'interrupted') return refused(told, [stoppedBy]);
      return exitCodes.interrupted;
    }
  }
}

/** Tells all problems at once. What keeps us out altogether decides the exit code. */
export function refused(
  { app, program }: { app: App; program: Program },
  problems: readonly MigratorError[],
): ExitCode {
  for (const problem of problems) {
    const failure = toFailure(problem);
    if (app.look.mode === 'json') program.stdout.write(jsonLine({ type: 'error', ...failure }));
    else for (const line of failureLines(failure, app.look)) program.stderr.write(`${line}\n`);
  }
  const codes = problems.map(({ code }) => exitCodeOf(code));
  return byGravity.find((code) => codes.includes(code)) ?? codes[0] ?? exitCodes.done;
}

const byGravity: readonly ExitCode[] = [
  exitCodes.credentials,
  exitCodes.unavailable,
  exitCodes.unexpected,
  exitCodes.input,
];
