import { systemClock } from '../core/clock.ts';
import type { Command, Flags, FlagValues } from '../core/commands/command.ts';
import { wizardCommand } from '../core/commands/wizard.ts';
import { type Failure, MigratorError, toFailure, toMigratorError } from '../core/errors.ts';
import { type ExitCode, exitCodeOf } from '../core/exit-codes.ts';
import { suggest } from '../core/files/suggest.ts';
import type { Program } from '../core/program.ts';
import { failureLines } from '../core/report/failure-lines.ts';
import { jsonLine } from '../core/report/json.ts';
import { appearance } from '../core/report/reporter.ts';
import { canAskInLines } from '../ui/mode.ts';
import { parseFlags } from './parse-flags.ts';
import { createProgram } from './program.ts';
import { commands } from './registry.ts';
import { unwatched, watchSignals } from './signals.ts';
import { keepMemorySteady } from './steady-memory.ts';
import { surroundings } from './surroundings.ts';

/** Runs one command line in this process, and tells its failure if it ends in one. Never throws. */
export async function main(argv: readonly string[]): Promise<ExitCode> {
  const hasWizard = canAskInLines(surroundings());
  const endsInOrder = commandOf(argv, hasWizard)?.endsInOrder === true;
  const watching = endsInOrder ? watchSignals(systemClock) : null;
  // Those that end in order are those that run for long.
  const release = endsInOrder ? keepMemorySteady() : () => {};
  try {
    return await runCommandLine(argv, createProgram(watching ?? unwatched));
  } finally {
    release();
    watching?.stopWatching();
  }
}

/** The same in any world: what it needs of this process is handed in. */
export async function runCommandLine(argv: readonly string[], program: Program): Promise<ExitCode> {
  try {
    const { command, rest } = findCommand(argv, program.showWizard !== null);
    const { flags, operand } = parseFlags(command, rest);
    return await command.run({ flags: flags as FlagValues<Flags>, operand, program });
  } catch (thrown) {
    const error = toMigratorError(thrown);
    tell(program, argv, toFailure(error));
    return exitCodeOf(error.code);
  }
}

/** What was typed may be what could not be parsed: how to tell it is read from the words themselves. */
function tell(program: Program, argv: readonly string[], failure: Failure): void {
  if (argv.includes('--json')) {
    program.stdout.write(jsonLine({ type: 'error', ...failure }));
    return;
  }
  const flags = {
    json: false,
    plain: argv.includes('--plain'),
    color: !argv.includes('--no-color'),
  };
  for (const line of failureLines(failure, appearance(flags, program))) {
    program.stderr.write(`${line}\n`);
  }
}

/** What is meant by a command line; options alone mean the wizard, where it can be shown. */
function commandOf([name]: readonly string[], hasWizard: boolean): Command | undefined {
  if (name === undefined || name.startsWith('-'))
    return hasWizard ? (wizardCommand as Command) : undefined;
  return commands.find((known) => known.name === name);
}

function findCommand(
  argv: readonly string[],
  hasWizard: boolean,
): { command: Command; rest: readonly string[] } {
  const [name = '', ...rest] = argv;
  const command = commandOf(argv, hasWizard);
  if (command?.name === '') return { command, rest: argv };
  if (command !== undefined) return { command, rest };
  if (name.startsWith('-')) {
    throw new MigratorError('usage', `A command is missing before ${name}`, {
      hint: 'See migrator --help.',
    });
  }
  const meant = suggest(
    name,
    commands.map((known) => known.name),
  );
  const advice = meant === null ? '' : `Did you mean ${meant}? `;
  throw new MigratorError('usage', `There is no command "${name}"`, {
    hint: `${advice}See migrator --help.`,
  });
}
