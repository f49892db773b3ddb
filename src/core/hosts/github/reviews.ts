import type { LinePlace, PullRequestName, TargetComment, Written } from '../pull-request-target.ts';
import type { Cancellable } from '../target-host.ts';
import { lineFields } from './line-place.ts';
import { readPages } from './pages.ts';
import { toReviewComment, toTargetComment } from './pull-request-mapping.ts';
import { commentSchema, reviewCommentSchema } from './pull-request-schema.ts';
import { creating, type GitHub, numbered } from './shared.ts';
import { toWritten } from './written.ts';

/** One comment that GitHub will not have makes it refuse the whole review, without saying which. */
export async function createReview(
  github: GitHub,
  request: PullRequestName & {
    commit: string;
    body: string;
    comments: readonly (LinePlace & { body: string })[];
  } & Cancellable,
): Promise<Written> {
  const { commit, body, signal } = request;
  const comments = request.comments.map((comment) => ({
    ...lineFields(comment),
    body: comment.body,
  }));
  const answer = await github.send(
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
  return toWritten(github, answer, `a review of pull request ${request.number}`);
}

export async function* listReviews(
  github: GitHub,
  request: PullRequestName & Cancellable,
): AsyncGenerator<readonly TargetComment[]> {
  const pages = readPages({
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
  for await (const rows of pages) yield rows.map(toTargetComment);
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
