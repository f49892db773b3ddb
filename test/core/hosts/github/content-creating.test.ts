import { describe, expect, it } from 'vitest';
import type { PullRequestTarget } from '../../../../src/core/ports/pull-request-target.ts';
import type { ReceivedRequest, Reply } from '../../network/support/scripted-server.ts';
import { app } from './app.ts';
import {
  openPullRequests,
  pull,
  pullRequestRow,
  reviewCommentRow,
} from './pull-request-support.ts';

const commit = 'a'.repeat(40);
const place = { path: 'src/door.ts' };

type Call = readonly [string, (target: PullRequestTarget) => Promise<unknown>];

const making: readonly Call[] = [
  [
    'a pull request',
    (target) =>
      target.create({ ...app, title: 'T', body: 'B', head: 'h', base: 'main', isDraft: false }),
  ],
  ['a review', (target) => target.createReview({ ...pull, commit, body: 'B', comments: [] })],
  [
    'a review comment',
    (target) => target.createReviewComment({ ...pull, commit, body: 'B', place }),
  ],
  ['a reply', (target) => target.createReply({ ...pull, rootId: '1', body: 'B' })],
  ['a comment', (target) => target.createComment({ ...pull, body: 'B' })],
];

const changing: readonly Call[] = [
  ['a change', (target) => target.update({ ...pull, state: 'closed' })],
  ['a merge', (target) => target.merge({ ...pull, head: commit, title: 'T', message: 'M' })],
  ['reviewers', (target) => target.requestReviewers({ ...pull, logins: ['jane'] })],
  ['a query', (target) => target.findUsers({ logins: ['jane'] })],
];

function answerFor({ url }: ReceivedRequest): Reply {
  if (url === '/graphql') return { body: { data: {} } };
  if (url.endsWith('/merge')) return { body: { merged: true } };
  return { body: { ...pullRequestRow(7), ...reviewCommentRow(90) } };
}

/** GitHub takes 80 requests a minute that make something. */
const most = 80;

describe('what GitHub counts as made', () => {
  it.each(making)('is %s', async (_, call) => {
    await using at = await openPullRequests(answerFor);
    for (let count = 0; count < most; count++) await call(at.pullRequests);
    expect(at.services.waits).toEqual([]);
    await call(at.pullRequests);
    expect(at.services.waits).not.toEqual([]);
  });

  it.each(changing)('is not %s', async (_, call) => {
    await using at = await openPullRequests(answerFor);
    for (let count = 0; count <= most; count++) await call(at.pullRequests);
    expect(at.services.waits).toEqual([]);
  });
});
