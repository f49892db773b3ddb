import type { Person } from '../../../ports/records/person.ts';
import type { SourceConversation, SourcePullRequest } from '../../../ports/records/pull-request.ts';

/** Everyone seen so far, by all that a mention may call them. */
export interface People {
  add(person: Person | null): void;
  find(name: string): Person | null;
  /** Adds a person whom a conversation has shown. */
  see(person: Person | null): void;
  /** @returns everyone seen in conversations; `null` where nobody is new since the last call */
  takeSeen(): readonly Person[] | null;
}

/** @param seen by earlier runs */
export function createPeople(seen: readonly Person[] = []): People {
  const byId = new Map<string, Person>();
  const byUsername = new Map<string, Person>();
  /** Everybody chooses their own, so that several may have the same: `null`. */
  const byNickname = new Map<string, Person | null>();
  const seenById = new Map(seen.map((person) => [person.id, person]));
  let hasNew = false;
  function add(person: Person | null): void {
    if (person === null) return;
    const { id, accountId, username, nickname } = person;
    for (const name of [accountId, id]) if (isName(name)) byId.set(name.toLowerCase(), person);
    if (isName(username)) byUsername.set(username.toLowerCase(), person);
    if (!isName(nickname)) return;
    const other = byNickname.get(nickname.toLowerCase());
    const isShared = other === null || (other !== undefined && other.id !== id);
    byNickname.set(nickname.toLowerCase(), isShared ? null : person);
  }
  for (const person of seen) add(person);
  return {
    add,
    see(person) {
      add(person);
      if (person === null) return;
      hasNew ||= !seenById.has(person.id);
      seenById.set(person.id, person);
    },
    takeSeen() {
      if (!hasNew) return null;
      hasNew = false;
      return [...seenById.values()];
    },
    find(name) {
      const key = name.toLowerCase();
      return byId.get(key) ?? byUsername.get(key) ?? byNickname.get(key) ?? null;
    },
  };
}

function isName(name: string | null): name is string {
  return name !== null && name !== '';
}

/** Everybody who takes part in a pull request. */
export function* peopleOf(
  { author, closedBy, reviewers, participants }: SourcePullRequest,
  { comments, tasks, activity }: SourceConversation,
): Generator<Person | null> {
  yield author;
  yield closedBy;
  yield* reviewers;
  for (const { person } of participants) yield person;
  for (const { author: writer, resolution } of comments) yield* [writer, resolution?.by ?? null];
  for (const { author: writer, resolvedBy } of tasks) yield* [writer, resolvedBy];
  for (const { by } of activity) yield by;
}
