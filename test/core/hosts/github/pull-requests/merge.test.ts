import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../network/support/failure.ts';
import { inTurn, type Reply, reset } from '../../../network/support/scripted-server.ts';
import { openPullRequests, pull, pullRequestRow, sent } from '../pull-request-support.ts';

const request = { ...pull, head: 'a'.repeat(40), title: 'Merge', message: 'Text' };

function refusal(message: string, status = 405): Reply {
  return { status, body: { message, documentation_url: 'https://docs.github.com' } };
}

function found(more: object): Reply {
  return { body: pullRequestRow(7, { merged: false, mergeable: true, ...more }) };
}

describe('merge', () => {
  it('makes a merge commit of the head that is meant', async () => {
    await using at = await openPullRequests(() => ({
      body: { sha: 'c'.repeat(40), merged: true, message: 'Pull Request successfully merged' },
    }));
    expect(await at.pullRequests.merge(request)).toBe('merged');
    expect(at.server.requests.map(sent)).toEqual([
      [
        'PUT',
        '/repos/octo-org/app/pulls/7/merge',
        {
          commit_title: 'Merge',
          commit_message: 'Text',
          sha: 'a'.repeat(40),
          merge_method: 'merge',
        },
      ],
    ]);
  });

  it.each([
    ['not-mergeable', refusal('Pull Request is not mergeable'), found({ mergeable: false })],
    [
      'not-mergeable',
      refusal('Merge commits are not allowed on this repository.'),
      found({ mergeable: true }),
    ],
    [
      'not-mergeable',
      refusal('Pull Request is not mergeable'),
      found({ state: 'closed', mergeable: null }),
    ],
    ['not-mergeable', refusal('Repository rule violations found', 422), found({})],
    ['not-mergeable', refusal('You are not allowed to merge into main', 403), found({})],
    ['merged', refusal('Validation Failed', 422), found({ merged: true, state: 'closed' })],
    ['try-again', refusal('Base branch was modified. Review and try the merge again.'), found({})],
    [
      'try-again',
      refusal('Head branch was modified. Review and try the merge again.', 409),
      found({}),
    ],
    // GitHub has not computed yet whether it can be.
    ['try-again', refusal('Pull Request is not mergeable'), found({ mergeable: null })],
    // Of what is merged already it says the same as of what cannot be.
    ['merged', refusal('Pull Request is not mergeable'), found({ merged: true, state: 'closed' })],
    ['merged', refusal('Conflict', 409), found({ merged_at: '2026-11-20T12:00:00Z' })],
    ['merged', { body: {} }, found({ merged: true })],
    ['try-again', { body: { merged: false } }, found({})],
  ] as const)('gives %s for %j when it looks %j', async (result, answer, look) => {
    await using at = await openPullRequests(inTurn(answer, look));
    expect(await at.pullRequests.merge(request)).toBe(result);
    expect(at.server.requests.map(({ method }) => method)).toEqual(['PUT', 'GET']);
  });

  it('keeps the host’s reason in the log', async () => {
    await using at = await openPullRequests(
      inTurn(refusal('At least 1 approving review is required.'), found({})),
    );
    await at.pullRequests.merge(request);
    expect(at.services.logged.join('\n')).toContain('At least 1 approving review is required.');
  });

  it('finds out what became of a merge whose answer was lost', async () => {
    await using at = await openPullRequests(
      inTurn(reset, refusal('Pull Request is not mergeable'), found({ merged: true })),
    );
    expect(await at.pullRequests.merge(request)).toBe('merged');
    expect(at.server.requests.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'GET']);
  });

  it('looks once more where every answer was lost', async () => {
    await using at = await openPullRequests(({ method }) =>
      method === 'PUT' ? { status: 502 } : found({ merged: true }),
    );
    expect(await at.pullRequests.merge(request)).toBe('merged');
  });

  it('fails where every answer was lost and nothing was merged', async () => {
    await using at = await openPullRequests(({ method }) =>
      method === 'PUT' ? { status: 502 } : found({}),
    );
    const error = await failureOf(at.pullRequests.merge(request));
    expect(error).toMatchObject({ code: 'unavailable', retry: 'yes' });
  });

  it('reports the first failure where looking fails too', async () => {
    await using at = await openPullRequests(({ method }) =>
      method === 'PUT' ? { status: 503 } : { status: 500 },
    );
    expect((await failureOf(at.pullRequests.merge(request))).status).toBe(503);
  });

  it('does not look for what was refused for good', async () => {
    await using at = await openPullRequests(() => ({
      status: 401,
      body: { message: 'Bad credentials' },
    }));
    expect((await failureOf(at.pullRequests.merge(request))).code).toBe('credentials');
    expect(at.server.requests).toHaveLength(1);
  });

  it('waits for a limit that comes as 403', async () => {
    await using at = await openPullRequests(
      inTurn(refusal('You have exceeded a secondary rate limit', 403), {
        body: { sha: 'c'.repeat(40), merged: true },
      }),
    );
    expect(await at.pullRequests.merge(request)).toBe('merged');
    expect(at.server.requests.map(({ method }) => method)).toEqual(['PUT', 'PUT']);
  });
});
