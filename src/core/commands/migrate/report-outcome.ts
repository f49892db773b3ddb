import { join } from 'node:path';
import { type MigratorError, toFailure } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes, worstExitCode } from '../../kernel/exit-codes.ts';
import { writeLines } from '../../kernel/fold-lines.ts';
import { count } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { storedOptions } from '../../replica/context/stored-plan.ts';
import { problemLines } from '../../report/failure-lines.ts';
import { groupProblems, namedIn } from '../../report/group-problems.ts';
import type { EndCheck } from '../../report/proof.ts';
import { migrationWord } from '../../report/status-words.ts';
import type { MigrateOutcome } from '../../run/preflight/migrate-request.ts';
import { againCommand } from '../../verbs/cutover/halfway.ts';
import {
  isAllRolledBack,
  onTargetText,
  stageOf,
  type TargetsReached,
} from '../../verbs/cutover/targets-reached.ts';
import { dryRunResult } from '../../verbs/migrate/dry-run/dry-run-result.ts';
import type { App } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';
import { sayNext, withSameConfig } from '../next-step.ts';
import { dryRunLines } from './dry-run-lines.ts';
import { workersGoOnText } from './workers-go-on.ts';

/** Writes the outcome of a run as lines or JSON. */
export function reportOutcome(ended: {
  app: App;
  program: CommandProgram;
  outcome: MigrateOutcome;
  plan: Plan;
  summary: readonly string[];
  /** Suggests the next commands. */
  saysMore: boolean;
  /** The comparison that followed. */
  check: EndCheck | null;
  /** How far the repositories of a migration are that has ended; `null` for others. */
  targets: TargetsReached | null;
  /** The command that migrates again what a rollback has taken away; `null`: one that resumes it. */
  again: string | null;
  /** The command that does what a dry run has shown; `null` to name none. */
  afterDryRun: string | null;
  /** Configuration file of this command. */
  config: string | undefined;
}): ExitCode {
  const { app, program, outcome, plan } = ended;
  const isJson = app.output.mode === 'json';
  const print = (lines: readonly string[]) => {
    if (isJson) return;
    writeLines(program.stdout, withSameConfig(lines, ended.config));
  };
  switch (outcome.kind) {
    case 'refused':
      return reportProblems(ended, outcome.problems);
    case 'dry-run': {
      const result = dryRunResult({ ...outcome, plan });
      if (isJson) program.stdout.write(jsonLine(result));
      const problems = outcome.preflight.problems.map(toFailure);
      print(
        dryRunLines(result, {
          ...{ columns: program.stdout.columns ?? null, plan },
          ...{ named: namedIn(problems, plan), isVerbose: app.output.verbosity > 0 },
          problems: new Set(problems.map(({ message }) => message)).size,
        }),
      );
      if (problems.length === 0 && ended.afterDryRun !== null)
        sayNext(program, { json: isJson }, ended.afterDryRun);
      return reportProblems(ended, outcome.preflight.problems);
    }
    case 'nothing-to-do': {
      const problems = outcome.checked?.problems ?? [];
      const { lines, hint } = nothingToDoText(outcome, ended);
      const { targets } = ended;
      // Nobody knows what a run would do that cannot begin.
      if (problems.length === 0) for (const line of lines) app.say(line);
      const { id: migration, status } = outcome.migration;
      const type = 'nothing-to-do';
      const stage =
        targets &&
        stageOf(targets, { isCompleted: status === 'completed', follows: plan.follow === true });
      if (isJson) program.stdout.write(jsonLine({ type, migration, status, stage, targets, hint }));
      return reportProblems(ended, problems);
    }
    case 'finished': {
      print(ended.summary);
      if (outcome.isContinued === true) app.say(workersGoOnText(outcome.migration));
      const code = codeOf(ended, outcome);
      if (ended.saysMore)
        print(
          nextLines(outcome.migration, { code, check: ended.check, follows: ended.plan.follow }),
        );
      return code;
    }
  }
}

