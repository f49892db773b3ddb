import { MigratorError, toFailure } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes, worstExitCode } from '../../kernel/exit-codes.ts';
import { foldLines } from '../../kernel/format/fold-lines.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { migrationOptions } from '../../migration/choices/options.ts';
import { settingsOf, withKeptExisting } from '../../migration/choices/settings.ts';
import { findUnfinished } from '../../migration/find-unfinished.ts';
import { planDigest } from '../../migration/identity.ts';
import { migrate } from '../../migration/migrate.ts';
import type { MigrateOutcome } from '../../migration/migrate-request.ts';
import { dryRunResult } from '../../migration/run/dry-run-result.ts';
import { storedPlan, storedSettings } from '../../migration/stored-plan.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { readPlan } from '../../plan/read-plan.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { SourceKind } from '../../ports/records/repository.ts';
import type { Store } from '../../ports/store.ts';
import { failureLines } from '../../report/failure-lines.ts';
import { keepLiveSnapshot } from '../../report/run/live-snapshot-file.ts';
import { createRunModel } from '../../report/run/run-model.ts';
import { summaryLines } from '../../report/run/summary.ts';
import { stateFolder } from '../../state/state-folder.ts';
import { readUserMap } from '../../users/read-user-map.ts';
import type { App } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';
import { chooseReset } from './choose-reset.ts';
import { closingLines } from './closing-lines.ts';
import { type Consent, confirmReplacing, consentOf, requireConsent } from './consent.ts';
import { dryRunLines } from './dry-run-output.ts';
import { askForMigration, migrationOf, refuseCancelled } from './named-migration.ts';
import { checkFlags, type RunFlags } from './run-flags.ts';
import { recoverState } from './state-recovery.ts';

/** `migrator migrate`: reads the plan or the migration, runs it, tells its outcome. */
export async function runMigrate(given: {
  flags: RunFlags;
  program: CommandProgram;
  /** False where state and hosts go with the run. */
  canBeResumed?: boolean;
  /** `owner/name` of targets whose names were typed already, so that they may make room. */
  confirmed?: ReadonlySet<string>;
}): Promise<ExitCode> {
  const { flags, program, canBeResumed = true } = given;
  const possible = consentOf(flags, program);
  checkFlags(flags, possible);
  // A plan that cannot be used is told before anything else is asked for.
  const named =
    flags.plan === undefined
      ? null
      : await readPlan({
          path: flags.plan,
          resolveTargetNames: program.naming.resolveRepositoryNames,
        });
  const userMap = flags.userMap === undefined ? null : (await readUserMap(flags.userMap)).text;
  const model = createRunModel();
  const onEvent = model.accept;
  await using app = await program.openApp({ program, flags, onEvent, wantsLive: !flags.dryRun });
  const consent = { ...possible, ask: possible.ask === null ? null : app.ask };
  const services = await app.migrationServices();
  // Who has said yes to everything beforehand is not there to be waited for.
  services.runController.attend(app.isLive && flags.yes !== true);
  const isLost = await recoverState({
    ...program,
    flags,
    consent,
    stateFolder: stateFolder(program),
    say: app.say,
  });
  const { plan, text, resume } =
    named === null ? await resumed(services.store, flags, consent) : { ...named, resume: null };
  checkKind(plan, services.source.kind);
  const said = migrationOptions({
    // A flag that was not given must not hide what the plan says.
    flags: {
      ...flags,
      skipExisting: flags.skipExisting ? true : undefined,
      overwrite: flags.overwrite ? true : undefined,
    },
    plan: plan.options,
    config: app.config,
  });
  const known = resume ?? (await findUnfinished(services.store, planDigest(plan)));
  // Whether names have to be typed is asked again where something is left to be replaced.
  const options = known === null ? said : withKeptExisting(said, storedSettings(known), flags);
  if (said.overwrite && options.overwrite && !flags.dryRun)
    requireConsent(consent, 'Replacing (overwrite)');
  const reset = await chooseReset({ flags, plan, known, consent });
  await using _moment = keepLiveSnapshot({
    folder: stateFolder(program),
    state: model.state,
    budgets: app.budgets,
  });
  const stopWatching = tellOfInterruption({
    app,
    program,
    hasBegun: () => model.state().migration !== null,
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
      reset,
      adoptsFound: isLost && known === null,
      confirmReplacing: (replaced) => confirmReplacing(consent, replaced, given.confirmed),
      dryRun: flags.dryRun,
      askedWorkers: flags.workers ?? plan.options.workers,
      signal: program.stop,
      drain: program.drain,
    });
    const wasLive = app.isLive;
    await app.endLive();
    // Progress and result may go to different places.
    const color = app.output.color && program.stdout.isTerminal;
    return tell({
      app,
      program,
      outcome,
      plan,
      summary: () => summaryLines(model.state(), { color, canBeResumed }),
      saysMore: wasLive && canBeResumed,
    });
  } finally {
    stopWatching();
  }
}

async function resumed(
  store: Store,
  flags: RunFlags,
  consent: Consent,
): Promise<{ plan: Plan; text: string; resume: Migration }> {
  const resume =
    flags.resume === undefined
      ? await askForMigration(store, consent)
      : await migrationOf(store, flags.resume);
  refuseCancelled(resume);
  return { plan: storedPlan(resume), text: resume.planText, resume };
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
  program: CommandProgram;
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
  program: CommandProgram;
  outcome: MigrateOutcome;
  plan: Plan;
  summary: () => readonly string[];
  /** A person has watched it: what may come next is said, too. */
  saysMore: boolean;
}): ExitCode {
  const { app, program, outcome, plan } = told;
  const isJson = app.output.mode === 'json';
  const print = (lines: readonly string[]) => {
    if (isJson) return;
    const folded = foldLines(lines, program.stdout.columns ?? null);
    program.stdout.write(folded.map((line) => `${line}\n`).join(''));
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
      const why = outcome.isOtherMap
        ? 'it has no pull requests whose names the user map could change'
        : 'nothing was done';
      const hint = `--reset-repo NAME begins one of its repositories anew, and all of it is compared with: migrator verify --migration ${id}`;
      app.say(`Migration ${id} of this plan is ${status} already: ${why}.`);
      app.say(hint);
      const type = 'nothing-to-do';
      if (isJson) program.stdout.write(jsonLine({ type, migration: id, status, hint }));
      return exitCodes.done;
    }
    case 'finished': {
      print(told.summary());
      const code = codeOf(told, outcome);
      if (told.saysMore) print(closingLines(outcome.migration, code));
      return code;
    }
  }
}

function codeOf(
  told: { app: App; program: CommandProgram },
  { stoppedBy, counts }: Extract<MigrateOutcome, { kind: 'finished' }>,
): ExitCode {
  if (stoppedBy === null) return counts.failed > 0 ? exitCodes.someFailed : exitCodes.done;
  return stoppedBy.code === 'interrupted' ? exitCodes.interrupted : refused(told, [stoppedBy]);
}

/** Tells all problems at once. What keeps us out altogether decides the exit code. */
export function refused(
  { app, program }: { app: App; program: CommandProgram },
  problems: readonly MigratorError[],
): ExitCode {
  // Two checks may meet the same hindrance.
  const told = new Map(problems.map((problem) => [`${problem.code} ${problem.message}`, problem]));
  for (const problem of told.values()) {
    const failure = toFailure(problem);
    if (app.output.mode === 'json') program.stdout.write(jsonLine({ type: 'error', ...failure }));
    else for (const line of failureLines(failure, app.output)) program.stderr.write(`${line}\n`);
  }
  return worstExitCode(problems.map(({ code }) => code));
}
