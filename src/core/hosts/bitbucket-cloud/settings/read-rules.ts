import * as z from 'zod';
import type {
  Actor,
  BranchRule,
  MergeCheck,
  RefMatcher,
} from '../../../ports/records/source-settings.ts';
import type { SettingsOfPart } from '../../../ports/settings-source.ts';
import { flag, identifier, orNull } from '../../shared/lenient-schema.ts';
import {
  amount,
  optionalText,
  personActor,
  shortText,
  unknownUser,
} from '../../shared/settings-rows.ts';
import { repositoryPath } from '../names/names.ts';
import { person } from '../names/people.ts';
import { checkKinds, restrictedActions, withExceptions } from './restriction-kinds.ts';
import { readObject, readRows, type SettingsReader, type Wanted } from './settings-pages.ts';

const groupRow = z.object({ slug: shortText.min(1), name: optionalText });

export const userActor = person.transform(personActor);

export const groupActor = groupRow.transform(
  ({ slug, name }): Actor => ({ kind: 'group', id: slug, name: name === '' ? slug : name }),
);

const restrictionRow = z.object({
  id: identifier,
  kind: shortText.min(1),
  branch_match_kind: z.string().catch('glob'),
  branch_type: optionalText,
  pattern: optionalText,
  value: amount,
  // Without the exceptions that are not understood, a rule would bind people whom it does not.
  users: z.array(userActor).nullish(),
  groups: z.array(groupActor).nullish(),
});

type Restriction = z.infer<typeof restrictionRow>;

const modelBranch = z
  .object({
    name: orNull(shortText),
    use_mainbranch: flag,
    branch: z.object({ name: shortText }).nullish().catch(null),
  })
  .nullish()
  .catch(null);

const modelSchema = z.object({
  development: modelBranch,
  production: modelBranch,
  branch_types: z.array(z.object({ kind: shortText, prefix: shortText })).catch([]),
});

type Model = z.infer<typeof modelSchema>;

/** Restrictions of a repository, with those that its project hands down, and the branching model that they refer to. */
export async function readRules(reader: SettingsReader, wanted: Wanted): Promise<SettingsOfPart> {
  const { workspace, slug, defaultBranch, signal } = wanted;
  const path = repositoryPath(wanted);
  const restrictions = await readRows(reader, {
    path: `${path}/branch-restrictions`,
    row: restrictionRow,
    what: 'branch restriction',
    of: `${workspace}/${slug}`,
    signal,
  });
  const model = await readObject(reader, {
    path: `${path}/effective-branching-model`,
    schema: modelSchema,
    canBeMissing: true,
    signal,
  });
  const refsOf = (row: Restriction) => toRefs(row, { model, defaultBranch });
  const isRule = ({ kind }: Restriction) => restrictedActions[kind] !== undefined;
  return {
    settings: {
      rules: restrictions.filter(isRule).map((row) => toRule(row, refsOf(row))),
      checks: restrictions.filter((row) => !isRule(row)).map((row) => toCheck(row, refsOf(row))),
    },
    missing: null,
  };
}

function toRule(row: Restriction, refs: RefMatcher): BranchRule {
  // Without a name it still is somebody.
  const users = (row.users ?? []).map((actor) => actor ?? unknownUser);
  return {
    id: row.id,
    level: 'repository',
    type: row.kind,
    refs,
    prevents: restrictedActions[row.kind] ?? [],
    exceptions: withExceptions.has(row.kind) ? [...users, ...(row.groups ?? [])] : [],
  };
}

function toCheck(row: Restriction, refs: RefMatcher): MergeCheck {
  return {
    id: row.id,
    level: 'repository',
    type: row.kind,
    kind: checkKinds[row.kind] ?? 'unknown',
    refs,
    value: row.value ?? null,
    names: (row.groups ?? []).map(({ id }) => id),
  };
}

function toRefs(
  { branch_match_kind, branch_type, pattern }: Restriction,
  { model, defaultBranch }: { model: Model | null; defaultBranch: string | null },
): RefMatcher {
  if (branch_match_kind !== 'branching_model') return { kind: 'glob', pattern };
  if (branch_type === 'development' || branch_type === 'production') {
    const branch = model?.[branch_type] ?? null;
    const isDefault = branch?.use_mainbranch === true;
    const own = branch?.branch?.name ?? branch?.name ?? null;
    return {
      kind: 'model',
      branch: branch_type,
      name: isDefault ? defaultBranch : own,
      default: isDefault,
    };
  }
  const type = model?.branch_types.find(({ kind }) => kind === branch_type);
  return { kind: 'category', category: branch_type, prefix: type?.prefix ?? null };
}
