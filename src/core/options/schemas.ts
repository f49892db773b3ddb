import * as z from 'zod';
import {
  allOptionNames,
  controlOf,
  isNullable,
  type OptionName,
  type WizardOptions,
} from './controls.ts';
import type { Option, OptionGroup } from './option.ts';
import { wizardOptions } from './table.ts';
import { type FileValues, type KeptValues, recordOf } from './values.ts';

type OptionalKeys<Values> = { [K in keyof Values]: z.ZodOptional<z.ZodType<Values[K]>> };

type KeysWithDefault<Values> = { [K in keyof Values]: z.ZodDefault<z.ZodType<Values[K]>> };

/** Keys of a plan or of migrator.yaml, for an object of zod. */
export function fileShape<G extends OptionGroup, File extends 'plan' | 'config'>(
  group: G,
  file: File,
): OptionalKeys<FileValues<G, File>> {
  return recordOf<z.ZodType>(group, (_, option) => {
    const schema = valueSchema(option).optional();
    const { [file]: key, description } = option;
    return [key, description === undefined ? schema : schema.describe(description)];
  }) as OptionalKeys<FileValues<G, File>>;
}

/** Keys of stored settings; a migration of an earlier version has the default. */
export function keptShape<G extends OptionGroup>(group: G): KeysWithDefault<KeptValues<G>> {
  return recordOf<z.ZodType>(group, (_, option) => {
    const schema = valueSchema(option);
    const value = option.default === null ? schema.nullable() : schema;
    return [option.kept?.as, value.default(option.default)];
  }) as KeysWithDefault<KeptValues<G>>;
}

/** Answers of the wizard, by option. */
export function controlShape(): { [K in OptionName]: z.ZodType<WizardOptions[K]> } {
  const shape = allOptionNames.map((name) => [name, answerSchema(name)] as const);
  return Object.fromEntries(shape) as { [K in OptionName]: z.ZodType<WizardOptions[K]> };
}

function answerSchema(name: OptionName): z.ZodType {
  const option: Option = wizardOptions[name];
  const { forgets } = controlOf(name);
  if (option.kind === 'string') return z.string().max(500);
  if (option.kind === 'choice' && forgets !== undefined)
    return z
      .enum(option.choices.filter((one) => !forgets.includes(one)))
      .catch(String(option.default));
  return isNullable(name) ? valueSchema(option).nullable() : valueSchema(option);
}

/** The values of an option. */
function valueSchema(option: Option): z.ZodType {
  switch (option.kind) {
    case 'boolean':
    case 'switch-off':
      return z.boolean();
    case 'choice':
      return z.enum(option.choices);
    case 'string':
      return z.string();
    case 'integer': {
      const schema = z.number().int().min(option.minimum);
      return option.maximum === undefined ? schema : schema.max(option.maximum);
    }
  }
}
