import { shellCommand } from '../kernel/format/shell-quote.ts';
import type { Flags, FlagValues } from '../options/flag.ts';
import { type CommandLine, commandLineArguments } from './command-line.ts';

/** Flags that only concern the output. */
const quiet = { json: false, plain: false, color: true, verbose: 0, theme: undefined };

/**
 * The command line of these flags again, as a shell takes it, without those that only concern the output. Pure.
 * @param change flags that the next run needs otherwise
 */
export function sameCommand<F extends Flags>(
  command: CommandLine<F>,
  flags: Partial<FlagValues<F>>,
  change: Partial<FlagValues<F>>,
): string {
  return shellCommand(commandLineArguments(command, { ...flags, ...quiet, ...change }));
}
