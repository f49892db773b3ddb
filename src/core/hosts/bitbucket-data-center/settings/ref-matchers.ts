import * as z from 'zod';
import type { RefMatcher } from '../../../ports/records/source-settings.ts';
import { orNull } from '../../shared/lenient-schema.ts';
import { shortText } from '../../shared/settings-rows.ts';
import { placesOf, readObject, type SettingsReader, type Wanted } from './settings-pages.ts';

export const matcherRow = z.object({
  id: shortText,
  type: z.object({
    id: z.enum(['ANY_REF', 'BRANCH', 'PATTERN', 'MODEL_CATEGORY', 'MODEL_BRANCH']),
  }),
});

const modelBranch = z
  .object({ refId: orNull(shortText), useDefault: z.boolean().catch(false) })
  .nullish()
  .catch(null);

const modelSchema = z.object({
  development: modelBranch,
  production: modelBranch,
  types: z
    .array(
      z.object({
        id: shortText,
        prefix: orNull(shortText),
        enabled: z.boolean().catch(true),
      }),
    )
    .catch([]),
});

/** Reads matchers with the branching model that they refer to. */
export type ToRefs = (matcher: z.infer<typeof matcherRow>) => RefMatcher;

/** @throws as `readObject` does */
export async function readModel(reader: SettingsReader, wanted: Wanted): Promise<ToRefs> {
  const { repository } = placesOf(reader, wanted);
  const path = `/rest/branch-utils/latest${repository}/branchmodel/configuration`;
  const model = await reader.once(path, () =>
    readObject(reader, { path, schema: modelSchema, signal: wanted.signal }),
  );
  return ({ id, type }) => {
    switch (type.id) {
      case 'ANY_REF':
        return { kind: 'any' };
      case 'BRANCH':
        return { kind: 'branch', name: shortName(id) };
      case 'PATTERN':
        return { kind: 'ant', pattern: id };
      case 'MODEL_BRANCH': {
        const which = id.toLowerCase() === 'production' ? 'production' : 'development';
        const branch = model?.[which] ?? null;
        const own = branch?.refId == null ? null : shortName(branch.refId);
        const isDefault = branch?.useDefault === true;
        const name = isDefault ? wanted.defaultBranch : own;
        return { kind: 'model', branch: which, name, default: isDefault };
      }
      case 'MODEL_CATEGORY': {
        const found = model?.types.find((one) => one.enabled && one.id === id);
        const prefix = found?.prefix ?? null;
        return {
          kind: 'category',
          category: id.toLowerCase(),
          prefix: prefix === '' ? null : prefix,
        };
      }
    }
  };
}

const shortName = (ref: string): string => ref.replace(/^refs\/heads\//, '');
