import type { Command } from '../../core/commands/command.ts';
import { commonFlags } from '../../core/commands/common-flags.ts';
import { type Flag, flagName, takesValue } from '../../core/options/flag.ts';

/** A command, and the words after its name. */
export interface FoundCommand {
  readonly command: Command;
  readonly rest: readonly string[];
}

/**
 * The command that a command line begins with: one word, or two where the first names a group. Common options may precede
 * it. Pure.
 */
export function commandAt(
  commands: readonly Command[],
  argv: readonly string[],
): FoundCommand | undefined {
  const before = commonOptions(argv);
  const found = named(commands, argv.slice(before));
  return found && { ...found, rest: [...argv.slice(0, before), ...found.rest] };
}

/** The words from the command's name on, without the options before it. Pure. */
export function fromCommand(argv: readonly string[]): readonly string[] {
  return argv.slice(commonOptions(argv));
}

/** How many words at the beginning are common options with their values. */
function commonOptions(argv: readonly string[]): number {
  const flags = new Map<string, Flag>(
    Object.entries(commonFlags).map(([key, flag]) => [flagName(key, flag), flag]),
  );
  let index = 0;
  for (;;) {
    const [name = '', value] = (argv[index] ?? '').split('=');
    const flag = /^-v+$/.test(name) ? commonFlags.verbose : flags.get(name);
    if (flag === undefined) return Math.min(index, argv.length);
    index += takesValue(flag) && value === undefined ? 2 : 1;
  }
}

function named(commands: readonly Command[], argv: readonly string[]): FoundCommand | undefined {
  for (const command of commands) {
    const words = command.name.split(' ');
    if (words.every((word, index) => argv[index] === word))
      return { command, rest: argv.slice(words.length) };
  }
  return undefined;
}

/** The commands of a group such as `license`; empty where the word names none. Pure. */
export function groupOf(
  commands: readonly Command[],
  word: string | undefined,
): readonly Command[] {
  return commands.filter(({ name }) => name.startsWith(`${word} `));
}
