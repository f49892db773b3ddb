import { oneLine } from '../network/http/response.ts';
import type { Person } from '../ports/records/person.ts';
import { type KeyIndex, namesOfRow } from './key-index.ts';
import { type Likeness, likeness } from './likeness.ts';
import { type UserRow, userKey } from './user-row.ts';

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
      else if (by === best.by && !best.people.some((one) => isSame(one, person))) {
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
    return [`line ${row.line}: ${oneLine(row.source, 60)} fits ${people.length} people: ${who}`];
  });
}

export function describe({ displayName, accountId, id }: Person): string {
  return oneLine(`${displayName} (${accountId ?? id})`, 120);
}

function isSame(one: Person, other: Person): boolean {
  return userKey(one.id) === userKey(other.id);
}
