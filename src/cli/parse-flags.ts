import meow, { type AnyFlags } from 'meow';
import type { Command, Flag, Flags } from '../core/commands/command.ts';
import { flagName } from '../core/commands/flag-names.ts';
import { checkOptions, joinDashes } from './check-options.ts';
import { usage } from './usage.ts';

export interface Parsed {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly operand: string | null;
}

/**
 * The command line after the command's name, by the command's declaration.
 * @throws `usage`, naming what is wrong and what may have been meant
 */
export function parseFlags(command: Command, argv: readonly string[]): Parsed {
  checkOptions(command, argv);
  const { flags, input } = parseWithMeow(command, joinDashes(command, argv));
  const [operand = null, ...surplus] = operands(command, input);
  const [unexpected] = surplus;
  if (unexpected !== undefined && unexpected !== null) {
    throw usage(command, `${command.name || 'migrator'} does not take "${unexpected}"`);
  }
  const values = Object.entries(command.flags).map(([key, flag]) => [
    key,
    settle(command, key, flag, flags[key]),
  ]);
  return { flags: Object.fromEntries(values) as Record<string, unknown>, operand };
}

function operands(command: Command, input: readonly string[]): readonly (string | null)[] {
  if (command.operand === undefined) return [null, ...input];
  const isOne = command.operand.takesRest === true && input.length > 0;
  return isOne ? [input.join(' ')] : input;
}

function parseWithMeow(command: Command, argv: readonly string[]) {
  try {
    return meow({
      importMeta: import.meta,
      pkg: { name: 'migrator' },
      argv: [...argv],
      autoHelp: false,
      autoVersion: false,
      booleanDefault: undefined,
      flags: meowFlags(command.flags),
    });
  } catch (error) {
    // meow's own complaint, such as a flag that was given twice.
    const message = error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
    throw usage(command, message);
  }
}

/** Numbers are read as text and settled here, so that `--workers x` and `--workers 1e3` are told apart. */
function meowFlags(flags: Flags): AnyFlags {
  const entries = Object.entries(flags).map(([key, flag]) => {
    const isBoolean =
      flag.kind === 'boolean' || flag.kind === 'switch-off' || flag.kind === 'count';
    return [
      key,
      {
        type: isBoolean ? 'boolean' : 'string',
        ...(flag.short === undefined ? {} : { shortFlag: flag.short }),
        ...(flag.kind === 'count' || flag.kind === 'strings' ? { isMultiple: true } : {}),
      },
    ];
  });
  return Object.fromEntries(entries) as AnyFlags;
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
    throw usage(command, `${name} takes ${flag.choices.join(', ')}, not "${text}"`);
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
  throw usage(command, `${name} takes a whole number ${range}, not "${text}"`);
}
