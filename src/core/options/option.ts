import type { Flag, ValueOf } from './flag.ts';

/** Commands that have flags of options. */
export type OptionCommand = 'plan' | 'migrate';

/** Says how a resume treats an option that the migration keeps. */
interface Kept {
  /** Key in the stored settings. */
  readonly as: string;
  /** Until any of these exist, a resume may change it; without this it always may. */
  readonly until?: {
    readonly first: 'pullRequests' | 'created';
    /** How a refusal calls it. */
    readonly name: string;
    /** Comes after "--comments stays threaded: ". */
    readonly because: string;
  };
}

/** A row of the wizard. */
export interface Control {
  readonly label: string;
  /** Below the rows, while this one is selected. */
  readonly hint: string;
  /** Numbers to select from. */
  readonly values?: readonly number[];
  /** By value, where the value itself is no text for people. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Names of options, one of which must be on for the row to be there. */
  readonly needs?: readonly string[];
  /** Values of other options, by name, all of which the row needs. */
  readonly when?: Readonly<Record<string, string | boolean>>;
  /** The row is there only for sources whose exports GitHub's importer takes. */
  readonly needsExports?: true;
  /** The row is there only for sources that have pipelines. */
  readonly needsPipelines?: true;
  /** Values of other options, by name, any of which takes the row away. */
  readonly unless?: Readonly<Record<string, string | boolean>>;
  /** Values that are selected each time anew. */
  readonly forgets?: readonly string[];
  /** Rows that stand together, below the most important ones. */
  readonly group?: 'contents' | 'way';
  /** The command whose flag it sets, unless it is the default. */
  readonly sets?: OptionCommand;
  /** Where its value is typed: shown while it is empty. */
  readonly empty?: string;
}

interface Declaration {
  /** Commands that have it as a flag. */
  readonly flagOf?: readonly OptionCommand[];
  /** Key in the plan. */
  readonly plan?: string;
  /** Key in migrator.yaml. */
  readonly config?: string;
  /** Says in the schemas of both what it is. */
  readonly description?: string;
  readonly default?: string | number | boolean | null;
  /** Without it the option is of one run; with it later runs keep it. */
  readonly kept?: Kept;
  readonly control?: Control;
}

/** The kind is that of a flag, even where no command has one; a flag needs a summary. */
type Kind<F extends Flag = Exclude<Flag, { kind: 'count' | 'strings' }>> = F extends Flag
  ? Omit<F, 'summary'> & { readonly summary?: string }
  : never;

export type Option = Kind & Declaration;

export type OptionGroup = Readonly<Record<string, Option>>;

/** Declares an option once: flags, plan, migrator.yaml, resumes and the wizard follow from it. */
export function defineOption<const O extends Option>(option: O): O {
  return option;
}

/** The value of an option once defaults are settled. */
export type ValueOfOption<O> = O extends Option
  ? ValueOf<O> | (O extends { default: null } ? null : never)
  : never;

/** Keys of the options that are `Part`. */
export type KeysOf<G, Part> = { [K in keyof G]: G[K] extends Part ? K : never }[keyof G];

/** Options that `command` has as flags. */
export interface FlagOn<C extends OptionCommand> {
  readonly flagOf: readonly [C, ...OptionCommand[]] | readonly [OptionCommand, C];
}

/** The flags that a command has of these options. */
export function flagsOf<G extends OptionGroup, C extends OptionCommand>(
  group: G,
  command: C,
): Pick<G, KeysOf<G, FlagOn<C>>> {
  const own = Object.entries(group).filter(([, { flagOf }]) => flagOf?.includes(command));
  return Object.fromEntries(own) as Pick<G, KeysOf<G, FlagOn<C>>>;
}
