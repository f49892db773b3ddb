import type { ExitCode } from '../kernel/exit-codes.ts';
import type { CommandProgram } from './command-program.ts';

interface FlagBase {
  /** One line for the help. */
  readonly summary: string;
  /** One letter, given with a single dash. */
  readonly short?: string;
  /** The command cannot run without it. */
  readonly required?: boolean;
}

/**
 * One option of a command. The declaration feeds the parser, the help and the completion alike.
 * The key is in camelCase; on the command line it is written with dashes.
 */
export type Flag =
  | (FlagBase & { readonly kind: 'boolean' })
  /** A boolean that is on unless `--no-...` is given. */
  | (FlagBase & { readonly kind: 'switch-off' })
  /** How often it was given. */
  | (FlagBase & { readonly kind: 'count' })
  | (FlagBase & {
      readonly kind: 'integer';
      readonly value: string;
      readonly minimum: number;
      readonly maximum?: number;
    })
  | (FlagBase & { readonly kind: 'choice'; readonly choices: readonly string[] })
  | (FlagBase & {
      readonly kind: 'string';
      readonly value: string;
      /** What completion offers in its place. */
      readonly completes?: 'file';
    })
  /** May be given several times. */
  | (FlagBase & { readonly kind: 'strings'; readonly value: string });

export type Flags = Readonly<Record<string, Flag>>;

type ValueOf<F extends Flag> = F extends { kind: 'boolean' | 'switch-off' }
  ? boolean
  : F extends { kind: 'count' | 'integer' }
    ? number
    : F extends { kind: 'choice'; choices: readonly (infer C)[] }
      ? C
      : F extends { kind: 'strings' }
        ? readonly string[]
        : string;

/** What always has a value; anything else may be missing, unless it is required. */
type Settled = { kind: 'boolean' | 'switch-off' | 'count' | 'strings' } | { required: true };

export type FlagValues<F extends Flags> = {
  readonly [K in keyof F]: F[K] extends Settled ? ValueOf<F[K]> : ValueOf<F[K]> | undefined;
};

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
