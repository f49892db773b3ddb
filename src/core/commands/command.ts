import type { ExitCode } from '../kernel/exit-codes.ts';
import type { CommandProgram } from './command-program.ts';
import type { Flags, FlagValues } from './flag.ts';

export interface Command<F extends Flags = Flags> {
  /** One word, or two where a command has subcommands. */
  readonly name: string;
  readonly summary: string;
  /** What the help says above the options: one paragraph a line. */
  readonly description: readonly string[];
  /** The one operand, where there is one. */
  readonly operand?: {
    readonly name: string;
    readonly choices?: readonly string[];
    /** Several words are one operand with blanks in it, as where a shell has split it. */
    readonly takesRest?: boolean;
  };
  readonly flags: F;
  /** A signal asks it to end in order; others simply end, because they leave nothing half done. */
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
