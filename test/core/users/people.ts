import type { Person } from '../../../src/core/ports/records/person.ts';

/** Somebody whose every name is made of one. */
export function person(name: string, change: Partial<Person> = {}): Person {
  return {
    id: `{${name}-uuid}`,
    accountId: `5b10:${name}`,
    username: null,
    nickname: name,
    displayName: name.toUpperCase(),
    kind: 'user',
    ...change,
  };
}
