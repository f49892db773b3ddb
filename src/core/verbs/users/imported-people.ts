import type { Migration } from '../../ports/records/migration.ts';
import type { Person } from '../../ports/records/person.ts';
import type { Store } from '../../ports/store.ts';
import { comparedImport } from '../../replica/recorded/imports/import-documents.ts';
import { type WrittenArchive, writtenArchive } from '../../replica/recorded/written-archive.ts';
import type { UserMap } from '../../users/user-map.ts';

/** Somebody of the source in the imports of a migration. Texts are hostile. */
export interface ImportedPerson {
  /** In the archives. */
  readonly login: string;
  readonly name: string;
  /** As the source knows the person. */
  readonly person: Person;
  /** Login of the account that stands for the person on the target; `null`: none was seen. */
  readonly account: string | null;
  /** Login on the target by the user map; `null`: the map has none. */
  readonly target: string | null;
  /** Pull requests, reviews and comments. */
  readonly written: number;
}

/**
 * Everybody whom the imports of a migration name, with most written first.
 * @param map in place of the one that the migration was begun with; `null`: that one
 */
export async function importedPeople(
  store: Pick<Store, 'listObjects' | 'listRepositories'>,
  migration: Pick<Migration, 'id'>,
  map: Pick<UserMap, 'find'> | null,
): Promise<readonly ImportedPerson[]> {
  const people = new Map<string, ImportedPerson>();
  for (const { source: repository } of await store.listRepositories(migration.id)) {
    const of = { migration: migration.id, repository };
    const archive = await writtenArchive.find(store, of);
    const compared = await comparedImport.find(store, of);
    for (const one of compared === null ? [] : (archive?.people ?? [])) {
      const { login, name } = one;
      const person = asPerson(one);
      const before = people.get(login);
      people.set(login, {
        ...{ login, name: name ?? login, person },
        account: ownValue(compared?.accounts, login) ?? before?.account ?? null,
        target: map === null ? one.target : map.find(person),
        written: (before?.written ?? 0) + (ownValue(compared?.written, login) ?? 0),
      });
    }
  }
  return [...people.values()].sort(
    (one, other) => other.written - one.written || (one.login < other.login ? -1 : 1),
  );
}

function asPerson({
  login,
  id,
  account_id: accountId,
  username,
  name,
  email,
}: WrittenArchive['people'][number]): Person {
  const displayName = name ?? login;
  const named = { id: id === '' ? login : id, accountId, username, nickname: null };
  return { ...named, email, displayName, kind: 'user' };
}

/** Logins are hosts' words: `constructor` is one. */
function ownValue<T>(values: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return values !== undefined && Object.hasOwn(values, key) ? values[key] : undefined;
}
