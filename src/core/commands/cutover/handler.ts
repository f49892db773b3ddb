import { MigratorError } from '../../kernel/errors.ts';
import type { ExitCode } from '../../kernel/exit-codes.ts';
import { count } from '../../kernel/format/format.ts';
import { readSlugs } from '../../plan/read-slugs.ts';
import { createRunModel } from '../../report/run/run-model.ts';
import { type ToDo, toDosOf } from '../../report/summary/to-dos.ts';
import { confirmInPlan } from '../../run/control/confirm-in-plan.ts';
import { abortCutover } from '../../verbs/cutover/abort.ts';
import { type CutoverOutcome, cutover } from '../../verbs/cutover/cutover.ts';
import type { CutoverCheck, CutoverRun } from '../../verbs/cutover/run/cutover-request.ts';
import { readTargetsReached } from '../../verbs/cutover/targets-reached.ts';
import type { App } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';
import { readLeftToDo } from '../left-to-do.ts';
import { type Consent, confirm, consentOf, requireConsent } from '../migrate/consent.ts';
import type { PhaseRun } from '../phase-view.ts';
import { type AttemptSignals, runInPhases, staysOpenOf } from '../run-phases.ts';
import { sameCommand } from '../same-command.ts';
import { abortCheckLines } from './abort-output.ts';
import { outcomeNotice, readyNotice, stoppedNotice } from './announcement.ts';
import { type CutoverAttempt, type CutoverFlags, cutoverRunOf } from './cutover-run.ts';
import { cutoverLine } from './flags.ts';
import { checkLines } from './output.ts';
import { type Ended, report, resultOf } from './report.ts';
import { stoppedLines } from './stopped-lines.ts';

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
    ...{ endsQuietly: true, listsSyncs: true, saysPhases: true },
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
    await confirmAbort(app, consent, { run, what });
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
      const ended = await announced(app, run, () => cutover(asked, { dryRun: flags.dryRun }));
      if (ended.kind === 'finished') {
        const here = new Set(ended.check.repositories.map(({ planned: { source } }) => source));
        const left = await readLeftToDo(services.store, {
          ...{ migration: run.migration.id, run: model.state() },
          isMeant: (one) => here.has(one),
        });
        toDos = toDosOf(left, null);
      }
      return ended;
    },
    resultOf: (ended) => resultOf(ended, { ...run, toDos }),
    stopped: (why) => readStopped(run, flags, why),
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
  run: CutoverAttempt,
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
  } finally {
    run.phaseLines.end();
  }
}

function headOf(
  { migration: { id }, plan, phases }: CutoverAttempt,
  flags: CutoverFlags,
): Omit<PhaseRun, 'abort'> {
  return {
    title: 'Cut-over',
    workspace: plan.source.workspace,
    organization: plan.target.organization,
    phases,
    resumeWith: resumeWith(id, flags),
  };
}

/** Reads what a stop or a failure leaves; empty where the state cannot tell. */
async function readStopped(
  { services, migration, repositories }: CutoverRun,
  flags: CutoverFlags,
  why: 'stop' | 'failure',
): Promise<readonly string[]> {
  try {
    const { targets } = await readTargetsReached(services.store, migration.id, repositories);
    const { id } = migration;
    const isWhole = repositories === null;
    return stoppedLines(targets, {
      ...{ migration: id, resumeWith: resumeWith(id, flags), why, isWhole },
    });
  } catch {
    // What stopped the command says more.
    return [];
  }
}

/** Says what an abort will do, and asks. @throws `usage` where a person does not want it */
async function confirmAbort(
  app: App,
  consent: Consent,
  { run, what }: { readonly run: CutoverRun; readonly what: string },
): Promise<void> {
  const { services, migration, repositories } = run;
  const { targets, ...now } = await readTargetsReached(services.store, migration.id, repositories);
  app.phases.present(abortCheckLines({ ...targets, ...now }, run, app.output));
  await confirm(consent, what, 'Unlock Bitbucket?');
}

function resumeWith(migration: string, flags: CutoverFlags): string {
  return sameCommand(cutoverLine, flags, { migration, yes: false });
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
