import type { PullRequestTarget } from '../../ports/pull-request-target.ts';
import { findUsers } from './accounts/users.ts';
import {
  createComment,
  createReviewComment,
  listComments,
  listReviewComments,
} from './conversations/comments.ts';
import { createReplies } from './conversations/replies.ts';
import { createReview, listCommentsOfReview, listReviews } from './conversations/reviews.ts';
import { resolveThreads } from './conversations/threads.ts';
import { readCommit } from './pull-requests/commits.ts';
import { readCloser, readState, reopen } from './pull-requests/discussions.ts';
import { mergePullRequest } from './pull-requests/merge.ts';
import {
  createPullRequest,
  findPullRequest,
  listPullRequests,
  newestNumber,
  updatePullRequest,
} from './pull-requests/pull-requests.ts';
import {
  isCollaborator,
  listReviewers,
  requestReviewers,
  withdrawReviewers,
} from './pull-requests/reviewers.ts';
import { setDraft } from './pull-requests/set-draft.ts';
import type { GitHub } from './rest/shared.ts';

/** GitHub's pull requests. */
export function createPullRequestPort(github: GitHub): PullRequestTarget {
  return {
    newestNumber: (request) => newestNumber(github, request),
    list: (request) => listPullRequests(github, request),
    find: (request) => findPullRequest(github, request),
    readState: (request) => readState(github, request),
    readCommit: (request) => readCommit(github, request),
    readCloser: (request) => readCloser(github, request),
    reopen: (request) => reopen(github, request),
    create: (request) => createPullRequest(github, request),
    update: (request) => updatePullRequest(github, request),
    setDraft: (request) => setDraft(github, request),
    merge: (request) => mergePullRequest(github, request),
    isCollaborator: (request) => isCollaborator(github, request),
    listReviewers: (request) => listReviewers(github, request),
    requestReviewers: (request) => requestReviewers(github, request),
    withdrawReviewers: (request) => withdrawReviewers(github, request),
    createReview: (request) => createReview(github, request),
    createReviewComment: (request) => createReviewComment(github, request),
    createReply: createReplies(github),
    createComment: (request) => createComment(github, request),
    listCommentsOfReview: (request) => listCommentsOfReview(github, request),
    listReviewComments: (request) => listReviewComments(github, request),
    listReviews: (request) => listReviews(github, request),
    listComments: (request) => listComments(github, request),
    resolveThreads: (request) => resolveThreads(github, request),
    findUsers: (request) => findUsers(github, request),
  };
}
