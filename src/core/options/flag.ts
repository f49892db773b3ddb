interface FlagBase {
  /** One line for the help. */
  readonly summary: string;
  /** One letter, given with a single dash. */
  readonly short?: string;
  /** The command cannot run without it. */
  readonly required?: boolean;
}

/** One option of a command, for parser, help and completion. Its key is in camelCase; the command line has dashes. */
export type Flag =
  | (FlagBase & { readonly kind: 'boolean' })
  /** A boolean that is on unless `--no-...` is given. */
  | (FlagBase & { readonly kind: 'switch-off' })
  /** How many times it was given. */
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
      /** Values that completion offers. A migration may also be named `last`. */
      readonly completes?: 'file' | 'migration' | 'repository';
      /** Endings of the files that completion offers: `.json`. */
      readonly endings?: readonly string[];
    })
  /** May be given several times. */
  | (FlagBase & { readonly kind: 'strings'; readonly value: string });

export type Flags = Readonly<Record<string, Flag>>;

/** The type of a flag's value, where it is given. */
export type ValueOf<F extends { readonly kind: string }> = F extends {
  kind: 'boolean' | 'switch-off';
}
  ? boolean
  : F extends { kind: 'count' | 'integer' }
    ? number
    : F extends { kind: 'choice'; choices: readonly (infer C)[] }
      ? C
      : F extends { kind: 'strings' }
        ? readonly string[]
        : string;

/** Flags that always have a value. */
type Always = { kind: 'boolean' | 'switch-off' | 'count' | 'strings' } | { required: true };

export type FlagValues<F extends Flags> = {
  readonly [K in keyof F]: F[K] extends Always ? ValueOf<F[K]> : ValueOf<F[K]> | undefined;
};

/** `skipExisting` as on the command line: `--skip-existing`; what is on by default: `--no-color`. */
export function flagName(key: string, flag: Flag): string {
  const dashed = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return flag.kind === 'switch-off' ? `--no-${dashed}` : `--${dashed}`;
}

/** The placeholder after the flag: `<file>`, `slug|name`; empty for flags that take no value. */
export function flagValue(flag: Flag): string {
  if (flag.kind === 'choice') return flag.choices.join('|');
  return 'value' in flag ? `<${flag.value}>` : '';
}

export function flagNames(flags: Flags): string[] {
  return Object.entries(flags).map(([key, flag]) => flagName(key, flag));
}

export function takesValue(flag: Flag): boolean {
  return flagValue(flag) !== '';
}
