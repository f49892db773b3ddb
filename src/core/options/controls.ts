import type { ValueOf } from './flag.ts';
import type { Control, KeysOf, Option, OptionCommand, ValueOfOption } from './option.ts';
import { wizardOptions } from './table.ts';
import { recordOf } from './values.ts';

type Controlled = typeof wizardOptions;

/** A row of the wizard's options. */
export type OptionName = KeysOf<Controlled, { control: object }>;

/** A row whose value is typed; that of all others is one of a few. */
export type TypedOption = OptionName & KeysOf<Controlled, { kind: 'string' }>;

type ListedOption = Exclude<OptionName, TypedOption>;

/** Options of which the wizard says nothing where migrator.yaml, or the default, says the same. */
type Configured = ListedOption &
  KeysOf<Controlled, { kind: 'boolean' | 'choice' | 'integer'; config: string }>;

/** Values of the rows that are a choice. */
export type ListedValues = { readonly [K in ListedOption]: ValueOf<Controlled[K]> };

/** Everything that a person selects other than repositories. */
export type WizardOptions = Omit<ListedValues, Configured> & {
  readonly [K in Configured]: ListedValues[K] | null;
} & {
  /** Empty: none. */
  readonly [K in TypedOption]: string;
} & {
  /** Repositories that are private on the source become public: confirmed by a typed word. */
  readonly publishPrivate: boolean;
};

type FlagsSet<C extends OptionCommand> = {
  readonly [K in KeysOf<Controlled, { control: { sets: C } }>]?: ValueOfOption<Controlled[K]>;
};

const table: Readonly<Record<string, Option>> = wizardOptions;

/** The rows in their order, hidden ones included. */
export const allOptionNames: readonly OptionName[] = Object.keys(table).filter(
  (name): name is OptionName => table[name]?.control !== undefined,
);

/** Every choice at its default. */
export const defaultValues = recordOf<unknown>(wizardOptions, (name, option) => [
  option.control === undefined || option.kind === 'string' ? undefined : name,
  option.default,
]) as ListedValues;

export function controlOf(name: OptionName): Control {
  return wizardOptions[name].control;
}

/** Tells whether its value is typed. */
export function isTyped(name: OptionName): name is TypedOption {
  return wizardOptions[name].kind === 'string';
}

/** Tells whether its answer is `null` where migrator.yaml or the default says the same. */
export function isNullable(name: OptionName): name is Configured {
  const { config, kind }: Option = wizardOptions[name];
  return config !== undefined && kind !== 'switch-off';
}

/** The values of a row, in the order of the keys that turn them. */
export function choicesOf(name: ListedOption): readonly (string | number | boolean)[] {
  const option: Option = wizardOptions[name];
  switch (option.kind) {
    case 'choice':
      return option.choices;
    case 'integer':
      return option.control?.values ?? [];
    default:
      return [option.default === true, option.default !== true];
  }
}

/** The flags of `command` that say the same; what holds without them is left out. Pure. */
export function flagsSetBy<C extends OptionCommand>(
  options: WizardOptions,
  command: C,
): FlagsSet<C> {
  const flags: Record<string, unknown> = {};
  for (const name of allOptionNames) {
    const option: Option = wizardOptions[name];
    const value = options[name];
    const isDefault = isNullable(name) ? value === null : value === option.default;
    if (option.control?.sets === command && !isDefault) flags[name] = value;
  }
  return flags as FlagsSet<C>;
}
