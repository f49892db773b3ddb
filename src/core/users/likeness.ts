import type { Person } from '../ports/records/person.ts';
import { type UserRow, userKey } from './user-row.ts';

/** By what a row fits a person; smaller is better: 0 an id, 1 the user name or e-mail address, 2 the nickname. */
export type Likeness = 0 | 1 | 2;

/** @returns `null` if the row is about somebody else */
export function likeness(row: UserRow, person: Person): Likeness | null {
  const id = userKey(person.id);
  const accountId = person.accountId === null ? null : userKey(person.accountId);
  const told = [compare(row.uuid, id), compare(row.accountId, accountId)];
  if (told.includes('same')) return 0;
  // The row is about another person of that name.
  if (told.includes('other')) return null;
  const source = userKey(row.source);
  if (source === id || source === accountId) return 0;
  if (person.username !== null && source === userKey(person.username)) return 1;
  const { email = null } = person;
  if (email !== null && source === userKey(email)) return 1;
  return person.nickname !== null && source === userKey(person.nickname) ? 2 : null;
}

function compare(told: string | null, key: string | null): 'same' | 'other' | 'unknown' {
  if (told === null || key === null) return 'unknown';
  return userKey(told) === key ? 'same' : 'other';
}