/** Says that a migration has ended, and which commands go on from there. Pure. */
function nothingToDoText(
  { migration, isOtherMap, checked }: Extract<MigrateOutcome, { kind: 'nothing-to-do' }>,
  { targets, again }: { readonly targets: TargetsReached | null; readonly again: string | null },
): { readonly lines: readonly string[]; readonly hint: string } {
  const { id, status } = migration;
  const kept = storedOptions(migration);
  const isExported = kept.export !== null;
  const over = '--reset-repo NAME starts one repository over.';
  const verify = `migrator verify --migration ${id}`;
  const hint =
    kept.export === null
      ? `${over} Compare everything with: ${verify}`
      : `${over} To import its archives, see: ${join(kept.export, `runbook-${id}.md`)}`;
  const left = targets && onTargetText(targets);
  if (targets !== null && left !== null) {
    const isAll = isAllRolledBack(targets);
    const which = isAll ? '' : ' what was rolled back';
    const lines = [
      `Migration ${id} was ${isAll ? 'rolled back' : `partly rolled back (${left})`}: nothing was changed.`,
      `Migrate${which} again:  ${again ?? againCommand(id)}`,
    ];
    return { hint: lines.join(' '), lines };
  }
  const why = isOtherMap
    ? 'no pull request mentions anyone whose name the user map would change'
    : 'nothing was changed';
  if (checked === undefined) {
    const already = `Migration ${id} of this plan is already ${migrationWord(status)}: ${why}.`;
    return { hint, lines: [already, hint] };
  }
  const { migrated, total } = checked;
  const many = `${migrated.toLocaleString('en-US')} of ${count(total, 'repository is', 'repositories are')}`;
  return {
    hint,
    lines: [
      `${many} migrated (${id}). A run would change nothing.`,
      ...(isOtherMap ? [`The user map changes nothing: ${why}.`] : []),
      ...(isExported
        ? []
        : [`Migrate later changes on Bitbucket with: migrator sync --migration ${id}`]),
      hint,
    ],
  };
}

function codeOf(
  ended: { app: App; program: CommandProgram; plan: Plan },
  { stoppedBy, counts }: Extract<MigrateOutcome, { kind: 'finished' }>,
): ExitCode {
  if (stoppedBy === null) return counts.failed > 0 ? exitCodes.someFailed : exitCodes.done;
  return stoppedBy.code === 'interrupted'
    ? exitCodes.interrupted
    : reportProblems(ended, [stoppedBy]);
}

/** Reports all problems, for people by cause. The gravest decides the exit code. */
export function reportProblems(
  { app, program, plan }: { app: App; program: CommandProgram; plan: Plan },
  problems: readonly MigratorError[],
): ExitCode {
  // Two checks may find the same problem.
  const distinct = new Map(
    problems.map((problem) => [`${problem.code} ${problem.message}`, toFailure(problem)]),
  );
  const failures = [...distinct.values()];
  if (app.output.mode === 'json') {
    for (const failure of failures) program.stdout.write(jsonLine({ type: 'error', ...failure }));
  } else {
    for (const group of groupProblems(failures, plan)) {
      writeLines(program.stderr, problemLines(group, app.output));
    }
  }
  return worstExitCode(problems.map(({ code }) => code));
}

/** The commands that usually come next. Pure. @param ended.hasReport its comparison was written to a file */
export function nextLines(
  migration: string,
  {
    code,
    check,
    follows = false,
    hasReport = false,
  }: {
    readonly code: ExitCode;
    readonly check: EndCheck | null;
    readonly follows?: boolean | undefined;
    readonly hasReport?: boolean;
  },
): readonly string[] {
  const status = `migrator status --migration ${migration}`;
  // What is not complete is resumed first.
  if (code !== exitCodes.done) return [`Details: ${status}`];
  const verify = `migrator verify --migration ${migration}`;
  const isVerified = check?.kind === 'verified';
  const journey = follows
    ? [
        `Sync:    migrator sync --migration ${migration}`,
        `Cutover: migrator cutover --migration ${migration} --dry-run`,
      ]
    : [`Remotes: migrator remotes --migration ${migration} --output remotes`];
  const report = hasReport ? [] : [`Report:  ${verify} --output verification.html`];
  const next = isVerified
    ? [...journey, ...report]
    : [`Verify:  ${verify}`, ...(follows ? journey : [])];
  return ['', ...next, `Details: ${status}`];
}
