import type { Command } from '../core/commands/command.ts';
import type { CommandProgram } from '../core/commands/command-program.ts';
import { wizardCommand } from '../core/commands/wizard/command.ts';
import { systemClock } from '../core/kernel/clock.ts';
import {
  type Failure,
  type MigratorError,
  toFailure,
  toMigratorError,
} from '../core/kernel/errors.ts';
import { type ExitCode, exitCodeOf } from '../core/kernel/exit-codes.ts';
import { writeLines } from '../core/kernel/fold-lines.ts';
import { jsonLine } from '../core/kernel/format/json.ts';
import { safe } from '../core/kernel/format/terminal-text.ts';
import type { Flags, FlagValues } from '../core/options/flag.ts';
import { failureLines } from '../core/report/failure-lines.ts';
import type { LogFile } from '../core/report/log-file.ts';
import { outputOptions } from '../core/report/output-options.ts';
import { canAskInLines } from '../ui/terminal/mode.ts';
import { commandAt, type FoundCommand, fromCommand } from './flags/find-command.ts';
import type { Parsed } from './flags/flag-values.ts';
import { parsePlainFlags } from './flags/parse-plain-flags.ts';
import { processEnvironment } from './process/process-environment.ts';
import { endWithLauncher, unwatched, watchSignals } from './process/signals.ts';
import { createProgram } from './program.ts';
import { commands } from './registry.ts';
import { startHosts } from './start-hosts.ts';

/** Commands whose result people read on the page of a job of GitHub Actions. */
const summarized: ReadonlySet<string> = new Set([
  ...['doctor', 'plan', 'migrate', 'sync', 'settings'],
  ...['verify', 'cutover', 'rollback', 'demo'],
]);

/** Runs one command line in this process and reports its failure. Never throws. */
export async function main(argv: readonly string[]): Promise<ExitCode> {
  const hasWizard = canAskInLines(processEnvironment());
  const endsInOrder = commandOf(argv, hasWizard)?.command.endsInOrder === true;
  const watching = endsInOrder ? watchSignals(systemClock) : null;
  if (watching === null) endWithLauncher();
  // Commands that end in order are those that take long.
  const release = endsInOrder ? await limitMemory() : () => {};
  const program = createProgram(watching ?? unwatched);
  const startedAt = program.clock.now();
  try {
    const exitCode = await runCommandLine(argv, program);
    const command = commandOf(argv, hasWizard)?.command.name || 'wizard';
    const milliseconds = program.clock.now() - startedAt;
    const isStopped = program.stop.aborted;
    if (!isStopped && (await program.telemetry?.finish({ command, exitCode, milliseconds })))
      endProcess(exitCode);
    return exitCode;
  } finally {
    release();
    watching?.stopWatching();
  }
}

async function limitMemory(): Promise<() => void> {
  const { keepMemorySteady } = await import('./process/steady-memory.ts');
  return keepMemorySteady();
}

/** Runs one command line; `program` is all that it gets of the process. */
export async function runCommandLine(
  argv: readonly string[],
  program: CommandProgram,
): Promise<ExitCode> {
  let log: LogFile | null = null;
  try {
    const { command, rest } =
      commandOf(argv, program.showWizard !== null) ?? (await refused(withoutHelp(argv)));
    const { flags, operand } = await parsed(command, rest);
    log = typeof flags.logFile === 'string' ? await openLog(flags.logFile, program) : null;
    const named = await withIds(command, flags, program);
    const given = named.values as FlagValues<Flags>;
    const run = (own: CommandProgram) =>
      command.run({ flags: given, operand, program: { ...own, log } });
    const { GITHUB_STEP_SUMMARY: file } = program.environment;
    if (!file || !summarized.has(command.name)) return await run(named.program);
    const { withStepSummary } = await import('./process/step-summary.ts');
    const { name } = command;
    return await withStepSummary(
      { file, command: name, isJson: flags.json === true, program: named.program },
      run,
    );
  } catch (thrown) {
    const error = toMigratorError(thrown);
    report(program, argv, toFailure(error));
    if (log !== null) logFailure(log, error, program);
    return exitCodeOf(error.code);
  } finally {
    log?.close();
  }
}

/** @throws `usage`, always */
async function refused(argv: readonly string[]): Promise<never> {
  const { refuseCommand } = await import('./flags/refuse-command.ts');
  return refuseCommand(commands, argv);
}

/** @throws what openLogFile() throws */
async function openLog(path: string, { uid }: CommandProgram): Promise<LogFile> {
  const { openLogFile } = await import('../core/report/log-file.ts');
  return openLogFile(path, uid);
}

/** Loads the parser only for what parsePlainFlags() cannot read. */
async function parsed(command: Command, rest: readonly string[]): Promise<Parsed> {
  const plain = parsePlainFlags(command, rest);
  if (plain !== null) return plain;
  const { parseFlags } = await import('./flags/parse-flags.ts');
  return parseFlags(command, rest);
}

/** The flags with an id for each migration that is named `last`. @throws `state` */
async function withIds(command: Command, flags: Parsed['flags'], program: CommandProgram) {
  if (!Object.values(flags).includes('last')) return { values: flags, program };
  const { withoutLast } = await import('../core/commands/newest-migration.ts');
  return withoutLast(command.flags, flags, program);
}

/** Reads the output options from the words themselves, because they may be what could not be parsed. */
function report(program: CommandProgram, argv: readonly string[], failure: Failure): void {
  if (argv.includes('--json')) {
    program.stdout.write(jsonLine({ type: 'error', ...failure }));
    return;
  }
  const flags = {
    json: false,
    plain: argv.includes('--plain'),
    color: !argv.includes('--no-color'),
  };
  writeLines(program.stderr, failureLines(failure, outputOptions(flags, program)));
}

/** quick-answers.ts handles `help` for known commands: here, the word after it is wrong. */
function withoutHelp(argv: readonly string[]): readonly string[] {
  return argv[0] === 'help' ? argv.slice(1) : argv;
}

/** The command of a command line; options alone mean the wizard, where it can be shown. */
function commandOf(argv: readonly string[], hasWizard: boolean): FoundCommand | undefined {
  const found = commandAt(commands, argv);
  if (found !== undefined) return found;
  const [name] = fromCommand(argv);
  const isWizard = hasWizard && (name === undefined || name.startsWith('-'));
  return isWizard ? { command: wizard as Command, rest: argv } : undefined;
}

const wizard = wizardCommand({
  startHosts,
  runDemo: (words, program) => runCommandLine(['demo', ...words], program),
});

/** Writes the error that a command ended with into its log: commands that ask no host have written nothing else there. */
function logFailure(
  log: LogFile,
  { code, message, hint }: MigratorError,
  { clock, redactor, stderr }: CommandProgram,
): void {
  const warning = log.write({
    type: 'log',
    level: 'error',
    message: redactor.text(message),
    fields: { code, ...(hint === null ? {} : { hint: redactor.text(hint) }) },
    at: clock.now(),
  });
  if (warning !== null) stderr.write(`${safe(`warning  ${warning}`)}\n`);
}

/** Ends the process although something cannot be cancelled, such as a DNS query. */
function endProcess(exitCode: ExitCode): void {
  // Not before everything is written.
  process.stdout.write('', () => process.stderr.write('', () => process.exit(exitCode)));
}
