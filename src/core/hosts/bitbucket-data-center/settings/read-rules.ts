import * as z from 'zod';
import type { Actor, BranchRule, SettingsLevel } from '../../../ports/records/source-settings.ts';
import type { SettingsOfPart } from '../../../ports/settings-source.ts';
import { identifier } from '../../shared/lenient-schema.ts';
import {
  distinctById,
  optionalText,
  personActor,
  shortText,
  unknownUser,
  withInherited,
} from '../../shared/settings-rows.ts';
import { person } from '../names/people.ts';
import { matcherRow, readModel, type ToRefs } from './ref-matchers.ts';
import { restrictedActions } from './restriction-types.ts';
import { placesOf, readRows, type SettingsReader, type Wanted } from './settings-pages.ts';

export const userActor = person.transform(personActor);

export const groupActor = (name: string): Actor => ({ kind: 'group', id: name, name });

const keyActor = z.object({ key: z.object({ id: identifier, label: optionalText }) }).transform(
  ({ key: { id, label } }): Actor => ({
    kind: 'access-key',
    id,
    name: label === '' ? id : label,
  }),
);

const restrictionRow = z.object({
  id: identifier,
  type: shortText.min(1),
  matcher: matcherRow,
  scope: z.object({ type: z.string() }).nullish().catch(null),
  users: z.array(userActor).nullish(),
  groups: z.array(shortText).nullish(),
  accessKeys: z.array(keyActor).nullish(),
});

/** Branch permissions of the repository and of its project. */
export async function readRules(reader: SettingsReader, wanted: Wanted): Promise<SettingsOfPart> {
  const { repository, project } = placesOf(reader, wanted);
  const read = (place: string) =>
    readRows(reader, {
      path: `/rest/branch-permissions/latest${place}/restrictions`,
      row: restrictionRow,
      what: 'branch permission',
      signal: wanted.signal,
    });
  const toRefs = await readModel(reader, wanted);
  const own = read(repository).then((rows) => rows.map((row) => toRule(row, { toRefs })));
  // Rows as they were sent: what they mean depends on the repository's branching model.
  const above = async () =>
    (await reader.once(`rules ${project}`, () => read(project))).map((row) =>
      toRule(row, { toRefs, level: 'project' }),
    );
  const { rows, missing } = await withInherited<BranchRule>(own, [above]);
  return { settings: { rules: distinctById(rows) }, missing };
}

function toRule(
  row: z.infer<typeof restrictionRow>,
  { toRefs, level }: { toRefs: ToRefs; level?: SettingsLevel },
): BranchRule {
  return {
    id: row.id,
    level: level ?? (row.scope?.type === 'PROJECT' ? 'project' : 'repository'),
    type: row.type,
    refs: toRefs(row.matcher),
    prevents: restrictedActions[row.type] ?? [],
    exceptions: [
      // Without a name it still is somebody.
      ...(row.users ?? []).map((actor) => actor ?? unknownUser),
      ...(row.groups ?? []).map(groupActor),
      ...(row.accessKeys ?? []),
    ],
  };
}
