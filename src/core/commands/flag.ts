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
