import { assertNever, MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes, worstExitCode } from '../../kernel/exit-codes.ts';
import { foldLines } from '../../kernel/fold-lines.ts';
import { count } from '../../kernel/format/format.ts';
import { readSlugs } from '../../plan/read-slugs.ts';
import { createRunModel } from '../../report/run/run-model.ts';
import { type ToDo, toDosOf } from '../../report/run/to-dos.ts';
import { confirmInPlan } from '../../run/control/confirm-in-plan.ts';
import { type Aborted, abortCutover } from '../../verbs/cutover/abort.ts';
import { type CutoverOutcome, cutover } from '../../verbs/cutover/cutover.ts';
import type { CutoverCheck, CutoverRun } from '../../verbs/cutover/run/cutover-request.ts';
import type { App } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';
import { readLeftToDo } from '../left-to-do.ts';
import { type Consent, confirm, consentOf, requireConsent } from '../migrate/consent.ts';
import { reportProblems } from '../migrate/report-outcome.ts';
import type { PhaseResult, PhaseRun } from '../phase-view.ts';
import { type AttemptSignals, failedResult, runInPhases, staysOpenOf } from '../run-phases.ts';
import { sameCommand } from '../same-command.ts';
import { abortJson, abortLines, abortText } from './abort-output.ts';
import { outcomeNotice, readyNotice, stoppedNotice } from './announcement.ts';
import { type CutoverFlags, cutoverRunOf } from './cutover-run.ts';
import { cutoverLine } from './flags.ts';
import {
  checkJson,
  checkLines,
  cutoverPhases,
  finishedJson,
  finishedLines,
  finishedText,
} from './output.ts';

type Ended = CutoverOutcome | { readonly kind: 'aborted'; readonly aborted: readonly Aborted[] };

/**
 * `migrator cutover`: checks, asks, and switches; or takes back what it put on the sources.
 * @param given.staysOpen a person reads the result on the screen
 */
export async function runCutover(
  given: HandlerInput<CutoverFlags> & { readonly staysOpen?: true },
): Promise<ExitCode> {
  const { flags, program } = given;
  refuseCombined(flags);
  const slugs = flags.repositories === undefined ? undefined : await readSlugs(flags.repositories);
  const possible = consentOf(flags, program);
  const what = flags.abort ? 'Unlocking Bitbucket' : 'The cut-over';
  if (!flags.dryRun) requireConsent(possible, what);
  const canAsk = !flags.dryRun && possible.ask !== null && !possible.isGiven;
  const isShown = !flags.dryRun && !flags.abort;
  const model = createRunModel();
  await using app = await program.openApp({
    ...{ program, flags, resultOnly: true, onEvent: model.accept, watchedRun: model.state },
    endsQuietly: true,
    ...(isShown && { livePhases: staysOpenOf(flags, given.staysOpen) }),
  });
  const consent = { ...possible, ask: possible.ask === null ? null : app.ask };
  const services = await app.migrationServices();
  services.runController.attend(false);
  const excepted = choiceOf(flags, canAsk);
  const open = (signals: AttemptSignals) =>
    cutoverRunOf(app, services, { ...given, slugs, excepted, signals });
  if (flags.abort) {
    const run = await open({ signal: program.stop, drain: program.drain });
    await confirm(consent, what, `Unlock the Bitbucket repositories of ${run.migration.id}?`);
    const ended = { kind: 'aborted', aborted: await abortCutover(run) } as const;
    return report(app, given, ended, { ...run, toDos: [] });
  }
  let toDos: readonly ToDo[] = [];
  let run = await open({ signal: program.stop, drain: program.drain });
  const outcome = await runInPhases<Ended>(app, program, {
    run: headOf(run, flags),
    plan: run.plan,
    async attempt(signals) {
      run = await open(signals);
      const asked = {
        ...run,
        confirm: (check: CutoverCheck) => ask(app, consent, { run, check, flags }),
      };
      const outcome = await announced(app, run, () => cutover(asked, { dryRun: flags.dryRun }));
      if (outcome.kind === 'finished') {
        const here = new Set(outcome.check.repositories.map(({ planned: { source } }) => source));
        const asked = { migration: run.migration.id, isMeant: (one: string) => here.has(one) };
        const left = await readLeftToDo(services.store, { ...asked, run: model.state() });
        toDos = toDosOf(left, null);
      }
      return outcome;
    },
    resultOf: (ended) => resultOf(ended, { ...run, toDos }),
    stopped: () => (run.isLocked() ? [staysLocked(run)] : []),
    async abort(signals) {
      run = await open(signals);
      return { kind: 'aborted', aborted: await abortCutover(run) };
    },
  });
  return report(app, given, outcome, { ...run, toDos });
}

/** Tells others what a cut-over came to. */
async function announced(
  app: App,
  run: CutoverRun,
  work: () => Promise<CutoverOutcome>,
): Promise<CutoverOutcome> {
  try {
    const outcome = await work();
    app.announce(outcomeNotice(outcome, run));
    return outcome;
  } catch (thrown) {
    const notice = stoppedNotice(thrown, run);
    if (notice !== null) app.announce(notice);
    throw thrown;
  }
}

