import type { Command } from '../../core/commands/command.ts';
import { commonFlags } from '../../core/commands/common-flags.ts';
import type { Flag } from '../../core/commands/flag.ts';
import { flagName } from '../../core/commands/flag-names.ts';
import { suggest } from '../../core/kernel/documents/suggest.ts';
import { MigratorError } from '../../core/kernel/errors.ts';
import { quoteInput } from '../../core/kernel/format/shorten-input.ts';

/** A command, and what stands behind its name. */
export interface FoundCommand {
  readonly command: Command;
  readonly rest: readonly string[];
}

/**
 * The command that a command line begins with: one word, or two where the first names a group. Options that all commands
 * take may stand before it. Pure.
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

/** How many words at the beginning are options that all commands take, with their values. */
function commonOptions(argv: readonly string[]): number {
  const flags = new Map<string, Flag>(
    Object.entries(commonFlags).map(([key, flag]) => [flagName(key, flag), flag]),
  );
  let index = 0;
  for (;;) {
    const [name = '', value] = (argv[index] ?? '').split('=');
    const flag = /^-v+$/.test(name) ? commonFlags.verbose : flags.get(name);
    if (flag === undefined) return Math.min(index, argv.length);
    index += 'value' in flag && value === undefined ? 2 : 1;
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

/** The commands of a group, such as those of `license`; empty where the word names none. Pure. */
export function groupOf(
  commands: readonly Command[],
  word: string | undefined,
): readonly Command[] {
  return commands.filter(({ name }) => name.startsWith(`${word} `));
}

/** @throws `usage`, always: what is wrong with the command's name, and what may have been meant */
export function refuseCommand(commands: readonly Command[], argv: readonly string[]): never {
  const [name = '', second] = fromCommand(argv);
  if (fromCommand(argv).length > 0 && name === '') {
    throw new MigratorError('usage', 'The command is empty', {
      hint: 'Check that the variable which should hold it is set. See migrator --help.',
    });
  }
  if (name === '') {
    throw new MigratorError('usage', `A command is missing behind ${argv.join(' ')}`, {
      hint: 'See migrator --help.',
    });
  }
  if (name.startsWith('-')) {
    throw new MigratorError('usage', `A command is missing before ${name}`, {
      hint: 'Options that not all commands take stand behind the command. See migrator --help.',
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
    throw new MigratorError('usage', `There is no command ${quoteInput(`${name} ${second}`)}`, {
      hint: `${advice}See migrator ${name} --help.`,
    });
  }
  const firsts = commands.map((known) => known.name.split(' ')[0] ?? '');
  const meant = suggest(name, [...new Set(firsts)]);
  const advice = meant === null ? '' : `Did you mean ${meant}? `;
  throw new MigratorError('usage', `There is no command ${quoteInput(name)}`, {
    hint: `${advice}See migrator --help.`,
  });
}
