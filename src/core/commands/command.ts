import type { ExitCode } from '../kernel/exit-codes.ts';
import type { Flags, FlagValues } from '../options/flag.ts';
import type { CommandProgram } from './command-program.ts';

export interface Command<F extends Flags = Flags> {
  /** One word, or two where a command has subcommands. */
  readonly name: string;
  readonly summary: string;
  /** For the help, above the options. */
  readonly description: readonly string[];
  readonly operand?: {
    readonly name: string;
    readonly choices?: readonly string[];
    /** Joins several words, such as a key that the shell has split. */
    readonly takesRest?: boolean;
  };
  readonly flags: F;
  /** For those who work on the program: no help or completion lists it. */
  readonly isHidden?: boolean;
  /** A signal drains it; other commands just end, because they leave nothing half-done. */
  readonly endsInOrder?: boolean;
  /** Whole command lines. */
  readonly examples: readonly string[];
  run(invocation: Invocation<F>): Promise<ExitCode>;
}

interface Invocation<F extends Flags> {
  readonly flags: FlagValues<F>;
  /** `null` where the command has none. */
  readonly operand: string | null;
  readonly program: CommandProgram;
}

/** Keeps the exact types of the flags for run(). */
export function defineCommand<const F extends Flags>(command: Command<F>): Command<F> {
  return command;
}
