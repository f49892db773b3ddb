import type { Person } from '../../../ports/records/person.ts';
import type { SourceConversation, SourcePullRequest } from '../../../ports/records/pull-request.ts';

/** Everyone seen so far, by all that a mention may call them. */
export interface People {
  add(person: Person | null): void;
  find(name: string): Person | null;
}

export function createPeople(): People {
  const byId = new Map<string, Person>();
  const byUsername = new Map<string, Person>();
  /** Everybody chooses their own, so that several may have the same: `null`. */
  const byNickname = new Map<string, Person | null>();
  return {
    add(person) {
      if (person === null) return;
      const { id, accountId, username, nickname } = person;
      for (const name of [accountId, id]) if (isName(name)) byId.set(name.toLowerCase(), person);
      if (isName(username)) byUsername.set(username.toLowerCase(), person);
      if (!isName(nickname)) return;
      const other = byNickname.get(nickname.toLowerCase());
      const isShared = other === null || (other !== undefined && other.id !== id);
      byNickname.set(nickname.toLowerCase(), isShared ? null : person);
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
