import { hasCode } from '../../../kernel/errors.ts';
import type { HttpResponse } from '../../../network/http/response.ts';
import type {
  LinePlace,
  PullRequestName,
  TargetComment,
  Written,
} from '../../../ports/pull-request-target.ts';
import type { Cancellable } from '../../../ports/records/target-address.ts';
import { toWritten } from '../pull-requests/parse-created.ts';
import { toReviewComment, toTargetComment } from '../pull-requests/pull-request-mapping.ts';
import {
  type CommentRow,
  commentSchema,
  reviewCommentSchema,
} from '../pull-requests/pull-request-schema.ts';
import { readPages } from '../rest/pages.ts';
import { creating, type GitHub, numbered } from '../rest/shared.ts';
import { lineFields } from './line-place.ts';

type ReviewRequest = PullRequestName & {
  commit: string;
  body: string;
  comments: readonly (LinePlace & { body: string })[];
} & Cancellable;

/**
 * One comment that GitHub will not have makes it refuse the whole review, without saying which. It refuses it as well
 * while an earlier one is pending, which is what a failure in the middle of one can leave behind: that one goes.
 */
export async function createReview(github: GitHub, request: ReviewRequest): Promise<Written> {
  let answer = await sendReview(github, request);
  if (answer.status === 422 && (await hasRemovedPending(github, request))) {
    answer = await sendReview(github, request);
  }
  return toWritten(github, answer, `a review of pull request ${request.number}`);
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
      // With anything else, or nothing, it would be an approval, or wait unseen for being submitted.
      event: 'COMMENT',
      ...(comments.length === 0 ? {} : { comments }),
    },
    { ...creating, expectedStatuses: [422], signal },
  );
}

/** Only what is the same as what is to be written now: nobody but its author sees it, or its comments. */
async function hasRemovedPending(github: GitHub, request: ReviewRequest): Promise<boolean> {
  try {
    return await removePending(github, request);
  } catch (thrown) {
    // Then the refusal is what there is to tell.
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

/** Without pending ones, which nobody else sees. */
export async function* listReviews(
  github: GitHub,
  request: PullRequestName & Cancellable,
): AsyncGenerator<readonly TargetComment[]> {
  for await (const rows of reviewRows(github, request)) {
    yield rows.filter(({ state }) => state !== 'PENDING').map(toTargetComment);
  }
}

function reviewRows(
  github: GitHub,
  request: PullRequestName & Cancellable,
): AsyncGenerator<readonly CommentRow[]> {
  return readPages({
    host: github.host,
    what: `of reviews of pull request ${request.number}`,
    ask: (page) =>
      github.send(
        'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews',
        { ...numbered(request), ...page },
        { creates: false, signal: request.signal },
      ),
    row: commentSchema,
    keyOf: (row) => row.id,
  });
}

export async function* listCommentsOfReview(
  github: GitHub,
  request: PullRequestName & { reviewId: string } & Cancellable,
): AsyncGenerator<readonly TargetComment[]> {
  const pages = readPages({
    host: github.host,
    what: `of comments of a review of pull request ${request.number}`,
    ask: (page) =>
      github.send(
        'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/comments',
        { ...numbered(request), review_id: Number(request.reviewId), ...page },
        { creates: false, signal: request.signal },
      ),
    row: reviewCommentSchema,
    keyOf: (row) => row.id,
  });
  for await (const rows of pages) yield rows.map(toReviewComment);
}
