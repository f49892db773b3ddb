import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../network/support/failure.ts';
import { inTurn } from '../../../network/support/scripted-server.ts';
import { app } from '../app.ts';
import { collect, openPullRequests, pull, pullRequestRow, sent } from '../pull-request-support.ts';

describe('newestNumber', () => {
  it('asks for the newest issue, which may be a pull request', async () => {
    await using at = await openPullRequests(() => ({ body: [{ id: 1, number: 41, title: 'x' }] }));
    expect(await at.pullRequests.newestNumber(app)).toBe(41);
    expect(at.server.requests.map(sent)).toEqual([
      ['GET', '/repos/octo-org/app/issues?state=all&sort=created&direction=desc&per_page=1'],
    ]);
  });

  it('is 0 where there is neither issue nor pull request', async () => {
    await using at = await openPullRequests(() => ({ body: [] }));
    expect(await at.pullRequests.newestNumber(app)).toBe(0);
  });

  it('asks for the newest pull request where issues are switched off', async () => {
    await using at = await openPullRequests(
      inTurn(
        { status: 410, body: { message: 'Issues has been disabled in this repository.' } },
        { body: [pullRequestRow(3)] },
      ),
    );
    expect(await at.pullRequests.newestNumber(app)).toBe(3);
    expect(sent(at.server.requests[1])).toEqual([
      'GET',
      '/repos/octo-org/app/pulls?state=all&sort=created&direction=desc&per_page=1',
    ]);
  });

  it('says so where the repository is not there', async () => {
    await using at = await openPullRequests(() => ({
      status: 404,
      body: { message: 'Not Found' },
    }));
    expect((await failureOf(at.pullRequests.newestNumber(app))).code).toBe('not-found');
  });
});

describe('list', () => {
  it('takes pull requests of every state, newest first, and recognises merged ones by their time', async () => {
    await using at = await openPullRequests(() => ({
      body: [
        pullRequestRow(3, { merged_at: '2026-11-20T13:00:00Z', state: 'closed' }),
        pullRequestRow(2, { state: 'closed', body: null, draft: true }),
        pullRequestRow(1, { merge_commit_sha: 'c'.repeat(40) }),
      ],
    }));
    const rows = await collect(at.pullRequests.list(app));
    expect(rows.map(({ number, state, isMerged }) => [number, state, isMerged])).toEqual([
      [3, 'closed', true],
      [2, 'closed', false],
      [1, 'open', false],
    ]);
    expect(rows[1]).toMatchObject({ body: '', isDraft: true });
    expect(at.server.requests.map(sent)).toEqual([
      [
        'GET',
        '/repos/octo-org/app/pulls?state=all&sort=created&direction=desc&per_page=100&page=1',
      ],
    ]);
  });

  it('goes to the next page by its number and sends nothing where the link leads', async () => {
    const link = '<https://evil.example/steal?page=2>; rel="next", <https://x/?page=9>; rel="last"';
    await using at = await openPullRequests(
      inTurn({ body: [pullRequestRow(2)], headers: { link } }, { body: [pullRequestRow(1)] }),
    );
    const rows = await collect(at.pullRequests.list(app));
    expect(rows.map(({ number }) => number)).toEqual([2, 1]);
    expect(
      at.server.requests.map(({ url }) => new URL(url, 'http://x').searchParams.get('page')),
    ).toEqual(['1', '2']);
  });

  it('asks for a page only when it is wanted', async () => {
    const full = Array.from({ length: 100 }, (_, index) => pullRequestRow(500 - index));
    await using at = await openPullRequests(() => ({ body: full }));
    for await (const page of at.pullRequests.list(app)) {
      expect(page).toHaveLength(100);
      break;
    }
    expect(at.server.requests).toHaveLength(1);
  });

  it('stops between pages when it is interrupted', async () => {
    const interruption = new AbortController();
    const full = Array.from({ length: 100 }, (_, index) => pullRequestRow(500 - index));
    await using at = await openPullRequests(() => ({ body: full }));
    const pages = at.pullRequests.list({ ...app, signal: interruption.signal });
    const iterator = pages[Symbol.asyncIterator]();
    await iterator.next();
    interruption.abort();
    expect((await failureOf(iterator.next())).code).toBe('interrupted');
    expect(at.server.requests).toHaveLength(1);
  });

  it('fails, and gives no half list, where a row has no number', async () => {
    await using at = await openPullRequests(() => ({
      body: [pullRequestRow(2), { title: 'no number' }],
    }));
    expect((await failureOf(collect(at.pullRequests.list(app)))).code).toBe('bad-answer');
  });
});

