import type { Command } from '../../core/commands/command.ts';
import type { Flag } from '../../core/commands/flag.ts';
import { flagName } from '../../core/commands/flag-names.ts';
import { quoteInput } from '../../core/kernel/format/shorten-input.ts';
import { unknownOption, usage } from './usage.ts';

/**
 * Refuses options that are not spelled as the help spells them. The parser is more generous than is safe: it takes
 * `--dry-run=yes` for "no", `--no-output` for a file named `false`, and `--plan.x` for a plan.
 * @throws `usage`
 */
export function checkOptions(command: Command, argv: readonly string[]): void {
  const byName = flagsByName(command);
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
      if (isTaken) throw usage(command, `${command.name} does not take ${quoteInput(word)}`);
      before = null;
    }
  }
}

/**
 * The same words, with a `-` that is the value of an option as one word with it: the parser takes it for no value. Pure.
 */
export function joinDashes(command: Command, argv: readonly string[]): readonly string[] {
  const byName = flagsByName(command);
  const end = argv.indexOf('--');
  return argv.flatMap((word, index) => {
    if (end !== -1 && index >= end) return [word];
    const flag = byName.get(word);
    if (argv[index + 1] === '-' && flag !== undefined && takesValue(flag)) return [`${word}=-`];
    const before = byName.get(argv[index - 1] ?? '');
    return word === '-' && before !== undefined && takesValue(before) ? [] : [word];
  });
}

function flagsByName(command: Command): ReadonlyMap<string, Flag> {
  const byName = new Map<string, Flag>();
  for (const [key, flag] of Object.entries(command.flags)) {
    byName.set(flagName(key, flag), flag);
    if (flag.short !== undefined) byName.set(`-${flag.short}`, flag);
  }
  return byName;
}

/** A negative number is a value, and a single dash is a word. */
function isOption(word: string): boolean {
  return /^-[^\d]/.test(word);
}

function onlyFlag(command: Command, byName: ReadonlyMap<string, Flag>, name: string): Flag {
  // Letters without a value may stand together: -vvv.
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

function takesValue(flag: Flag): boolean {
  return flag.kind !== 'boolean' && flag.kind !== 'switch-off' && flag.kind !== 'count';
}
