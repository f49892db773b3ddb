import type { Command } from '../../core/commands/command.ts';
import { flagName, takesValue } from '../../core/options/flag.ts';
import { type Parsed, readFlagValues } from './flag-values.ts';

/**
 * Parses a command line of long options, each once, its value in the next word: loading the parser takes as long as
 * `status` itself. Pure.
 * @returns `null` for any other command line
 * @throws `usage`
 */
export function parsePlainFlags(command: Command, argv: readonly string[]): Parsed | null {
  const keys = new Map(
    Object.entries(command.flags).map(([key, flag]) => [flagName(key, flag), key]),
  );
  const given: Record<string, unknown> = {};
  for (let index = 0; index < argv.length; index += 1) {
    const key = keys.get(argv[index] ?? '');
    const flag = key === undefined ? undefined : command.flags[key];
    if (key === undefined || flag === undefined || Object.hasOwn(given, key)) return null;
    if (flag.kind === 'count' || flag.kind === 'strings') return null;
    if (!takesValue(flag)) {
      given[key] = flag.kind === 'boolean';
      continue;
    }
    index += 1;
    const value = argv[index];
    if (value === undefined || !/^[\w./]/.test(value)) return null;
    given[key] = value;
  }
  return { flags: readFlagValues(command, given), operand: null };
}
