import type { GithubPullRequest } from '../../../sandbox/github/tracker/records.ts';

/** Where something is written, and what. GitHub makes a review without a text for each comment that is made alone. */
export function bodiesOf(pull: GithubPullRequest): (readonly [string, string])[] {
  return [
    ['description', pull.body ?? ''],
    ...pull.comments.map(({ id, body }) => [`comment ${id}`, body] as const),
    ...pull.reviewComments.map(({ id, body }) => [`review comment ${id}`, body] as const),
    ...pull.reviews
      .filter(({ body }) => body !== '')
      .map(({ id, body }) => [`review ${id}`, body] as const),
  ];
}
