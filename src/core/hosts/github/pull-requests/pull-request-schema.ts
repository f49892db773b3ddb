import * as z from 'zod';
import type { TargetComment, TargetPullRequest } from '../../../ports/pull-request-target.ts';
import { pageAddress } from '../rest/page-address.ts';

/** GitHub's answers about pull requests, as far as they are used: only what tells them apart must be there. */

/** Identifiers are numbers; as text no digit of theirs can be lost later. */
const id = z.union([z.number().int(), z.string().regex(/^\d+$/)]).transform(String);

/** Of a body GitHub says `null` where it is empty. */
const text = z.string().catch('');

const line = z.number().int().nullable().catch(null);
const side = z.enum(['LEFT', 'RIGHT']).nullable().catch(null);

/** A deleted account is `null`. */
const user = z
  .object({ login: z.string() })
  .nullable()
  .catch(null)
  .transform((found) => found?.login ?? null);

/** `repo` of a side is `null` once that repository is gone, and is not used. */
const branchSide = z.object({ ref: text, sha: text }).catch({ ref: '', sha: '' });

/** `merge_commit_sha` and `assignee` are left alone: version 2026-03-10 of the API has them no more. */
export const pullRequestSchema = z.object({
  number: z.number().int().positive(),
  title: text,
  body: text,
  state: z.string().catch('open'),
  // In a single pull request alone.
  merged: z.boolean().nullable().catch(null),
  merged_at: z.string().nullable().catch(null),
  closed_at: z.string().nullable().catch(null),
  user,
  // `null` while GitHub still computes it; absent in lists.
  mergeable: z.boolean().nullable().optional().catch(undefined),
  draft: z.boolean().catch(false),
  head: branchSide,
  base: branchSide,
  created_at: text,
  html_url: pageAddress,
});

export type PullRequestRow = z.infer<typeof pullRequestSchema>;

/** Of an issue or a pull request. */
export const numberSchema = z.object({ number: z.number().int().positive() });

/** A review, a review comment or a comment of the conversation. */
export const commentSchema = z.object({
  id,
  body: text,
  html_url: pageAddress,
  user,
  created_at: z.string().nullable().catch(null),
  // Of a review.
  state: z.string().nullable().catch(null),
  // Of a review, in place of the other.
  submitted_at: z.string().nullable().catch(null),
});

export const reviewCommentSchema = commentSchema.extend({
  path: text,
  in_reply_to_id: id.nullable().catch(null),
  line,
  original_line: line,
  start_line: line,
  original_start_line: line,
  side,
  subject_type: z.string().nullable().catch(null),
});

/** Fields that a reply has to repeat of the comment that it answers. */
export const rootSchema = z.object({
  path: z.string().min(1),
  commit_id: z.string().min(1),
});

export type CommentRow = z.infer<typeof commentSchema>;
type ReviewCommentRow = z.infer<typeof reviewCommentSchema>;

/** Of the lists over a whole repository, which give what a comment belongs to as an address. */
export const auditedCommentSchema = commentSchema.extend({ issue_url: text });
export const auditedReviewCommentSchema = reviewCommentSchema.extend({ pull_request_url: text });

export function toTargetPullRequest(row: PullRequestRow): TargetPullRequest {
  return {
    number: row.number,
    title: row.title,
    body: row.body,
    state: row.state === 'open' ? 'open' : 'closed',
    isMerged: isMerged(row),
    isDraft: row.draft,
    head: { branch: row.head.ref, commit: row.head.sha },
    base: { branch: row.base.ref, commit: row.base.sha },
    author: row.user,
    createdAt: row.created_at,
    endedAt: row.merged_at ?? row.closed_at,
    webUrl: row.html_url,
  };
}

/** Lists show it by the time alone. */
export function isMerged(row: PullRequestRow): boolean {
  return row.merged === true || row.merged_at !== null;
}

/** A review, or a comment of the conversation. */
export function toTargetComment(row: CommentRow): TargetComment {
  return {
    id: row.id,
    body: row.body,
    webUrl: row.html_url,
    author: row.user,
    createdAt: row.created_at ?? row.submitted_at,
    rootId: null,
    place: null,
  };
}

/** An outdated comment has lost its lines; the original ones are those that it was made on. */
export function toReviewComment(row: ReviewCommentRow): TargetComment {
  const isFile = row.subject_type === 'file';
  return {
    ...toTargetComment(row),
    rootId: row.in_reply_to_id,
    place: {
      path: row.path,
      line: isFile ? null : (row.line ?? row.original_line),
      side: isFile ? null : row.side,
      startLine: isFile ? null : (row.start_line ?? row.original_start_line),
      isFile,
    },
  };
}
