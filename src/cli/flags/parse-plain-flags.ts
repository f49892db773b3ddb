import type { Command } from '../../core/commands/command.ts';
import type { Flag } from '../../core/commands/flag.ts';
import { flagName } from '../../core/commands/flag-names.ts';
import { type Parsed, settleFlags } from './settle-flags.ts';

/**
 * A command line of options that are spelled out, each once, its value in the next word: nothing in it needs interpretation, and
 * the parser need not be loaded, which takes as long as `status` itself. Pure.
 * @returns `null` for any other, which the parser decides on
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
    const { isPlain, value } = readValue(flag, argv[index + 1]);
    if (!isPlain) return null;
    given[key] = value;
    if (typeof value === 'string') index += 1;
  }
  return { flags: settleFlags(command, given), operand: null };
}

function readValue(flag: Flag, next: string | undefined): { isPlain: boolean; value?: unknown } {
  switch (flag.kind) {
    case 'boolean':
      return { isPlain: true, value: true };
    case 'switch-off':
      return { isPlain: true, value: false };
    case 'count':
    case 'strings':
      return { isPlain: false };
    default:
      return { isPlain: next !== undefined && /^[\w./]/.test(next), value: next };
  }
}
