import { MigratorError } from '../../kernel/errors.ts';
import type { ExitCode } from '../../kernel/exit-codes.ts';
import { count } from '../../kernel/format/format.ts';
import { readSlugs } from '../../plan/read-slugs.ts';
import { createRunModel } from '../../report/run/run-model.ts';
import { type ToDo, toDosOf } from '../../report/summary/to-dos.ts';
import { confirmInPlan } from '../../run/control/confirm-in-plan.ts';
import { abortCutover } from '../../verbs/cutover/abort.ts';
import { type CutoverOutcome, cutover } from '../../verbs/cutover/cutover.ts';
import { halfwaySteps, staysLockedText } from '../../verbs/cutover/halfway.ts';
import type { CutoverCheck, CutoverRun } from '../../verbs/cutover/run/cutover-request.ts';
import { reachedText, readTargetsReached } from '../../verbs/cutover/targets-reached.ts';
import type { App } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';
import { readLeftToDo } from '../left-to-do.ts';
import { type Consent, confirm, consentOf, requireConsent } from '../migrate/consent.ts';
import type { PhaseRun } from '../phase-view.ts';
import { type AttemptSignals, runInPhases, staysOpenOf } from '../run-phases.ts';
import { sameCommand } from '../same-command.ts';
import { outcomeNotice, readyNotice, stoppedNotice } from './announcement.ts';
import { type CutoverFlags, cutoverRunOf } from './cutover-run.ts';
import { cutoverLine } from './flags.ts';
import { checkLines, cutoverPhases } from './output.ts';
import { type Ended, report, resultOf } from './report.ts';

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
    stopped: (why) => stoppedLines(run, flags, why),
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
  { migration: { id }, plan, announce, syncUnread }: CutoverRun,
  flags: CutoverFlags,
): Omit<PhaseRun, 'abort'> {
  return {
    title: 'Cut-over',
    workspace: plan.source.workspace,
    organization: plan.target.organization,
    phases: cutoverPhases({ announce, rereads: syncUnread !== null }),
    resumeWith: resumeWith(id, flags),
  };
}

/** Says what stays locked, and which commands go on or unlock it; empty where nothing is, or the state cannot tell. */
async function stoppedLines(
  run: CutoverRun,
  flags: CutoverFlags,
  why: 'stop' | 'failure',
): Promise<readonly string[]> {
  const { services, migration } = run;
  try {
    const { store } = services;
    const { targets } = await readTargetsReached(store, migration.id, run.repositories);
    const text = staysLockedText(targets);
    if (reachedText(targets) !== null) return [];
    if (text === null) {
      const isUnlocked = why === 'stop' && targets.unlocking === 0;
      const command = resumeWith(migration.id, flags);
      const state =
        run.repositories === null
          ? 'Bitbucket is not locked.'
          : 'None of these repositories is locked on Bitbucket.';
      return isUnlocked ? [state, `Continue:  ${command}`] : [];
    }
    return [text, ...halfwaySteps(migration.id, targets, resumeWith(migration.id, flags))];
  } catch {
    // What stopped the command says more.
    return [];
  }
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
