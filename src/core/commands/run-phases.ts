import { interrupted, type MigratorError, toFailure, toMigratorError } from '../kernel/errors.ts';
import type { Plan } from '../plan/plan-schema.ts';
import { groupProblems } from '../report/group-problems.ts';
import type { App } from './app.ts';
import type { CommandProgram } from './command-program.ts';
import type { PhaseChoice, PhaseResult, PhaseRun, StaysOpen } from './phase-view.ts';

/** Describes how long one attempt may work. */
export interface AttemptSignals {
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** Aborted: begin nothing new. */
  readonly drain: AbortSignal;
}

/**
 * Works in phases, as often as a person wants it to run again. Ends the full interface, so that what is written afterwards stays.
 * @param work.attempt does the whole, and asks the state anew
 * @param work.resultOf what an outcome is on the screen
 * @param work.abort takes back what attempts have put on the source, where a person gives up; `null`: they put nothing there
 * @throws what an attempt has thrown, once a person has seen it
 */
export async function runInPhases<Outcome>(
  app: App,
  program: CommandProgram,
  work: {
    readonly run: Omit<PhaseRun, 'abort'>;
    readonly plan: Plan;
    readonly attempt: (signals: AttemptSignals) => Promise<Outcome>;
    readonly resultOf: (outcome: Outcome) => PhaseResult;
    /** Says what it leaves behind where it is stopped or fails, and how to go on; empty: nothing was begun. */
    readonly stopped?: (why: 'stop' | 'failure') => Promise<readonly string[]>;
    readonly abort: ((signals: AttemptSignals) => Promise<Outcome>) | null;
  },
): Promise<Outcome> {
  const { run, abort } = work;
  try {
    for (;;) {
      const given = new AbortController();
      const giveUp = abort === null ? null : () => given.abort(interrupted());
      await app.phases.begin({ ...run, abort: giveUp });
      const { choice, end } = await attempted(app, program, { ...work, given: given.signal });
      if (choice === 'again') continue;
      if (choice === 'leave' || abort === null) return end();
      await app.phases.begin({ ...run, phases: unlocking, abort: null });
      app.phases.report({ type: 'begun', phase: 'unlock' });
      const aborted = await abort({ signal: program.stop, drain: program.drain });
      await app.phases.end(work.resultOf(aborted));
      return aborted;
    }
  } finally {
    await app.endLive();
  }
}

const unlocking = [{ id: 'unlock', label: 'Unlock Bitbucket' }];

/** @returns what a person wants now, and the end: an outcome, or what was thrown */
async function attempted<Outcome>(
  app: App,
  program: CommandProgram,
  work: Parameters<typeof runInPhases<Outcome>>[2] & { readonly given: AbortSignal },
): Promise<{ readonly choice: PhaseChoice; readonly end: () => Outcome }> {
  const { run, plan, given } = work;
  const signals = {
    signal: AbortSignal.any([program.stop, given]),
    drain: AbortSignal.any([program.drain, given]),
  };
  try {
    const outcome = await work.attempt(signals);
    return { choice: await app.phases.end(work.resultOf(outcome)), end: () => outcome };
  } catch (thrown) {
    const end = (): never => {
      throw thrown;
    };
    if (given.aborted && !program.drain.aborted) return { choice: 'abort', end };
    const error = toMigratorError(thrown);
    // A person who says no knows why.
    if (error.code === 'usage') return { choice: 'leave', end };
    const isStop = error.code === 'interrupted' || program.drain.aborted;
    const left = (await work.stopped?.(isStop ? 'stop' : 'failure')) ?? [];
    const say = (lines: readonly string[]) => lines.forEach(app.say);
    if (isStop) {
      say(left.length > 0 ? left : [`Continue:  ${run.resumeWith}`]);
      return { choice: 'leave', end };
    }
    const result = failedResult(`${run.title} stopped`, [error], plan);
    const choice = await app.phases.end({ ...result, lines: left });
    if (choice === 'leave') say(left);
    return { choice, end };
  }
}

/** Problems by their causes, which a person may solve and try again. Pure. */
export function failedResult(
  title: string,
  problems: readonly MigratorError[],
  plan: Plan,
): PhaseResult {
  const groups = groupProblems(problems.map(toFailure), plan);
  return { verdict: 'bad', title, lines: [], groups, canRepeat: true };
}

/** When the result of a command stays on the screen: with --yes nobody waits for it. */
export function staysOpenOf(
  { yes }: { readonly yes?: boolean },
  fromMenu: true | undefined,
): StaysOpen {
  if (fromMenu === true) return 'always';
  return yes === true ? 'never' : 'failures';
}