function headOf(
  { migration: { id }, plan, announce }: CutoverRun,
  flags: CutoverFlags,
): Omit<PhaseRun, 'abort'> {
  return {
    title: 'Cut-over',
    workspace: plan.source.workspace,
    organization: plan.target.organization,
    phases: cutoverPhases(announce),
    resumeWith: sameCommand(cutoverLine, flags, { migration: id, yes: false }),
  };
}

function staysLocked({ migration: { id } }: CutoverRun): string {
  return `Bitbucket stays locked. Unlock:  migrator cutover --migration ${id} --abort`;
}

/** Shows what was found, and asks. @throws `usage` where a person does not want it */
async function ask(
  app: App,
  consent: Consent,
  { run, check, flags }: { run: CutoverRun; check: CutoverCheck; flags: CutoverFlags },
): Promise<void> {
  const what = 'The cut-over';
  app.phases.present(checkLines(check, run, app.output));
  if (!consent.isGiven) app.announce(readyNotice(check, run));
  if (run.excepted === 'ask') await askAboutExcepted(consent, what, check);
  await confirm(consent, what, 'Lock Bitbucket and switch to GitHub now?');
  const { publishPrivate: published, rewriteHistory: rewritten } = flags;
  await confirmInPlan(run.services, run.migration, { published, rewritten, isKept: true });
}

type EndedRun = CutoverRun & { readonly toDos: readonly ToDo[] };

/** The outcome on the screen: what report() prints. */
function resultOf(outcome: Ended, run: EndedRun): PhaseResult {
  const color = { color: true };
  if (outcome.kind === 'finished') {
    const text = finishedText(outcome, run, color);
    return { ...text, verdict: 'good', groups: [], canRepeat: false };
  }
  if (outcome.kind === 'aborted') {
    const isOpen = outcome.aborted.some((one) => one.isOpen);
    const text = abortText(outcome.aborted, color);
    return { ...text, verdict: isOpen ? 'bad' : 'good', groups: [], canRepeat: false };
  }
  const problems = outcome.kind === 'refused' ? outcome.problems : outcome.check.problems;
  return failedResult('The cut-over cannot start. Nothing was changed.', problems, run.plan);
}

/** Prints what it came to. */
function report(
  app: App,
  { flags, program }: HandlerInput<CutoverFlags>,
  outcome: Ended,
  run: EndedRun,
): ExitCode {
  const color = { color: app.output.color && program.stdout.isTerminal };
  const print = (json: string, lines: readonly string[]) => {
    const { stdout } = program;
    const folded = foldLines(lines, stdout.columns ?? null);
    stdout.write(flags.json ? json : folded.map((line) => `${line}\n`).join(''));
  };
  switch (outcome.kind) {
    case 'aborted': {
      const { aborted } = outcome;
      print(abortJson(run.migration.id, aborted), abortLines(aborted, color));
      return aborted.some(({ isOpen }) => isOpen) ? exitCodes.someFailed : exitCodes.done;
    }
    case 'refused':
      return reportProblems({ app, program, plan: run.plan }, outcome.problems);
    case 'checked': {
      const { check } = outcome;
      if (flags.dryRun) {
        const lines = [...checkLines(check, run, color), 'Nothing was written.'];
        print(checkJson(check, run), lines);
      }
      // The check has them already.
      if (flags.dryRun && flags.json) return worstExitCode(check.problems.map(({ code }) => code));
      return reportProblems({ app, program, plan: run.plan }, check.problems);
    }
    case 'finished':
      print(finishedJson(outcome, run), finishedLines(outcome, run, color));
      return exitCodes.done;
    default:
      return assertNever(outcome);
  }
}

/** @throws `usage` for what --abort cannot be combined with */
function refuseCombined(flags: CutoverFlags): void {
  if (!flags.abort) return;
  const others = {
    '--dry-run': flags.dryRun,
    '--announce': flags.announce,
    '--accept-excepted': flags.acceptExcepted,
    '--publish-private': flags.publishPrivate.length > 0,
    '--rewrite-history': flags.rewriteHistory.length > 0,
  };
  const other = Object.entries(others).find(([, isGiven]) => isGiven)?.[0];
  if (other === undefined) return;
  throw new MigratorError('usage', `--abort cannot be combined with ${other}`, {
    hint: "--abort only undoes the cut-over's changes on Bitbucket.",
  });
}

function choiceOf({ acceptExcepted }: CutoverFlags, canAsk: boolean): CutoverRun['excepted'] {
  if (acceptExcepted) return 'accept';
  return canAsk ? 'ask' : 'refuse';
}

/** The lock does not hold for them. @throws `usage` where a person does not accept that */
async function askAboutExcepted(
  consent: Consent,
  what: string,
  { lock, excepted }: CutoverCheck,
): Promise<void> {
  if (!lock.letsExceptedThrough || excepted.size === 0) return;
  const many = count(excepted.size, 'source', 'sources');
  await confirm(consent, what, `Accept that these people can still push to ${many}?`);
}