describe('find', () => {
  it('gives a pull request whose branches’ repository is gone', async () => {
    await using at = await openPullRequests(() => ({
      body: pullRequestRow(7, {
        merged: true,
        state: 'closed',
        head: { ref: 'feature', sha: 'c'.repeat(40), repo: null, user: null },
        surprise: { of: 'a later version' },
      }),
    }));
    expect(await at.pullRequests.find(pull)).toEqual({
      ...{ author: 'jane', endedAt: null },
      number: 7,
      title: 'Add a door',
      body: 'Text',
      state: 'closed',
      isMerged: true,
      isDraft: false,
      head: { branch: 'feature', commit: 'c'.repeat(40) },
      base: { branch: 'migrator/pr-7/base', commit: 'b'.repeat(40) },
      createdAt: '2026-11-20T12:00:00Z',
      webUrl: 'https://github.com/octo-org/app/pull/7',
    });
    expect(at.server.requests.map(sent)).toEqual([['GET', '/repos/octo-org/app/pulls/7']]);
  });

  it('gives null where there is none of that number', async () => {
    await using at = await openPullRequests(() => ({
      status: 404,
      body: { message: 'Not Found' },
    }));
    expect(await at.pullRequests.find(pull)).toBeNull();
  });
});

describe('update', () => {
  it('sends only what is given', async () => {
    await using at = await openPullRequests(() => ({ body: pullRequestRow(7, { merged: false }) }));
    await at.pullRequests.update({ ...pull, title: 'New' });
    await at.pullRequests.update({ ...pull, body: '', state: 'closed' });
    expect(at.server.requests.map(sent)).toEqual([
      ['PATCH', '/repos/octo-org/app/pulls/7', { title: 'New' }],
      ['PATCH', '/repos/octo-org/app/pulls/7', { body: '', state: 'closed' }],
    ]);
  });

  it('is sent again where its answer was lost, because twice is the same as once', async () => {
    await using at = await openPullRequests(
      inTurn({ status: 502 }, { body: pullRequestRow(7, { state: 'closed' }) }),
    );
    expect(await at.pullRequests.update({ ...pull, state: 'closed' })).toMatchObject({
      state: 'closed',
    });
  });

  it('gives the host’s reason for a refusal', async () => {
    const errors = [
      { resource: 'PullRequest', field: 'state', message: 'state cannot be changed' },
    ];
    await using at = await openPullRequests(() => ({
      status: 422,
      body: { message: 'Validation Failed', errors },
    }));
    const error = await failureOf(at.pullRequests.update({ ...pull, state: 'open' }));
    expect(error.code).toBe('refused');
    expect(error.detail).toContain('state cannot be changed');
  });
});

describe('setDraft', () => {
  const found = (isDraft: boolean) => ({
    body: { data: { repository: { pullRequest: { id: 'PR_7', isDraft } } } },
  });

  it('asks for nothing more where it is as wanted', async () => {
    await using at = await openPullRequests(() => found(true));
    await at.pullRequests.setDraft({ ...pull, isDraft: true });
    expect(at.server.requests).toHaveLength(1);
  });

  it.each([
    [true, 'convertPullRequestToDraft'],
    [false, 'markPullRequestReadyForReview'],
  ])('sets it to %s', async (isDraft, mutation) => {
    await using at = await openPullRequests(inTurn(found(!isDraft), { body: { data: {} } }));
    await at.pullRequests.setDraft({ ...pull, isDraft });
    expect(at.server.requests[1]?.body).toContain(mutation);
  });

  it('is refused where the repository has no drafts', async () => {
    const message = 'Draft pull requests are not supported in this repository.';
    const refusal = { body: { data: null, errors: [{ type: 'UNPROCESSABLE', message }] } };
    await using at = await openPullRequests(inTurn(found(false), refusal));
    const error = await failureOf(at.pullRequests.setDraft({ ...pull, isDraft: true }));
    expect(error).toMatchObject({ code: 'refused', detail: message });
  });
});
