import { resolve } from 'node:path';
import { toFailure, toMigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { freePath } from '../../kernel/files/check-outputs.ts';
import { writeText } from '../../kernel/files/write-result.ts';
import { foldingOutput } from '../../kernel/fold-lines.ts';
import { shellCommand } from '../../kernel/format/shell-quote.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { failureLines, failureText } from '../../report/failure-lines.ts';
import { outputOptions } from '../../report/output-options.ts';
import type { PathPrompts } from '../../wizard/errands.ts';
import type { AppFlags } from '../app.ts';
import { commandLineArguments } from '../command-line.ts';
import type { CommandProgram } from '../command-program.ts';
import { proofOfRecord } from '../comparison/record/proof.ts';
import { migrationOf } from '../migrate/named-migration.ts';
import { askFor } from '../paths/path-prompts.ts';
import { runSecretsPath } from '../paths/secrets-path.ts';
import { writeRemotes } from '../remotes/handler.ts';
import type { ResultChoice, RunResult } from '../run-result.ts';
import { verifyCommand } from '../verify/command.ts';
import { runVerify } from '../verify/handler.ts';

interface ShowResult {
  readonly program: CommandProgram;
  readonly flags: AppFlags;
  /** For files; empty: the current one. */
  readonly folder: string;
  /** The same for the report. */
  readonly reportFolder: string;
  /** Writes a command so that another terminal finds the state. */
  readonly typed: (command: string) => string;
  readonly result: RunResult;
}

/**
 * Shows the result of a run, and does what is chosen there, until the person leaves it or wants a retry.
 * @returns the result as it was shown last
 */
export async function showResult(
  given: ShowResult,
): Promise<{ readonly end: 'left' | 'retry'; readonly result: RunResult }> {
  const { flags } = given;
  const { stdout, stderr } = given.program;
  const program = {
    ...given.program,
    stdout: foldingOutput(stdout),
    stderr: foldingOutput(stderr),
  };
  let { result } = given;
  const open = program.openResultView;
  if (open === null) return { end: 'left', result };
  const { color, theme } = outputOptions(flags, program);
  for (;;) {
    const choice = await open({ result, color, theme, drain: program.drain });
    if (choice === 'leave' || program.drain.aborted) return { end: 'left', result };
    if (choice === 'retry') return { end: 'retry', result };
    try {
      result = await carryOut(choice, { ...given, program, result });
    } catch (thrown) {
      // A step that fails ends itself, and not the result.
      const failure = toFailure(toMigratorError(thrown));
      for (const line of failureLines(failure, { color })) program.stderr.write(`${line}\n`);
      const hint = failure.hint === null ? '' : ` ${safe(failure.hint)}`;
      result = { ...result, notice: `${failureText(failure)}.${hint}` };
    }
  }
}

async function carryOut(
  choice: Exclude<ResultChoice, 'leave' | 'retry'>,
  { program, flags, folder, reportFolder, typed, result }: ShowResult,
): Promise<RunResult> {
  const { migration, workspace, organization } = result.run;
  if (migration === null || workspace === null) return result;
  if (choice === 'secrets') {
    const prompts = linePrompts(program);
    const plan = result.plan ?? (await planFile({ program, flags, folder, migration }));
    await runSecretsPath({ program, flags, folder, workspace, organization, plan, prompts });
    return { ...result, plan, notice: null };
  }
  if (choice === 'remotes') {
    const output = await freePath(reportFolder, 'remotes', '');
    const common = { config: flags.config, json: false, alias: undefined, force: false };
    await writeRemotes({ flags: { ...common, migration, output }, program });
    return { ...result, notice: `Wrote the scripts for your clones to ${safe(resolve(output))}` };
  }
  if (choice === 'sync' || choice === 'cutover') {
    const { runWithMigration } = await import('./run-with-migration.ts');
    const chosen =
      choice === 'sync'
        ? ({ kind: choice, id: migration, includeSettings: false } as const)
        : ({ kind: choice, id: migration } as const);
    const exitCode = await runWithMigration(chosen, { program, flags });
    return afterCutover(result, choice, exitCode);
  }
  const output =
    choice === 'report' ? await freePath(reportFolder, 'verification', '.html') : undefined;
  const values = { migration, ...(output !== undefined && { output }) };
  program.stderr.write(`\n$ ${typed(shellCommand(commandLineArguments(verifyCommand, values)))}\n`);
  const defaults = { rereadSource: false, repair: false, force: false };
  let { check } = result;
  await runVerify({
    ...{ program, staysOpen: true },
    flags: { ...flags, ...defaults, ...values, output, json: false },
    onRecord(record) {
      check = { kind: 'verified', proof: proofOfRecord(record) };
    },
  });
  const next = { ...result, check, notice: null };
  if (output === undefined) return next;
  const report = resolve(output);
  return { ...next, report, notice: `Wrote ${safe(report)}. Press O to open it.` };
}

/** The result after a sync or a cut-over, of which their own screens and lines have said more. Pure. */
function afterCutover(
  result: RunResult,
  choice: 'sync' | 'cutover',
  exitCode: ExitCode,
): RunResult {
  const isDone = exitCode === exitCodes.done;
  const name = choice === 'sync' ? 'Sync' : 'Cut-over';
  const follows = result.follows && !(choice === 'cutover' && isDone);
  const notice = isDone ? `${name} completed.` : `${name} not completed. Run it again to continue.`;
  return { ...result, follows, notice };
}

/** The plan that the state has, as a file that the printed commands can name. */
async function planFile({
  program,
  flags: { config },
  folder,
  migration: id,
}: Pick<ShowResult, 'program' | 'flags' | 'folder'> & {
  readonly migration: string;
}): Promise<string> {
  const store = await program.openStore({ program, config });
  try {
    const path = await freePath(folder, 'secrets-plan', '.json');
    const { planText } = await migrationOf(store, id);
    await writeText(path, planText, { isPrivate: true, force: false, uid: program.uid });
    return path;
  } finally {
    await store.close();
  }
}

/** Questions below each other, as the commands ask them. */
function linePrompts(program: CommandProgram): PathPrompts {
  return {
    ask: ({ text, standard }) =>
      askFor(program, `${text}${standard === '' ? '' : ` [${standard}]`}: `),
    async confirm(question) {
      return /^y(es)?$/i.test((await askFor(program, `${question} [yes/no] `)) ?? '');
    },
    onWrite() {},
  };
}
