import * as z from 'zod';
import type { PullRequestState } from '../../../ports/records/pull-request.ts';
import { flag, hash, orNull, positive, text, timestamp } from '../../shared/lenient-schema.ts';
import { person } from '../names/people.ts';
import { writtenText } from './source-text.ts';

const hashOf = orNull(z.object({ hash })).transform((commit) => commit?.hash ?? null);

/** A deleted fork has no repository; commit and branch can be missing too. */
export const side = orNull(
  z.object({
    branch: orNull(z.object({ name: z.string().min(1) })).transform((one) => one?.name ?? null),
    commit: hashOf,
    repository: orNull(z.object({ full_name: z.string().min(1) })).transform(
      (repository) => repository?.full_name ?? null,
    ),
  }),
).transform((value) => value ?? { branch: null, commit: null, repository: null });

const participant = z
  .object({
    user: person,
    role: z.string().catch(''),
    approved: flag,
    state: orNull(z.string()),
    participated_on: timestamp,
  })
  .transform(({ user, role, approved, state, participated_on }) => ({
    person: user,
    role: role.toUpperCase() === 'REVIEWER' ? ('reviewer' as const) : ('participant' as const),
    verdict: verdictOf(state, approved),
    at: participated_on,
  }));

function verdictOf(state: string | null, approved: boolean) {
  if (state === 'changes_requested') return 'changes-requested' as const;
  return state === 'approved' || approved ? ('approved' as const) : null;
}

const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? []);

export const pullRequestSchema = z.object({
  id: positive,
  title: text,
  description: writtenText,
  summary: writtenText,
  rendered: orNull(z.object({ description: writtenText })).transform(
    (rendered) => rendered?.description ?? null,
  ),
  state: z.string(),
  draft: flag,
  author: person,
  closed_by: person,
  reason: text,
  source: side,
  destination: side,
  merge_commit: hashOf,
  close_source_branch: flag,
  // A missing count must not become zero: comments would not be read.
  comment_count: z.number().int().nonnegative().nullable().catch(null),
  // Of open tasks alone.
  task_count: z.number().int().nonnegative().nullable().catch(null),
  reviewers: listOf(person),
  participants: listOf(participant),
  created_on: timestamp,
  updated_on: timestamp,
});

export type PullRequestRow = z.infer<typeof pullRequestSchema>;

/** With those of the first API version, which old answers hold. */
const states: Readonly<Record<string, PullRequestState>> = {
  OPEN: 'open',
  MERGED: 'merged',
  FULFILLED: 'merged',
  DECLINED: 'declined',
  REJECTED: 'declined',
  SUPERSEDED: 'superseded',
};

/** `null` for an unknown state. */
export function stateOf(word: string): PullRequestState | null {
  return states[word.toUpperCase()] ?? null;
}

/** Additions to a list's fields, without long, unused ones. */
export const pullRequestFields = [
  '+values.participants',
  '+values.reviewers',
  '-values.rendered',
  '-values.summary.raw',
  '-values.summary.html',
  '-values.links',
  ...['author', 'closed_by', 'reviewers', 'participants.user'].map((who) => `-values.${who}.links`),
  ...['source', 'destination'].flatMap((side) => [
    `-values.${side}.commit.links`,
    `-values.${side}.repository.links`,
  ]),
] as const;
