import type { TrackerHandler } from './context.ts';
import {
  createComment,
  deleteComment,
  getComment,
  listComments,
  listRepositoryComments,
  updateComment,
} from './issues/issue-comments.ts';
import { createIssue, getIssue, listEvents, listIssues, updateIssue } from './issues/issues.ts';
import { createPull } from './pulls/create-pull.ts';
import { mergePull } from './pulls/merge-pull.ts';
import { getCommit, listPullCommits, listPullFiles } from './pulls/pull-contents.ts';
import { getPull, isMerged, listPulls, updatePull } from './pulls/pulls.ts';
import {
  createReply,
  createReviewComment,
  deleteReviewComment,
  getReviewComment,
  listRepositoryReviewComments,
  listReviewComments,
  updateReviewComment,
} from './reviews/review-comments.ts';
import {
  checkCollaborator,
  listRequestedReviewers,
  requestReviewers,
  withdrawReviewers,
} from './reviews/reviewers.ts';
import {
  createReview,
  getReview,
  listCommentsOfReview,
  listReviews,
  updateReview,
} from './reviews/reviews.ts';

export interface TrackerRoute {
  /** Right that the caller needs: everybody who sees a repository may talk. */
  readonly needs: 'pull' | 'push';
  /** Refused on an archived repository. */
  readonly writes: boolean;
  readonly handle: TrackerHandler;
}

const read = (handle: TrackerHandler): TrackerRoute => ({ needs: 'pull', writes: false, handle });
const talk = (handle: TrackerHandler): TrackerRoute => ({ needs: 'pull', writes: true, handle });
const change = (handle: TrackerHandler): TrackerRoute => ({ needs: 'push', writes: true, handle });

/** By method and what follows the repository's address; `*` is a number or a name. */
const routes: Readonly<Record<string, TrackerRoute>> = {
  'GET issues': read(listIssues),
  'POST issues': talk(createIssue),
  'GET issues/*': read(getIssue),
  'PATCH issues/*': talk(updateIssue),
  'GET issues/*/comments': read(listComments),
  'GET issues/*/events': read(listEvents),
  'POST issues/*/comments': talk(createComment),
  'GET issues/comments': read(listRepositoryComments),
  'GET issues/comments/*': read(getComment),
  'PATCH issues/comments/*': talk(updateComment),
  'DELETE issues/comments/*': talk(deleteComment),
  'GET pulls': read(listPulls),
  // Who has no write access to a branch of the repository comes from a fork, which the sandbox does not know.
  'POST pulls': change(createPull),
  'GET pulls/*': read(getPull),
  'PATCH pulls/*': talk(updatePull),
  'GET pulls/*/merge': read(isMerged),
  'PUT pulls/*/merge': change(mergePull),
  'GET pulls/*/commits': read(listPullCommits),
  'GET pulls/*/files': read(listPullFiles),
  'GET pulls/*/requested_reviewers': read(listRequestedReviewers),
  'POST pulls/*/requested_reviewers': change(requestReviewers),
  'DELETE pulls/*/requested_reviewers': change(withdrawReviewers),
  'GET pulls/*/reviews': read(listReviews),
  'POST pulls/*/reviews': talk(createReview),
  'GET pulls/*/reviews/*': read(getReview),
  'GET pulls/*/reviews/*/comments': read(listCommentsOfReview),
  'GET pulls/*/comments': read(listReviewComments),
  'POST pulls/*/comments': talk(createReviewComment),
  'POST pulls/*/comments/*/replies': talk(createReply),
  'PUT pulls/*/reviews/*': talk(updateReview),
  'GET pulls/comments': read(listRepositoryReviewComments),
  'GET pulls/comments/*': read(getReviewComment),
  'PATCH pulls/comments/*': talk(updateReviewComment),
  'DELETE pulls/comments/*': talk(deleteReviewComment),
  'GET commits/*': read(getCommit),
  'GET collaborators/*': read(checkCollaborator),
};

export function findTrackerRoute(
  method: string,
  parts: readonly string[],
): { route: TrackerRoute; words: readonly string[] } | null {
  const isWord = (part: string, index: number): boolean =>
    index % 2 === 1 && part !== 'comments' ? true : index > 1 && /^\d+$/.test(part);
  const shape = parts.map((part, index) => (isWord(part, index) ? '*' : part)).join('/');
  const route = routes[`${method} ${shape}`];
  return route === undefined ? null : { route, words: parts.filter(isWord) };
}
