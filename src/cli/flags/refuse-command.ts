import type { Command } from '../../core/commands/command.ts';
import { suggest } from '../../core/kernel/documents/suggest.ts';
import { MigratorError } from '../../core/kernel/errors.ts';
import { quoteInput } from '../../core/kernel/format/shorten-input.ts';
import { fromCommand, groupOf } from './find-command.ts';

/** @throws `usage`, always: what is wrong with the command's name, and a likely correction */
export function refuseCommand(commands: readonly Command[], argv: readonly string[]): never {
  const words = fromCommand(argv);
  const [name = '', second] = words;
  const refuse = (message: string, { advice = '', group = '' } = {}): never => {
    const hint = `${advice}See migrator ${group}--help.`;
    throw new MigratorError('usage', message, { hint });
  };
  if (name === '' && words.length > 0) {
    const advice = 'The shell variable it comes from may be empty. ';
    return refuse('The command is empty', { advice });
  }
  if (name === '') {
    const advice = 'The wizard needs a terminal: elsewhere, name a command. ';
    return refuse(`Missing command after ${argv.join(' ')}`, { advice });
  }
  if (name.startsWith('-')) {
    const advice = "Put a command's options after its name. ";
    return refuse(`Missing command before ${name}`, { advice });
  }
  const members = groupOf(commands, name).map((member) => member.name.split(' ')[1] ?? '');
  const isGroup = members.length > 0;
  const group = isGroup ? `${name} ` : '';
  if (isGroup && (second === undefined || second.startsWith('-')))
    return refuse(`${name} needs one of these: ${members.join(', ')}`, { group });
  const firsts = commands.map((known) => known.name.split(' ')[0] ?? '');
  const meant = isGroup ? suggest(second ?? '', members) : suggest(name, [...new Set(firsts)]);
  const advice = meant === null ? '' : `Did you mean ${group}${meant}? `;
  const given = isGroup ? `${name} ${second}` : name;
  return refuse(`Unknown command ${quoteInput(given)}`, { advice, group });
}
