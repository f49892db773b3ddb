import type * as z from 'zod';
import type { ReadComments } from '../../ports/pull-request-source.ts';
import type { SourceComment } from '../../ports/records/pull-request.ts';
import type { SeenPerson } from '../../users/people-file.ts';
import type { conversationCountsSchema } from '../inventory-schema.ts';
import { collectPeople } from './collect-people.ts';

/** The parts of a conversation, on which its cost on the target depends. */
export type ConversationCounts = z.infer<typeof conversationCountsSchema>;

export const noConversation: ConversationCounts = {
  reviews: 0,
  line_threads: 0,
  file_threads: 0,
  replies: 0,
  general: 0,
};

/** Comments that the target takes in one review. */
const commentsPerReview = 25;

/** With every person in the same answers, which on some sources hold all activity. */
export function countConversation({ comments, tasks = [], activity = [], closing }: ReadComments): {
  readonly counts: ConversationCounts;
  readonly people: readonly SeenPerson[];
} {
  const people = collectPeople();
  for (const { author, resolution } of comments) {
    people.add(author);
    people.add(resolution?.by ?? null);
  }
  for (const { author, resolvedBy } of tasks) {
    people.add(author);
    people.add(resolvedBy);
  }
  // The activity, where there is any, also holds who closed it.
  for (const { by } of activity) people.add(by);
  if (activity.length === 0) people.add(closing?.by ?? null);
  return { counts: countComments(comments), people: people.all() };
}

/** How many comments these are in all. */
export function commentsOf(counts: ConversationCounts): number {
  return counts.line_threads + counts.file_threads + counts.replies + counts.general;
}

function countComments(comments: readonly SourceComment[]): ConversationCounts {
  const ids = new Set(comments.map(({ id }) => id));
  const answered = new Set(comments.map(({ parentId }) => parentId));
  let replies = 0;
  let general = 0;
  let onLines = 0;
  let onFiles = 0;
  for (const comment of comments) {
    // Of a deleted comment only the place in its thread is left.
    if (comment.isDeleted && !answered.has(comment.id)) continue;
    if (comment.parentId !== null && ids.has(comment.parentId)) replies += 1;
    else if (comment.inline === null) general += 1;
    else if (comment.inline.from === null && comment.inline.to === null) onFiles += 1;
    else onLines += 1;
  }
  const reviews = Math.ceil(onLines / commentsPerReview);
  return { reviews, line_threads: onLines, file_threads: onFiles, replies, general };
}

/** The sum of each property. */
export function addEach<T extends Record<keyof T, number>>(one: T, other: T): T {
  const sums = Object.keys(one).map((key) => [key, one[key as keyof T] + other[key as keyof T]]);
  return Object.fromEntries(sums);
}
