import { z } from 'zod';
import { formatter, reactions } from './pull-request.ts';
import { commit, text, time, url } from './values.ts';

/** States of a review, as GitHub's own exports number them. */
export const reviewStates = { comment: 1, changesRequested: 30, approved: 40 } as const;

export const review = z.looseObject({
  type: z.literal('pull_request_review'),
  url,
  pull_request: url,
  user: url.nullable(),
  body: text.nullable(),
  head_sha: commit,
  formatter,
  state: z.literal(Object.values(reviewStates)),
  reactions,
  created_at: time,
  submitted_at: time,
});

const line = z.number().int().min(1);
const side = z.enum(['left', 'right']);

/** Where a thread is, shared with each of its comments. `position` is null for an outdated one. */
const place = {
  diff_hunk: text,
  path: text.min(1),
  position: line.nullable(),
  original_position: line.nullable(),
  commit_id: commit,
  original_commit_id: commit,
  subject_type: z.enum(['line', 'file']).optional(),
};

export const reviewThread = z.looseObject({
  type: z.literal('pull_request_review_thread'),
  url,
  pull_request: url,
  pull_request_review: url,
  ...place,
  start_position_offset: z.number().int().min(0).nullish(),
  blob_position: z.number().int().min(0).nullish(),
  start_line: line.nullish(),
  line: line.nullish(),
  start_side: side.nullish(),
  side: side.nullish(),
  original_start_line: line.nullish(),
  original_line: line.nullish(),
  created_at: time,
  resolved_at: time.nullish(),
  resolver: url.nullish(),
  outdated: z.boolean().optional(),
});

/** `in_reply_to` is the address of the comment that it answers, never its number. */
export const reviewComment = z.looseObject({
  type: z.literal('pull_request_review_comment'),
  url,
  pull_request: url,
  pull_request_review: url,
  pull_request_review_thread: url,
  user: url.nullable(),
  body: text,
  formatter,
  ...place,
  state: z.literal(reviewStates.comment),
  in_reply_to: url.nullable(),
  reactions,
  created_at: time,
});
