import { z } from 'zod';
import { commit, text, time, url } from './values.ts';

export const formatter = z.literal('markdown');

export const reactions = z
  .array(z.looseObject({ user: url, content: z.string().min(1), created_at: time.optional() }))
  .optional();

/** One end of a pull request. `repo` is null where the fork is gone. */
const end = z.looseObject({
  ref: text.min(1),
  sha: commit,
  user: url.nullable(),
  repo: url.nullable(),
});

const reviewRequest = z.looseObject({
  reviewer: url,
  reviewer_type: z.enum(['User', 'Team']),
  created_at: time,
  updated_at: time.optional(),
  dismissed_at: time.nullable().optional(),
});

/** Closed where `closed_at` is set, merged where `merged_at` is set too. */
export const pullRequest = z.looseObject({
  type: z.literal('pull_request'),
  url,
  user: url.nullable(),
  repository: url,
  title: text.min(1),
  body: text.nullable(),
  base: end,
  head: end,
  labels: z.array(url),
  review_requests: z.array(reviewRequest).optional(),
  reactions,
  work_in_progress: z.boolean().optional(),
  merged_at: time.nullable(),
  closed_at: time.nullable(),
  created_at: time,
  merge_commit_sha: commit.nullish(),
});

export const issue = z.looseObject({
  type: z.literal('issue'),
  url,
  repository: url,
  user: url.nullable(),
  title: text.min(1),
  body: text.nullable(),
  closed_at: time.nullable(),
  created_at: time,
});

export const issueComment = z.looseObject({
  type: z.literal('issue_comment'),
  url,
  pull_request: url.nullish(),
  issue: url.nullish(),
  user: url.nullable(),
  body: text,
  formatter,
  reactions,
  created_at: time,
});

export const commitComment = z.looseObject({
  type: z.literal('commit_comment'),
  url,
  repository: url,
  user: url.nullable(),
  body: text,
  formatter,
  path: text.nullable(),
  position: z.number().int().nullable(),
  commit_id: commit,
  created_at: time,
});
