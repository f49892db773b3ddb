import type { Person } from '../../ports/records/person.ts';
import type { SeenPerson } from '../../users/people-file.ts';
import { userKey } from '../../users/user-row.ts';

/** Counts how often everybody is met. */
export interface PeopleCount {
  /** @param times how often; `null` stands for an account that was deleted, and counts nobody */
  add(person: Person | null, times?: number): void;
  all(): readonly SeenPerson[];
}

export function collectPeople(seen: readonly SeenPerson[] = []): PeopleCount {
  const byId = new Map<string, SeenPerson>();
  function add(person: Person | null, times = 1): void {
    if (person === null) return;
    const key = userKey(person.id);
    const known = byId.get(key);
    byId.set(
      key,
      known === undefined
        ? { person, times }
        : { person: completed(known.person, person), times: known.times + times },
    );
  }
  for (const { person, times } of seen) add(person, times);
  return { add, all: () => [...byId.values()] };
}

/** Hosts tell more of somebody in one place than in another. */
function completed(person: Person, more: Person): Person {
  return {
    ...person,
    accountId: person.accountId ?? more.accountId,
    username: person.username ?? more.username,
    nickname: person.nickname ?? more.nickname,
  };
}
