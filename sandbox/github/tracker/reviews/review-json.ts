import { nodeId, simpleUserJson } from '../../accounts/account-json.ts';
import type { JsonContext } from '../context.ts';
import { associationOf, reactionsJson } from '../issues/json.ts';
import type { GithubReview, GithubReviewComment } from '../records.ts';

/** `pull-request-review` */
export function reviewJson(review: GithubReview, context: JsonContext) {
  const { self, html, addresses, repository } = context;
  const { pull } = review;
  const page = `${html}/pull/${pull.number}#pullrequestreview-${review.id}`;
  const url = `${self}/pulls/${pull.number}`;
  return {
    id: review.id,
    node_id: nodeId('PRR', review.id),
    user: simpleUserJson(review.author, addresses),
    body: review.body,
    state: review.state,
    html_url: page,
    pull_request_url: url,
    author_association: associationOf(review.author, repository),
    _links: { html: { href: page }, pull_request: { href: url } },
    ...(review.submittedAt === null ? {} : { submitted_at: review.submittedAt }),
    commit_id: review.commit,
  };
}

/** `review-comment`: the list of one review's comments has no lines. */
export function commentOfReviewJson(comment: GithubReviewComment, context: JsonContext) {
  const { self, html, addresses, repository } = context;
  const { pull, thread } = comment;
  const url = `${self}/pulls/comments/${comment.id}`;
  const page = `${html}/pull/${pull.number}#discussion_r${comment.id}`;
  const pullUrl = `${self}/pulls/${pull.number}`;
  const root = thread.comments[0];
  const position = thread.place?.position ?? 1;
  return {
    id: comment.id,
    node_id: nodeId('PRRC', comment.id),
    url,
    pull_request_review_id: comment.review.id,
    diff_hunk: thread.diffHunk,
    path: thread.path,
    position: thread.outdated ? null : position,
    original_position: position,
    commit_id: thread.outdated ? thread.commit : pull.head.sha,
    original_commit_id: thread.commit,
    ...(root === undefined || root === comment ? {} : { in_reply_to_id: root.id }),
    user: simpleUserJson(comment.author, addresses),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    html_url: page,
    pull_request_url: pullUrl,
    author_association: associationOf(comment.author, repository),
    _links: { self: { href: url }, html: { href: page }, pull_request: { href: pullUrl } },
    reactions: reactionsJson(url),
  };
}

/** `pull-request-review-comment` */
export function reviewCommentJson(comment: GithubReviewComment, context: JsonContext) {
  const { place, outdated } = comment.thread;
  return {
    ...commentOfReviewJson(comment, context),
    start_line: outdated ? null : (place?.startLine ?? null),
    original_start_line: place?.startLine ?? null,
    start_side: place?.startSide ?? null,
    line: outdated ? null : (place?.line ?? null),
    original_line: place?.line ?? null,
    side: place?.side ?? 'RIGHT',
    subject_type: place === null ? 'file' : 'line',
  };
}
