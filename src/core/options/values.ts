import type { ValueOf } from './flag.ts';
import {
  type FlagOn,
  flagsOf,
  type KeysOf,
  type Option,
  type OptionGroup,
  type ValueOfOption,
} from './option.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Flags that `migrate` has of a group; what is `undefined` was not given. */
export type FlagsGiven<G> = {
  readonly [K in KeysOf<G, FlagOn<'migrate'>>]?: ValueOfOption<G[K]> | undefined;
};

/** Flags of `plan` that say something of a group in the plan. */
export type PlanFlags<G> = {
  readonly [K in KeysOf<G, FlagOn<'plan'> & { plan: string }>]?:
    | ValueOfOption<G[K]>
    | null
    | undefined;
};

/** Values of the options of a group that a run settles, by name. */
export type RunValues<G> = {
  readonly [K in KeysOf<G, { plan: string } | { config: string }>]: ValueOfOption<G[K]>;
};

/** The values that a file may have, by their keys in it. */
export type FileValues<G, File extends 'plan' | 'config'> = {
  readonly [K in keyof G as G[K] extends Readonly<Record<File, infer Key extends string>>
    ? Key
    : never]: G[K] extends Option ? ValueOf<G[K]> : never;
};

/** The values that are kept, by their keys in the stored settings. */
export type KeptValues<G> = {
  readonly [K in keyof G as G[K] extends { kept: { as: infer Key extends string } }
    ? Key
    : never]: ValueOfOption<G[K]>;
};

/** Builds a record from the options that have an entry in it. */
export function recordOf<T>(
  group: OptionGroup,
  entryOf: (name: string, option: Option) => readonly [string | undefined, T | undefined],
): Record<string, T> {
  const record: Record<string, T> = {};
  for (const [name, option] of Object.entries(group)) {
    const [key, value] = entryOf(name, option);
    if (key !== undefined && value !== undefined) record[key] = value;
  }
  return record;
}

/** Leaves out switches at what they are without their flag, and flags of other options. Pure. */
export function saidFlags(group: OptionGroup, flags: Values): Values {
  return recordOf(group, (name, { kind }) => {
    const unsaid = kind === 'boolean' ? false : kind === 'switch-off' ? true : null;
    return [name, flags[name] === unsaid ? undefined : flags[name]];
  });
}

/** Settles options: flags win over the plan, the plan over the file, the file over the defaults. Pure. */
export function runValues<G extends OptionGroup>(
  group: G,
  { flags = {}, plan = {}, file = {} }: { flags?: Values; plan?: Values; file?: Values },
): RunValues<G> {
  const said = saidFlags(flagsOf(group, 'migrate'), flags);
  return recordOf<unknown>(group, (name, option) => {
    const isOfRun = option.plan !== undefined || option.config !== undefined;
    const written = plan[option.plan ?? ''] ?? file[option.config ?? ''];
    return [isOfRun ? name : undefined, said[name] ?? written ?? option.default];
  }) as RunValues<G>;
}

/** Names what flags of `plan` say as the plan does, without defaults that no other file can change. Pure. */
export function plannedValues<G extends OptionGroup>(
  group: G,
  flags: Values,
): Partial<FileValues<G, 'plan'>> {
  const said = saidFlags(flagsOf(group, 'plan'), flags);
  const planned = recordOf<unknown>(group, (name, { plan, config, default: standard }) => {
    const isUnsaid = config === undefined && said[name] === standard;
    return [plan, isUnsaid ? undefined : said[name]];
  });
  return planned as Partial<FileValues<G, 'plan'>>;
}

/** Names values as the stored settings do, and leaves out those that are not kept. Pure. */
export function keptValues<G extends OptionGroup>(group: G, values: Values) {
  const kept = recordOf<unknown>(group, (name, option) => [option.kept?.as, values[name]]);
  return kept as Partial<KeptValues<G>>;
}
