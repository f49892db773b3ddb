import type { Command } from '../../core/commands/command.ts';
import type { Flag } from '../../core/commands/flag.ts';
import { flagName } from '../../core/commands/flag-names.ts';
import { quoteInput } from '../../core/kernel/format/shorten-input.ts';
import { usage } from './usage.ts';

export interface Parsed {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly operand: string | null;
}

/**
 * Every flag of a command with its value, from what was given by key.
 * @throws `usage`
 */
export function settleFlags(
  command: Command,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const values = Object.entries(command.flags).map(([key, flag]) => [
    key,
    settle(command, key, flag, given[key]),
  ]);
  return Object.fromEntries(values);
}

function settle(command: Command, key: string, flag: Flag, given: unknown): unknown {
  const name = flagName(key, flag);
  switch (flag.kind) {
    case 'boolean':
      return given === true;
    case 'switch-off':
      return given !== false;
    case 'count':
      return Array.isArray(given) ? given.filter((one) => one === true).length : 0;
    case 'strings': {
      const values = Array.isArray(given) ? given.map(String) : [];
      if (values.includes('')) throw usage(command, `${name} needs a value`);
      return values;
    }
    default:
      return settleValue(command, name, flag, given);
  }
}

function settleValue(
  command: Command,
  name: string,
  flag: Extract<Flag, { kind: 'integer' | 'choice' | 'string' }>,
  given: unknown,
): string | number | undefined {
  if (given === undefined) {
    if (flag.required === true) throw usage(command, `${command.name} needs ${name}`);
    return undefined;
  }
  const text = String(given);
  if (text === '') throw usage(command, `${name} needs a value`);
  if (flag.kind === 'integer') return integer(command, name, flag, text);
  if (flag.kind === 'choice' && !flag.choices.includes(text)) {
    throw usage(command, `${name} takes ${flag.choices.join(', ')}, not ${quoteInput(text)}`);
  }
  return text;
}

function integer(
  command: Command,
  name: string,
  flag: Extract<Flag, { kind: 'integer' }>,
  text: string,
): number {
  const value = Number(text);
  const maximum = flag.maximum ?? Number.MAX_SAFE_INTEGER;
  if (/^-?\d+$/.test(text) && value >= flag.minimum && value <= maximum) return value;
  const range =
    flag.maximum === undefined
      ? `of at least ${flag.minimum}`
      : `from ${flag.minimum} to ${maximum}`;
  throw usage(command, `${name} takes a whole number ${range}, not ${quoteInput(text)}`);
}
