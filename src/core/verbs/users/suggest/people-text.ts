import { importsSome } from '../../../choices/engine.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import type { Migration } from '../../../ports/records/migration.ts';
import type { Store } from '../../../ports/store.ts';
import { storedChoice, storedPlan } from '../../../replica/context/stored-plan.ts';
import { claimsOf } from '../../../users/claims.ts';
import { peopleFile } from '../../../users/people-file.ts';
import type { UserMap } from '../../../users/user-map.ts';
import { keyIndex, namesOfPerson, type UserRow } from '../../../users/user-row.ts';
import { addRows, editSheet, readSheet, type SheetRow } from '../../../users/user-sheet.ts';
import { type ImportedPerson, importedPeople } from '../imported-people.ts';

/**
 * A user map of everybody whom a migration names: its own map, and after an import all authors beside.
 * @throws `usage` where the migration knows nobody
 */
export async function peopleTextOf(
  store: Pick<Store, 'listObjects' | 'listRepositories'>,
  migration: Migration,
): Promise<string> {
  const { kept, users } = storedChoice(migration);
  const hasImports = importsSome(kept, storedPlan(migration));
  const imported = hasImports ? await importedPeople(store, migration, users) : [];
  if (imported.length > 0) return importedText(imported, users);
  if (users !== null) return users.text;
  throw new MigratorError('usage', `Migration ${migration.id} has no user map`, {
    hint: 'Add --user-map: discover --deep --users users.csv writes one with everyone seen in pull requests.',
  });
}

/** Everybody with the login that the map gives them, then the rows of the map that are about nobody of these. */
function importedText(people: readonly ImportedPerson[], map: UserMap | null): string {
  const seen = people.map(({ person, written }) => ({ person, times: written }));
  const text = peopleFile(seen);
  const persons = people.map(({ person }) => person);
  const claims = claimsOf(map?.rows ?? [], keyIndex(persons, namesOfPerson));
  const targets = new Map(people.map(({ person, target }) => [person.id, target ?? '']));
  const edits = readSheet(text).map(({ line, uuid }) => {
    return [line, { target: targets.get(uuid) ?? '' }] as const;
  });
  const others = (map?.rows ?? []).filter((row) => !claims.has(row));
  return addRows(editSheet(text, new Map(edits)), others.map(asSheetRow));
}

function asSheetRow({ line, source, target, accountId, uuid }: UserRow): SheetRow {
  const ids = { accountId: accountId ?? '', uuid: uuid ?? '' };
  return { line, source, target: target ?? '', name: '', email: '', ...ids, times: null };
}
