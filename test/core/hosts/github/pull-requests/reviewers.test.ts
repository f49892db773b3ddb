import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../network/support/failure.ts';
import { inTurn } from '../../../network/support/scripted-server.ts';
import { app } from '../app.ts';
import { openPullRequests, pull, sent } from '../pull-request-support.ts';

describe('isCollaborator', () => {
  it('is recognised by the status', async () => {
    await using at = await openPullRequests(
      inTurn({ status: 204 }, { status: 404, body: { message: 'Not Found' } }),
    );
    expect(await at.pullRequests.isCollaborator({ ...app, login: 'jane' })).toBe(true);
    expect(await at.pullRequests.isCollaborator({ ...app, login: 'joe_corp' })).toBe(false);
    expect(at.server.requests.map(sent)).toEqual([
      ['GET', '/repos/octo-org/app/collaborators/jane'],
      ['GET', '/repos/octo-org/app/collaborators/joe_corp'],
    ]);
  });

  it.each(['', '..', 'a/b', 'jane doe', 'app[bot]'])('asks nothing for %j', async (login) => {
    await using at = await openPullRequests(() => ({ status: 204 }));
    expect(await at.pullRequests.isCollaborator({ ...app, login })).toBe(false);
    expect(at.server.requests).toEqual([]);
  });
});

describe('withdrawReviewers', () => {
  it('takes all back at once, and asks nothing for nobody', async () => {
    await using at = await openPullRequests(() => ({ body: { number: 7 } }));
    await at.pullRequests.withdrawReviewers({ ...pull, logins: [] });
    await at.pullRequests.withdrawReviewers({ ...pull, logins: ['jane'] });
    expect(at.server.requests.map(sent)).toEqual([
      ['DELETE', '/repos/octo-org/app/pulls/7/requested_reviewers', { reviewers: ['jane'] }],
    ]);
  });
});

describe('requestReviewers', () => {
  it('asks for all at once', async () => {
    await using at = await openPullRequests(() => ({ status: 201, body: { number: 7 } }));
    const logins = ['jane', 'joe'];
    expect(await at.pullRequests.requestReviewers({ ...pull, logins })).toBe('requested');
    expect(at.server.requests.map(sent)).toEqual([
      ['POST', '/repos/octo-org/app/pulls/7/requested_reviewers', { reviewers: logins }],
    ]);
  });

  it.each([
    'Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the octo-org/app repository.',
    'Review cannot be requested from pull request author.',
  ])('is refused: %s', async (message) => {
    await using at = await openPullRequests(() => ({ status: 422, body: { message } }));
    expect(await at.pullRequests.requestReviewers({ ...pull, logins: ['joe'] })).toBe('refused');
  });

  it('asks nothing for nobody', async () => {
    await using at = await openPullRequests(() => ({ status: 500 }));
    expect(await at.pullRequests.requestReviewers({ ...pull, logins: [] })).toBe('requested');
    expect(at.server.requests).toEqual([]);
  });

  it('fails where the token may not', async () => {
    await using at = await openPullRequests(() => ({
      status: 403,
      body: { message: 'Forbidden' },
    }));
    const error = await failureOf(at.pullRequests.requestReviewers({ ...pull, logins: ['joe'] }));
    expect(error.code).toBe('permission');
  });
});

describe('listReviewers', () => {
  it('names who is asked and who has reviewed, but nobody whose account is gone', async () => {
    const reviews = [
      { id: 1, user: { login: 'Joe' }, body: '' },
      { id: 2, user: null, body: '' },
    ];
    await using at = await openPullRequests(({ url }) =>
      url.includes('/reviews')
        ? { body: reviews }
        : { body: { users: [{ login: 'jane' }], teams: [] } },
    );
    expect(await at.pullRequests.listReviewers(pull)).toEqual(new Set(['jane', 'joe']));
    expect(at.server.requests).toHaveLength(2);
  });
});
