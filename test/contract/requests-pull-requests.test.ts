import { describe, expect, it } from 'vitest';
import type { PullRequestTarget } from '../../src/core/ports/pull-request-target.ts';
import type { TargetAudit } from '../../src/core/ports/target-audit.ts';
import { app } from '../core/hosts/github/app.ts';
import {
  collect,
  commentRow,
  openPullRequests,
  pull,
  pullRequestRow,
  reviewCommentRow,
} from '../core/hosts/github/pull-request-support.ts';
import type { ReceivedRequest, Reply } from '../core/network/support/scripted-server.ts';
import { describedHosts } from './descriptions/github-description.ts';
import { readDescription } from './descriptions/requests-description.ts';

/** Every request about pull requests that the GitHub adapter sends, held against GitHub's own description. */

const commit = 'a'.repeat(40);
const path = 'src/door.ts';
const line = { path, line: 12, side: 'RIGHT', startLine: null, startSide: null } as const;
const lines = { path, line: 12, side: 'LEFT', startLine: 9, startSide: 'LEFT' } as const;

const calls: Readonly<Record<string, (target: PullRequestTarget) => Promise<unknown>>> = {
  newestNumber: (target) => target.newestNumber(app),
  list: (target) => collect(target.list(app)),
  find: (target) => target.find(pull),
  create: (target) =>
    target.create({ ...app, title: 'T', body: 'B', head: 'h', base: 'main', isDraft: true }),
  update: (target) =>
    target.update({ ...pull, title: 'T', body: 'B', state: 'closed', base: 'main' }),
  setDraft: (target) => target.setDraft({ ...pull, isDraft: true }),
  merge: (target) => target.merge({ ...pull, head: commit, title: 'T', message: 'M' }),
  isCollaborator: (target) => target.isCollaborator({ ...app, login: 'jane' }),
  listReviewers: (target) => target.listReviewers(pull),
  withdrawReviewers: (target) => target.withdrawReviewers({ ...pull, logins: ['jane'] }),
  requestReviewers: (target) => target.requestReviewers({ ...pull, logins: ['jane'] }),
  createReview: (target) =>
    target.createReview({
      ...pull,
      commit,
      body: 'B',
      comments: [
        { ...line, body: 'one line' },
        { ...lines, body: 'several' },
      ],
    }),
  createReviewComment: async (target) => {
    await target.createReviewComment({ ...pull, commit, body: 'B', place: line });
    await target.createReviewComment({ ...pull, commit, body: 'B', place: lines });
    await target.createReviewComment({ ...pull, commit, body: 'B', place: { path } });
  },
  createReply: async (target) => {
    await target.createReply({ ...pull, rootId: '90', body: 'B' });
    await target.createReply({ ...pull, rootId: forbidden, body: 'B' });
  },
  createComment: (target) => target.createComment({ ...pull, body: 'B' }),
  listCommentsOfReview: (target) =>
    collect(target.listCommentsOfReview({ ...pull, reviewId: '80' })),
  listReviewComments: (target) => collect(target.listReviewComments(pull)),
  listReviews: (target) => collect(target.listReviews(pull)),
  listComments: (target) => collect(target.listComments(pull)),
  resolveThreads: (target) => target.resolveThreads({ ...pull, rootIds: [] }),
  readState: (target) => target.readState(pull),
  readCloser: (target) => target.readCloser(pull),
  reopen: (target) => target.reopen(pull),
  readCommit: (target) => target.readCommit({ ...app, commit }),
  findUsers: (target) => target.findUsers({ logins: ['jane'] }),
};

const auditCalls: Readonly<Record<keyof TargetAudit, (audit: TargetAudit) => Promise<unknown>>> = {
  listReviewComments: (audit) => collect(audit.listReviewComments(app)),
  listComments: (audit) => collect(audit.listComments(app)),
  // Without GraphQL.
  readConversations: (audit) => audit.readConversations({ ...app, numbers: [7] }),
  findMissingLfsObjects: (audit) => audit.findMissingLfsObjects({ ...app, objects: [] }),
  updateText: async (audit) => {
    await audit.updateText({ ...pull, kind: 'comment', id: '5', body: 'B' });
    await audit.updateText({ ...pull, kind: 'review-comment', id: '6', body: 'B' });
    await audit.updateText({ ...pull, kind: 'review', id: '80', body: 'B' });
  },
  deleteText: async (audit) => {
    await audit.deleteText({ ...pull, kind: 'comment', id: '5' });
    await audit.deleteText({ ...pull, kind: 'review-comment', id: '6' });
  },
};

/** To this comment the token of an app may not reply by the route of replies. */
const forbidden = '91';

/** Calls that need GraphQL. */
const byGraphQl = ['resolveThreads', 'setDraft'];

const answersByEnd: Readonly<Record<string, Reply>> = {
  '/issues/7': { body: { number: 7, state: 'open' } },
  '/requested_reviewers': { body: { users: [], teams: [] } },
  '/merge': { status: 405, body: { message: 'Not mergeable' } },
};

