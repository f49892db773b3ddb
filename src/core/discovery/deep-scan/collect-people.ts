import type { Person } from '../../ports/records/person.ts';
import type { SeenPerson } from '../../users/people-file.ts';
import { userKey } from '../../users/user-row.ts';

/** Counts how often each person occurs. */
export function collectPeople() {
  const byId = new Map<string, SeenPerson>();
  /** @param person `null`: a deleted account, which is not counted */
  function add(person: Person | null, times = 1): void {
    if (person === null) return;
    const key = userKey(person.id);
    const known = byId.get(key);
    const all = known === undefined ? person : completed(known.person, person);
    byId.set(key, { person: all, times: times + (known?.times ?? 0) });
  }
  return { add, all: (): readonly SeenPerson[] => [...byId.values()] };
}

/** Hosts report more of a person in some places than in others. */
function completed(person: Person, more: Person): Person {
  return {
    ...person,
    accountId: person.accountId ?? more.accountId,
    username: person.username ?? more.username,
    nickname: person.nickname ?? more.nickname,
  };
}
