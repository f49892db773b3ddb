import { type MigratorError, toFailure } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes, worstExitCode } from '../../kernel/exit-codes.ts';
import { foldLines } from '../../kernel/format/fold-lines.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import type { MigrateOutcome } from '../../migration/migrate-request.ts';
import { dryRunResult } from '../../migration/run/dry-run-result.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { failureLines } from '../../report/failure-lines.ts';
import type { App } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';
import { closingLines } from './closing-lines.ts';
import { dryRunLines } from './dry-run-output.ts';

/** Writes what a run came to, as lines or JSON. */
export function tellOutcome(told: {
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
      return tellProblems(told, outcome.problems);
    case 'dry-run': {
      const result = dryRunResult({ ...outcome, plan });
      if (isJson) program.stdout.write(jsonLine(result));
      print(dryRunLines(result));
      return tellProblems(told, outcome.preflight.problems);
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
  return stoppedBy.code === 'interrupted' ? exitCodes.interrupted : tellProblems(told, [stoppedBy]);
}

/** Tells all problems at once. What keeps us out altogether decides the exit code. */
export function tellProblems(
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
