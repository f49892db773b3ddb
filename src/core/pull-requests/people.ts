import type { Person } from '../model/person.ts';
import type { SourceConversation, SourcePullRequest } from '../model/pull-request.ts';

/** Everyone seen so far, by all that a mention may call them. */
export interface People {
  add(person: Person | null): void;
  find(name: string): Person | null;
}

export function createPeople(): People {
  const known = new Map<string, Person>();
  return {
    add(person) {
      if (person === null) return;
      const { id, accountId, username, nickname } = person;
      for (const name of [nickname, username, accountId, id]) {
        if (name !== null && name !== '') known.set(name.toLowerCase(), person);
      }
    },
    find: (name) => known.get(name.toLowerCase()) ?? null,
  };
}

/** Whoever takes part in a pull request. */
export function* peopleOf(
  { author, closedBy, reviewers, participants }: SourcePullRequest,
  { comments, tasks, activity }: SourceConversation,
): Generator<Person | null> {
  yield author;
  yield closedBy;
  yield* reviewers;
  for (const { person } of participants) yield person;
  for (const comment of comments) yield comment.author;
  for (const task of tasks) yield task.author;
  for (const { by } of activity) yield by;
}
