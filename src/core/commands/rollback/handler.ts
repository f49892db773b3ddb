import { existsSync } from 'node:fs';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { writeLines } from '../../kernel/fold-lines.ts';
import { readSlugs } from '../../plan/read-slugs.ts';
import { storedPlan } from '../../replica/context/stored-plan.ts';
import { againCommand } from '../../verbs/cutover/halfway.ts';
import { type RollbackOutcome, rollback } from '../../verbs/cutover/rollback/rollback.ts';
import type { RollbackCheck, RollbackRun } from '../../verbs/cutover/rollback/rollback-request.ts';
import type { App } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';
import { createPhaseLines, type PhaseLines } from '../cutover/phase-lines.ts';
import { consentOf, requireConsent } from '../migrate/consent.ts';
import { syncedOf } from '../migrate/named-migration.ts';
import { sayNext } from '../next-step.ts';
import type { PhaseResult, PhaseRun } from '../phase-view.ts';
import { type AttemptSignals, runInPhases, staysOpenOf } from '../run-phases.ts';
import { sameCommand } from '../same-command.ts';
import { chosenOf } from '../sync/chosen-of.ts';
import { archiveWord, confirmArchiving, confirmDeleting, requireTyping, what } from './confirm.ts';
import { finishedJson, finishedLines, finishedText } from './finished-output.ts';
import { rollbackLine } from './flags.ts';
import { checkJson, checkLines, neverCutOver, rollbackPhases } from './output.ts';
import type { RollbackFlags } from './rollback-flags.ts';

type RollbackAttempt = RollbackRun & { readonly phaseLines: PhaseLines };

/**
 * `migrator rollback`: looks, asks, and goes back to the sources.
 * @param given.staysOpen a person reads the result on the screen
 */
export async function runRollback(
  given: HandlerInput<RollbackFlags> & { readonly staysOpen?: true },
): Promise<ExitCode> {
  const { flags, program } = given;
  const slugs = flags.repositories === undefined ? undefined : await readSlugs(flags.repositories);
  const possible = consentOf(flags, program);
  if (!flags.dryRun) {
    if (flags.delete) requireTyping(possible);
    else requireConsent(possible, what);
  }
  await using app = await program.openApp({
    ...{ program, flags, resultOnly: true },
    ...(!flags.dryRun && { livePhases: staysOpenOf(flags, given.staysOpen) }),
  });
  const consent = { ...possible, ask: possible.ask === null ? null : app.ask };
  const services = await app.migrationServices();
  services.runController.attend(false);
  const open = async (signals: AttemptSignals): Promise<RollbackAttempt> => {
    const migration = await syncedOf(services.store, flags.migration);
    const plan = storedPlan(migration);
    const run = { services, migration, plan, deletes: flags.delete, ...signals };
    const { now } = services.clock;
    const phaseLines = createPhaseLines(app, { phases: rollbackPhases(flags.delete), plan, now });
    return {
      ...{ ...run, repositories: chosenOf(plan, { ...flags, slugs }), phaseLines },
      async confirm(check) {
        app.phases.present(
          checkLines(check, removing(run), { ...app.output, dryRun: flags.dryRun }),
        );
        if (flags.delete) await confirmDeleting(consent, check);
        else await confirmArchiving(consent, check, { flags, migration: migration.id });
      },
      onStep(event) {
        const done = program.redactor.data(event);
        phaseLines.step({ ...done, step: done.step === 'aside' ? 'rename' : done.step });
        if (done.step === 'restore') phaseLines.report({ type: 'left', source: done.source });
        else phaseLines.report({ type: 'passed', ...done, phase: done.step });
      },
      onProgress: phaseLines.report,
      ...{ requests: app.requests, budgets: app.budgets },
    };
  };
  let run = await open({ signal: program.stop, drain: program.drain });
  const outcome = await runInPhases(app, program, {
    run: headOf(run, flags),
    plan: run.plan,
    async attempt(signals) {
      run = await open(signals);
      return rollback(run, { dryRun: flags.dryRun }).finally(run.phaseLines.end);
    },
    resultOf: (one) => resultOf(one, run, app.output),
    abort: null,
  });
  return report(app, given, outcome, run);
}

function headOf(
  { migration: { id }, plan, deletes }: RollbackRun,
  flags: RollbackFlags,
): Omit<PhaseRun, 'abort'> {
  return {
    title: 'Rollback',
    workspace: plan.source.workspace,
    organization: plan.target.organization,
    phases: rollbackPhases(deletes),
    resumeWith: sameCommand(rollbackLine, flags, { migration: id, yes: false }),
  };
}

/** The outcome on the screen: what report() prints. */
function resultOf(
  outcome: RollbackOutcome,
  run: RollbackRun,
  { verbosity }: App['output'],
): PhaseResult {
  const color = { color: true, verbosity };
  const verdict = isWhole(outcome) ? 'good' : 'bad';
  const text =
    outcome.kind === 'finished'
      ? finishedText(outcome, color)
      : {
          title: 'Nothing was rolled back.',
          lines: checkLines(outcome.check, removing(run), { ...color, dryRun: false }),
        };
  return { ...text, verdict, groups: [], canRepeat: verdict === 'bad' };
}

/** The run as of now, for the names that it would give. */
function removing({ plan, deletes, services }: Pick<RollbackRun, 'plan' | 'deletes' | 'services'>) {
  return { plan, deletes, now: services.clock.now() };
}

/** Tells whether nothing had to be left as it is. */
function isWhole(outcome: RollbackOutcome): boolean {
  if (outcome.kind === 'checked') {
    return outcome.check.repositories.every(({ state }) => state.kind !== 'left');
  }
  const { repositories, others } = outcome;
  return others.length === 0 && repositories.every(({ kind }) => kind !== 'left');
}

/** Prints what it came to. */
function report(
  app: App,
  { flags, program }: HandlerInput<RollbackFlags>,
  outcome: RollbackOutcome,
  run: RollbackRun,
): ExitCode {
  const { verbosity } = app.output;
  const color = { color: app.output.color && program.stdout.isTerminal, verbosity };
  const print = (json: string, lines: readonly string[]) => {
    if (flags.json) program.stdout.write(json);
    else writeLines(program.stdout, lines);
  };
  if (outcome.kind === 'checked') {
    const lines = checkLines(outcome.check, removing(run), { ...color, dryRun: flags.dryRun });
    print(checkJson(outcome.check, run), lines);
    sayHow(outcome.check, { flags, program });
  } else {
    print(finishedJson(outcome, run), finishedLines(outcome, color));
    const { id } = run.migration;
    sayNext(program, flags, auditCommand(id));
    const isAny = outcome.repositories.some(({ kind }) => kind === 'rolled-back');
    if (isAny) sayNext(program, flags, againCommand(id), 'Migrate again');
  }
  return isWhole(outcome) ? exitCodes.done : exitCodes.someFailed;
}

/** A file that an earlier rollback has left is replaced. */
function auditCommand(migration: string): string {
  const file = `audit-${migration}.jsonl`;
  const force = existsSync(file) ? ' --force' : '';
  return `migrator audit --migration ${migration} --output ${file}${force}`;
}

/** Says after a dry run what the rollback needs. */
function sayHow(check: RollbackCheck, { flags, program }: HandlerInput<RollbackFlags>): void {
  if (!flags.dryRun || flags.json) return;
  program.stdout.write('Nothing was written.\n');
  if (neverCutOver(check.repositories).length === 0) return;
  if (flags.delete || flags.withoutCutover) return;
  program.stdout.write(
    `To roll them back: add --without-cutover, or type ${archiveWord} when asked.\n`,
  );
}
