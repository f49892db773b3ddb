import meow, { type AnyFlags } from 'meow';
import type { Command } from '../../core/commands/command.ts';
import type { Flags } from '../../core/commands/flag.ts';
import { quoteInput } from '../../core/kernel/format/shorten-input.ts';
import { checkOptions, joinDashes } from './check-options.ts';
import { type Parsed, settleFlags } from './settle-flags.ts';
import { usage } from './usage.ts';

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
    throw usage(command, `${command.name || 'migrator'} does not take ${quoteInput(unexpected)}`);
  }
  return { flags: settleFlags(command, flags), operand };
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
