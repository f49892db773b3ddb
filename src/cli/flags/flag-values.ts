import type { Command } from '../../core/commands/command.ts';
import { quoteInput } from '../../core/kernel/format/shorten-input.ts';
import { type Flag, flagName } from '../../core/options/flag.ts';
import { usage } from './usage.ts';

export interface Parsed {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly operand: string | null;
}

/**
 * Every flag of a command with its value, from the given ones by key.
 * @throws `usage`
 */
export function readFlagValues(
  command: Command,
  given: Readonly<Record<string, unknown>>,
): Parsed['flags'] {
  const values = Object.entries(command.flags).map(([key, flag]) => [
    key,
    readFlag(command, flagName(key, flag), flag, given[key]),
  ]);
  return Object.fromEntries(values);
}

function readFlag(command: Command, name: string, flag: Flag, given: unknown): unknown {
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
  }
  if (given === undefined) {
    if (flag.required === true) {
      const example = name === '--migration' ? ': an ID, or last for the newest' : '';
      throw usage(command, `${command.name} needs ${name}${example}`);
    }
    return undefined;
  }
  const text = String(given);
  if (text === '') throw usage(command, `${name} needs a value`);
  if (flag.kind === 'integer') return readInteger(command, name, flag, text);
  if (flag.kind === 'choice' && !flag.choices.includes(text)) {
    throw usage(command, `${name} takes ${oneOf(flag.choices)}, not ${quoteInput(text)}`);
  }
  return text;
}

function readInteger(
  command: Command,
  name: string,
  { minimum, maximum }: Extract<Flag, { kind: 'integer' }>,
  text: string,
): number {
  const value = Number(text);
  const most = maximum ?? Number.MAX_SAFE_INTEGER;
  if (/^-?\d+$/.test(text) && value >= minimum && value <= most) return value;
  const range = maximum === undefined ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
  throw usage(command, `${name} takes a whole number ${range}, not ${quoteInput(text)}`);
}

/** `a, b or c` */
function oneOf(choices: readonly string[]): string {
  const rest = choices.slice(0, -1).join(', ');
  return rest === '' ? choices.join('') : `${rest} or ${choices.at(-1)}`;
}
