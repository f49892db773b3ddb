import meow, { type AnyFlags } from 'meow';
import type { Command } from '../../core/commands/command.ts';
import { quoteInput } from '../../core/kernel/format/shorten-input.ts';
import { type Flag, type Flags, flagName, takesValue } from '../../core/options/flag.ts';
import { type Parsed, readFlagValues } from './flag-values.ts';
import { unknownOption, usage } from './usage.ts';

/**
 * The command line after the command's name, by the command's declaration.
 * @throws `usage`, naming the mistake and a likely correction
 */
export function parseFlags(command: Command, argv: readonly string[]): Parsed {
  const byName = flagsByName(command);
  checkOptions(command, byName, argv);
  const { flags, input } = parseWithMeow(command, joinDashes(byName, argv));
  const [operand = null, unexpected] = operands(command, input);
  if (unexpected !== undefined && unexpected !== null) {
    throw usage(command, `${command.name || 'migrator'} does not accept ${quoteInput(unexpected)}`);
  }
  return { flags: readFlagValues(command, flags), operand };
}

function operands(command: Command, input: readonly string[]): readonly (string | null)[] {
  if (command.operand === undefined) return [null, ...input];
  const isOne = command.operand.takesRest === true && input.length > 0;
  return isOne ? [input.join(' ')] : input;
}

type FlagsByName = ReadonlyMap<string, Flag>;

function flagsByName({ flags }: Command): FlagsByName {
  return new Map(
    Object.entries(flags).flatMap(([key, flag]) => {
      const names = [flagName(key, flag), ...(flag.short === undefined ? [] : [`-${flag.short}`])];
      return names.map((name) => [name, flag]);
    }),
  );
}

/**
 * Refuses options that are not spelled as in the help. meow is too lenient to be safe: it takes `--dry-run=yes` for "no",
 * `--no-output` for a file named `false`, and `--plan.x` for a plan.
 */
function checkOptions(command: Command, byName: FlagsByName, argv: readonly string[]): void {
  let before: Flag | null = null;
  for (const word of argv) {
    if (word === '--') return;
    if (isOption(word)) {
      const [name = '', ...value] = word.split('=');
      before = onlyFlag(command, byName, name);
      if (value.length > 0 && !takesValue(before)) throw usage(command, `${name} takes no value`);
      if (value.length > 0) before = null;
    } else {
      const isTaken = before !== null && !takesValue(before) && /^(true|false)$/.test(word);
      if (isTaken) throw usage(command, `${command.name} does not accept ${quoteInput(word)}`);
      before = null;
    }
  }
}

/** A negative number is a value, and a single dash is a word. */
function isOption(word: string): boolean {
  return /^-[^\d]/.test(word);
}

function onlyFlag(command: Command, byName: FlagsByName, name: string): Flag {
  // Letters without a value may be combined: -vvv.
  const names = /^-[^-]/.test(name) ? [...name.slice(1)].map((letter) => `-${letter}`) : [name];
  const flags = names.map((one) => {
    const flag = byName.get(one);
    if (flag === undefined) throw unknownOption(command, one);
    return flag;
  });
  const [flag] = flags;
  if (flag === undefined) throw unknownOption(command, name);
  return flag;
}

/** Joins an option and its value `-` into one word: meow does not take `-` for a value. */
function joinDashes(byName: FlagsByName, argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  const takes = (word: string | undefined) => {
    const flag = byName.get(word ?? '');
    return flag !== undefined && takesValue(flag);
  };
  return argv.flatMap((word, index) => {
    if (end !== -1 && index >= end) return [word];
    if (argv[index + 1] === '-' && takes(word)) return [`${word}=-`];
    return word === '-' && takes(argv[index - 1]) ? [] : [word];
  });
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
    // meow's own error, such as for a flag that was given twice.
    const message = error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
    throw usage(command, message);
  }
}

/** Numbers are parsed as text: readFlagValues() distinguishes `--workers x` and `--workers 1e3`. */
function meowFlags(flags: Flags): AnyFlags {
  const entries = Object.entries(flags).map(([key, flag]) => [
    key,
    {
      type: takesValue(flag) ? 'string' : 'boolean',
      ...(flag.short === undefined ? {} : { shortFlag: flag.short }),
      ...(flag.kind === 'count' || flag.kind === 'strings' ? { isMultiple: true } : {}),
    },
  ]);
  return Object.fromEntries(entries) as AnyFlags;
}