/** Answers well enough for every call to go to its end; GraphQL is not there, so that users are asked for singly. */
function answerFor({ method, url }: ReceivedRequest): Reply {
  const [, known] = Object.entries(answersByEnd).find(([end]) => url.endsWith(end)) ?? [];
  if (known !== undefined) return known;
  if (url === '/graphql') return { status: 404, body: { message: 'Not Found' } };
  if (url.startsWith('/users/')) return { body: { id: 5, login: 'jane', type: 'User' } };
  if (url.includes('/collaborators/')) return { status: 204 };
  if (url.includes('/issues?'))
    return { status: 410, body: { message: 'Issues has been disabled' } };
  if (url.endsWith(`/${forbidden}/replies`)) return { status: 403, body: { message: 'Not you' } };
  if (url.includes('/commits/')) {
    const text = { author: { name: 'Ann', email: 'ann@example.com' }, message: 'Work' };
    return { body: { sha: commit, parents: [{ sha: commit }], commit: text } };
  }
  if (url.includes('/issues/') && method === 'PATCH') return { body: commentRow(5) };
  if (url.includes('/reviews/80') && method === 'PUT') return { body: commentRow(80) };
  if (url.includes('/issues/')) return { body: method === 'GET' ? [] : commentRow(5) };
  if (url.includes('/pulls?') || (method === 'GET' && url.includes('?'))) return { body: [] };
  if (url.includes('comments')) return { body: reviewCommentRow(90) };
  if (url.endsWith('/reviews')) return { body: commentRow(80) };
  return { body: pullRequestRow(7) };
}

describe.each(describedHosts)('GitHub’s description %s', (name) => {
  const description = readDescription(name);
  const seen = new Set<string>();

  it.each(Object.keys(calls))('knows every request of %s', async (call) => {
    await using at = await openPullRequests(answerFor);
    await calls[call]?.(at.pullRequests).catch((error: unknown) => {
      if (!byGraphQl.includes(call)) throw error;
    });
    const requests = at.server.requests.filter(({ url }) => url !== '/graphql');
    expect(requests.length > 0).toBe(!byGraphQl.includes(call));
    for (const request of requests) seen.add(description.check(request));
  });

  it.each(Object.keys(auditCalls))('knows every request of %s', async (call) => {
    await using at = await openPullRequests(answerFor);
    await auditCalls[call as keyof TargetAudit](at.audit);
    const requests = at.server.requests.filter(({ url }) => url !== '/graphql');
    expect(requests.length > 0).toBe(call !== 'findMissingLfsObjects');
    for (const request of requests) seen.add(description.check(request));
  });

  it('has been held against every route that the adapter uses', () => {
    expect([...seen].sort()).toEqual([
      'delete /repos/{owner}/{repo}/issues/comments/{comment_id}',
      'delete /repos/{owner}/{repo}/pulls/comments/{comment_id}',
      'delete /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers',
      'get /repos/{owner}/{repo}/collaborators/{username}',
      'get /repos/{owner}/{repo}/commits/{ref}',
      'get /repos/{owner}/{repo}/issues',
      'get /repos/{owner}/{repo}/issues/comments',
      'get /repos/{owner}/{repo}/issues/{issue_number}',
      'get /repos/{owner}/{repo}/issues/{issue_number}/comments',
      'get /repos/{owner}/{repo}/issues/{issue_number}/events',
      'get /repos/{owner}/{repo}/pulls',
      'get /repos/{owner}/{repo}/pulls/comments',
      'get /repos/{owner}/{repo}/pulls/comments/{comment_id}',
      'get /repos/{owner}/{repo}/pulls/{pull_number}',
      'get /repos/{owner}/{repo}/pulls/{pull_number}/comments',
      'get /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers',
      'get /repos/{owner}/{repo}/pulls/{pull_number}/reviews',
      'get /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/comments',
      'get /users/{username}',
      'patch /repos/{owner}/{repo}/issues/comments/{comment_id}',
      'patch /repos/{owner}/{repo}/issues/{issue_number}',
      'patch /repos/{owner}/{repo}/pulls/comments/{comment_id}',
      'patch /repos/{owner}/{repo}/pulls/{pull_number}',
      'post /repos/{owner}/{repo}/issues/{issue_number}/comments',
      'post /repos/{owner}/{repo}/pulls',
      'post /repos/{owner}/{repo}/pulls/{pull_number}/comments',
      'post /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies',
      'post /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers',
      'post /repos/{owner}/{repo}/pulls/{pull_number}/reviews',
      'put /repos/{owner}/{repo}/pulls/{pull_number}/merge',
      'put /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}',
    ]);
  });
});

it('tries every method of the port', async () => {
  await using at = await openPullRequests(answerFor);
  expect(Object.keys(calls).sort()).toEqual(Object.keys(at.pullRequests).sort());
});
