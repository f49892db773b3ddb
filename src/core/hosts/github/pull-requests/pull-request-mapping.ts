import type { TargetComment, TargetPullRequest } from '../../../ports/pull-request-target.ts';
import type { CommentRow, PullRequestRow, ReviewCommentRow } from './pull-request-schema.ts';

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
    createdAt: row.created_at,
    webUrl: row.html_url,
  };
}

/** Lists tell it by the time alone. */
export function isMerged(row: PullRequestRow): boolean {
  return row.merged === true || row.merged_at !== null;
}

/** A review, or a comment of the conversation. */
export function toTargetComment(row: CommentRow): TargetComment {
  return {
    id: row.id,
    body: row.body,
    webUrl: row.html_url,
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
