import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { shellCommand } from '../../kernel/format/shell-quote.ts';
import type { Flags, FlagValues } from '../../options/flag.ts';
import type { AppFlags } from '../app.ts';
import type { Command } from '../command.ts';
import { commandLineArguments } from '../command-line.ts';
import type { CommandProgram } from '../command-program.ts';

/** The answer that ends a path of commands. */
const leaving = '-';

export function say({ stderr }: CommandProgram, line: string): void {
  stderr.write(`${line}\n`);
}

/** Shows a command before it runs. */
export function show<F extends Flags>(
  program: CommandProgram,
  command: Command<F>,
  values: Partial<FlagValues<F>>,
): void {
  say(program, '');
  say(program, `$ ${commandLine(command, values)}`);
}

export function commandLine<F extends Flags>(
  command: Command<F>,
  values: Partial<FlagValues<F>>,
): string {
  return shellCommand(commandLineArguments(command, values));
}

/**
 * The answer; `null` to end here.
 * @throws `usage` where nobody can be asked
 */
export async function askFor({ ask }: CommandProgram, question: string): Promise<string | null> {
  if (ask === null) throw new MigratorError('usage', 'The wizard needs a terminal');
  const answer = ((await ask(question)) ?? leaving).trim();
  return answer === leaving ? null : answer;
}

export function configOf({ config }: AppFlags): { config?: string } {
  return config === undefined ? {} : { config };
}

/** Tells whether what comes next may still succeed: all is well, or only some of it failed. */
export function mayContinue(code: ExitCode): boolean {
  return code === exitCodes.done || code === exitCodes.someFailed;
}
