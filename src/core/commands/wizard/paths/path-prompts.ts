import { MigratorError } from '../../../kernel/errors.ts';
import { shellCommand } from '../../../kernel/format/shell-quote.ts';
import type { AppFlags } from '../../app.ts';
import type { Command } from '../../command.ts';
import { commandLineArguments } from '../../command-line.ts';
import type { CommandProgram } from '../../command-program.ts';
import type { Flags, FlagValues } from '../../flag.ts';

/** What ends a path of commands at any of its questions. */
const leaving = '-';

export function say({ stderr }: CommandProgram, line: string): void {
  stderr.write(`${line}\n`);
}

/** A command before it runs, to be typed by whoever wants to do it again. */
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
 * What was typed; `null`: the path ends here.
 * @throws `usage` where nobody can be asked
 */
export async function askFor({ ask }: CommandProgram, question: string): Promise<string | null> {
  if (ask === null) throw new MigratorError('usage', 'The wizard needs a terminal');
  const answer = ((await ask(question)) ?? leaving).trim();
  return answer === leaving ? null : answer;
}

/** Anything but a yes means no. @throws `usage` where nobody can be asked */
export async function isWanted(program: CommandProgram, question: string): Promise<boolean> {
  const answer = await askFor(program, `${question} [yes/no] `);
  return answer !== null && /^y(es)?$/i.test(answer);
}

export function configOf({ config }: AppFlags): { config?: string } {
  return config === undefined ? {} : { config };
}
