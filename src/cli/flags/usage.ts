import type { Command } from '../../core/commands/command.ts';
import { suggest } from '../../core/kernel/documents/suggest.ts';
import { MigratorError } from '../../core/kernel/errors.ts';
import { flagNames } from '../../core/options/flag.ts';

/** An invalid command line: what is wrong, and where the help is. */
export function usage(
  command: Command,
  message: string,
  advice: string | null = null,
): MigratorError {
  const help = `See ${['migrator', command.name, '--help'].filter(Boolean).join(' ')}.`;
  return new MigratorError('usage', message, {
    hint: advice === null ? help : `${advice} ${help}`,
  });
}

/** @param name as given, with its dashes */
export function unknownOption(command: Command, name: string): MigratorError {
  const meant = suggest(name, flagNames(command.flags));
  const advice = meant === null ? null : `Did you mean ${meant}?`;
  return usage(command, `${command.name || 'migrator'} has no option ${name}`, advice);
}
