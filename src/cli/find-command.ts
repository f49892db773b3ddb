import type { Command } from '../core/commands/command.ts';
import { MigratorError } from '../core/errors.ts';
import { suggest } from '../core/files/suggest.ts';

/** A command, and what stands behind its name. */
export interface FoundCommand {
  readonly command: Command;
  readonly rest: readonly string[];
}

/** The command that a command line begins with: one word, or two where the first names a group. Pure. */
export function commandAt(
  commands: readonly Command[],
  argv: readonly string[],
): FoundCommand | undefined {
  for (const command of commands) {
    const words = command.name.split(' ');
    if (words.every((word, index) => argv[index] === word))
      return { command, rest: argv.slice(words.length) };
  }
  return undefined;
}

/** The commands of a group, such as those of `license`; empty where the word names none. Pure. */
export function groupOf(
  commands: readonly Command[],
  word: string | undefined,
): readonly Command[] {
  return commands.filter(({ name }) => name.startsWith(`${word} `));
}

/** @throws `usage`, always: what is wrong with the command's name, and what may have been meant */
export function refuseCommand(commands: readonly Command[], argv: readonly string[]): never {
  const [name = '', second] = argv;
  if (name.startsWith('-')) {
    throw new MigratorError('usage', `A command is missing before ${name}`, {
      hint: 'See migrator --help.',
    });
  }
  const members = groupOf(commands, name).map((member) => member.name.split(' ')[1] ?? '');
  if (members.length > 0 && (second === undefined || second.startsWith('-'))) {
    throw new MigratorError('usage', `${name} needs one of: ${members.join(', ')}`, {
      hint: `See migrator ${name} --help.`,
    });
  }
  if (members.length > 0 && second !== undefined) {
    const meant = suggest(second, members);
    const advice = meant === null ? '' : `Did you mean ${name} ${meant}? `;
    throw new MigratorError('usage', `There is no command "${name} ${second}"`, {
      hint: `${advice}See migrator ${name} --help.`,
    });
  }
  const firsts = commands.map((known) => known.name.split(' ')[0] ?? '');
  const meant = suggest(name, [...new Set(firsts)]);
  const advice = meant === null ? '' : `Did you mean ${meant}? `;
  throw new MigratorError('usage', `There is no command "${name}"`, {
    hint: `${advice}See migrator --help.`,
  });
}
