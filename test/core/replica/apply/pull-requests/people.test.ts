import { describe, expect, it } from 'vitest';
import type { Person } from '../../../../../src/core/ports/records/person.ts';
import { createPeople } from '../../../../../src/core/replica/context/pull-requests/people.ts';

function person(id: string, names: Partial<Person>): Person {
  return {
    id: `{${id}}`,
    accountId: null,
    username: null,
    nickname: null,
    displayName: id,
    kind: 'user',
    ...names,
  };
}

describe('whom a mention may mean', () => {
  const bob = person('b', { username: 'bob', accountId: '557058:B' });
  const other = person('o', { nickname: 'Bob' });
  const [sam, samuel] = [person('s', { nickname: 'sam' }), person('t', { nickname: 'sam' })];

  it.each([
    ['in one order', [bob, other, sam, samuel]],
    ['in the other', [samuel, sam, other, bob]],
  ])('is whose user name it is rather than whose nickname, seen %s', (_, seen) => {
    const people = createPeople();
    for (const one of seen) people.add(one);
    expect(people.find('bob')).toBe(bob);
    expect(people.find('557058:b')).toBe(bob);
    expect(people.find('{O}')).toBe(other);
  });
  it('is nobody where several go by the same nickname', () => {
    const people = createPeople();
    for (const one of [sam, sam]) people.add(one);
    expect(people.find('sam')).toBe(sam);
    for (const one of [samuel, sam]) people.add(one);
    expect(people.find('sam')).toBeNull();
  });
});
