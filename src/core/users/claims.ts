import { oneLine } from '../network/response/response.ts';
import type { Person } from '../ports/records/person.ts';
import { type KeyIndex, namesOfRow, type UserRow, userKey } from './user-row.ts';

/** Whom each row is about, among everybody who is known: those that it fits best. */
export type Claims = ReadonlyMap<
  UserRow,
  { readonly by: Likeness; readonly people: readonly Person[] }
>;

export function claimsOf(rows: readonly UserRow[], people: KeyIndex<Person>): Claims {
  const claims = new Map<UserRow, { by: Likeness; people: Person[] }>();
  for (const row of rows) {
    for (const person of people.find(namesOfRow(row))) {
      const by = likeness(row, person);
      if (by === null) continue;
      const best = claims.get(row);
      if (best === undefined || by < best.by) claims.set(row, { by, people: [person] });
      else if (
        by === best.by &&
        !best.people.some(({ id }) => userKey(id) === userKey(person.id))
      ) {
        best.people.push(person);
      }
    }
  }
  return claims;
}

/** A sentence for every row that would give its login to several people. */
export function ambiguousRows(claims: Claims): readonly string[] {
  return [...claims].flatMap(([row, { people }]) => {
    if (people.length < 2 || row.target === null) return [];
    const who = people.slice(0, 10).map(describe).join(', ');
    return [`line ${row.line}: ${oneLine(row.source, 60)} matches ${people.length} people: ${who}`];
  });
}

export function describe({ displayName, accountId, id }: Person): string {
  return oneLine(`${displayName} (${accountId ?? id})`, 120);
}

/** By what a row fits a person; smaller is better: 0 an id, 1 the user name or e-mail address, 2 the nickname. */
export type Likeness = 0 | 1 | 2;

/** @returns `null` if the row is about somebody else */
export function likeness(row: UserRow, person: Person): Likeness | null {
  const id = userKey(person.id);
  const accountId = person.accountId === null ? null : userKey(person.accountId);
  const comparisons = [compare(row.uuid, id), compare(row.accountId, accountId)];
  if (comparisons.includes('same')) return 0;
  // The row is about another person of that name.
  if (comparisons.includes('other')) return null;
  const source = userKey(row.source);
  if (source === id || source === accountId) return 0;
  if (person.username !== null && source === userKey(person.username)) return 1;
  const { email = null } = person;
  if (email !== null && source === userKey(email)) return 1;
  return person.nickname !== null && source === userKey(person.nickname) ? 2 : null;
}

function compare(value: string | null, key: string | null): 'same' | 'other' | 'unknown' {
  if (value === null || key === null) return 'unknown';
  return userKey(value) === key ? 'same' : 'other';
}
