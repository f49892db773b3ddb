import type { Person } from '../ports/records/person.ts';
import { type UserRow, userKey } from './user-row.ts';

/** Things by the names that they go by, without regard to case, a leading `@` or a UUID's braces. */
export interface KeyIndex<T> {
  /** Each once, in the order in which they were given. */
  find(names: readonly (string | null)[]): readonly T[];
}

export function keyIndex<T>(
  things: readonly T[],
  namesOf: (thing: T) => readonly (string | null)[],
): KeyIndex<T> {
  const byKey = new Map<string, T[]>();
  for (const thing of things) {
    for (const key of keysOf(namesOf(thing))) {
      const same = byKey.get(key);
      if (same === undefined) byKey.set(key, [thing]);
      else same.push(thing);
    }
  }
  return {
    find: (names) => [...new Set([...keysOf(names)].flatMap((key) => byKey.get(key) ?? []))],
  };
}

function keysOf(names: readonly (string | null)[]): ReadonlySet<string> {
  return new Set(names.filter((name) => name !== null).map(userKey));
}

export function namesOfRow({ source, accountId, uuid }: UserRow): readonly (string | null)[] {
  return [source, accountId, uuid];
}

export function namesOfPerson(person: Person): readonly (string | null)[] {
  const { id, accountId, username, nickname, email = null } = person;
  return [id, accountId, username, nickname, email];
}
