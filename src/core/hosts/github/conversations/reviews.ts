import { hasCode } from '../../../kernel/errors.ts';
import type { HttpResponse } from '../../../network/response/response.ts';
import type { Written } from '../../../ports/pull-request-target.ts';
import type { AuditedReview, ReviewVerdict } from '../../../ports/target-audit.ts';
import { toWritten } from '../pull-requests/pull-request-refusals.ts';
import {
  type CommentRow,
  commentSchema,
  reviewCommentSchema,
  toReviewComment,
  toTargetComment,
} from '../pull-requests/pull-request-schema.ts';
import { readList } from '../rest/pages.ts';
import { creating, type GitHub, numbered, type Options } from '../rest/shared.ts';
import { lineFields } from './comments.ts';

type ReviewRequest = Options<'createReview'>;

/**
 * GitHub refuses the whole review for one comment that it rejects, without saying which. It also refuses while an
 * earlier review is pending, which a failure halfway can leave behind: that one is removed first.
 */
export async function createReview(github: GitHub, request: ReviewRequest): Promise<Written> {
  let answer = await sendReview(github, request);
  if (answer.status === 422 && (await hasRemovedPending(github, request))) {
    answer = await sendReview(github, request);
  }
  return toWritten(github, answer, `a review on pull request ${request.number}`);
}

function sendReview(github: GitHub, request: ReviewRequest): Promise<HttpResponse> {
  const { commit, body, signal } = request;
  const comments = request.comments.map((comment) => ({
    ...lineFields(comment),
    body: comment.body,
  }));
  return github.send(
    'POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews',
    {
      ...numbered(request),
      commit_id: commit,
      body,
      // Anything else would approve; nothing at all would leave the review pending.
      event: 'COMMENT',
      ...(comments.length === 0 ? {} : { comments }),
    },
    {
      ...creating,
      contentUnits: github.reviewCost.countsComments ? 1 + comments.length : 1,
      expectedStatuses: [422],
      signal,
    },
  );
}

/** Removes only a review with the same text as the new one: nobody but its author sees a pending review. */
async function hasRemovedPending(github: GitHub, request: ReviewRequest): Promise<boolean> {
  try {
    return await removePending(github, request);
  } catch (thrown) {
    // The caller then reports the refusal of the review.
    if (hasCode(thrown, 'refused')) return false;
    throw thrown;
  }
}

async function removePending(github: GitHub, request: ReviewRequest): Promise<boolean> {
  let isRemoved = false;
  for await (const rows of reviewRows(github, request)) {
    for (const { id, body, state } of rows) {
      if (state !== 'PENDING' || body.trim() !== request.body.trim()) continue;
      await github.send(
        'DELETE /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}',
        { ...numbered(request), review_id: Number(id) },
        { creates: false, expectedStatuses: [404, 422], signal: request.signal },
      );
      isRemoved = true;
    }
  }
  return isRemoved;
}

/** Without pending reviews, which only their author sees. */
export async function* listReviews(
  github: GitHub,
  request: Options<'listReviews'>,
): AsyncGenerator<readonly AuditedReview[]> {
  for await (const rows of reviewRows(github, request)) {
    yield rows.filter(({ state }) => state !== 'PENDING').map(toAuditedReview);
  }
}

const verdicts: ReadonlyMap<string | null, ReviewVerdict> = new Map([
  ['APPROVED', 'approved'],
  ['CHANGES_REQUESTED', 'changes-requested'],
  ['DISMISSED', 'dismissed'],
]);

export function toAuditedReview(row: CommentRow): AuditedReview {
  return { ...toTargetComment(row), verdict: verdicts.get(row.state) ?? null };
}

function reviewRows(github: GitHub, request: Options<'listReviews'>) {
  return readList(
    github,
    'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews',
    numbered(request),
    {
      what: `reviews on pull request ${request.number}`,
      row: commentSchema,
      keyOf: (row) => row.id,
      to: (row) => row,
      signal: request.signal,
    },
  );
}

export function listCommentsOfReview(github: GitHub, request: Options<'listCommentsOfReview'>) {
  return readList(
    github,
    'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/comments',
    { ...numbered(request), review_id: Number(request.reviewId) },
    {
      what: `comments in a review on pull request ${request.number}`,
      row: reviewCommentSchema,
      keyOf: (row) => row.id,
      to: toReviewComment,
      signal: request.signal,
    },
  );
}
