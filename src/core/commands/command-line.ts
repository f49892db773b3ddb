import { flagWithValue } from '../kernel/format/shell-quote.ts';
import { type Flag, type Flags, type FlagValues, flagName } from '../options/flag.ts';
import type { Command } from './command.ts';

/** The part of a command that its command lines are made of. */
export type CommandLine<F extends Flags = Flags> = Pick<Command<F>, 'name' | 'flags'>;

/** The shortest command line that is parsed to these values, as its words. Pure. */
export function commandLineArguments<F extends Flags>(
  command: CommandLine<F>,
  values: Partial<FlagValues<F>>,
): readonly string[] {
  const words = Object.entries(command.flags).flatMap(([key, flag]) =>
    flagWords(flagName(key, flag), flag, (values as Readonly<Record<string, unknown>>)[key]),
  );
  return ['migrator', ...command.name.split(' '), ...words];
}

function flagWords(name: string, flag: Flag, value: unknown): readonly string[] {
  switch (flag.kind) {
    case 'boolean':
      return value === true ? [name] : [];
    case 'switch-off':
      return value === false ? [name] : [];
    case 'count':
      return Array.from({ length: Number(value ?? 0) }, () => name);
    case 'strings':
      return ((value ?? []) as readonly string[]).flatMap((one) => flagWithValue(name, one));
    default:
      return value === undefined ? [] : flagWithValue(name, String(value));
  }
}
