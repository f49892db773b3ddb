import { assertNever } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes, worstExitCode } from '../../kernel/exit-codes.ts';
import { writeLines } from '../../kernel/fold-lines.ts';
import type { ToDo } from '../../report/summary/to-dos.ts';
import type { Aborted } from '../../verbs/cutover/abort.ts';
import type { CutoverOutcome } from '../../verbs/cutover/cutover.ts';
import type { CutoverRun } from '../../verbs/cutover/run/cutover-request.ts';
import type { App } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';
import { reportProblems } from '../migrate/report-outcome.ts';
import type { PhaseResult } from '../phase-view.ts';
import { failedResult } from '../run-phases.ts';
import { abortJson, abortLines, abortText } from './abort-output.ts';
import type { CutoverFlags } from './cutover-run.ts';
import { checkJson, checkLines, finishedJson, finishedLines, finishedText } from './output.ts';

/** A cut-over, or its end by --abort. */
export type Ended =
  | CutoverOutcome
  | { readonly kind: 'aborted'; readonly aborted: readonly Aborted[] };

/** A cut-over that has ended, with what its repositories leave to people. */
type EndedRun = CutoverRun & { readonly toDos: readonly ToDo[] };

/** Returns for a screen what report() prints. Pure. */
export function resultOf(outcome: Ended, run: EndedRun): PhaseResult {
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

/** Prints the outcome. */
export function report(
  app: App,
  { flags, program }: HandlerInput<CutoverFlags>,
  outcome: Ended,
  run: EndedRun,
): ExitCode {
  const color = { color: app.output.color && program.stdout.isTerminal };
  const print = (json: string, lines: readonly string[]) => {
    if (flags.json) program.stdout.write(json);
    else writeLines(program.stdout, lines);
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
