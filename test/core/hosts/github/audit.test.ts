import { describe, expect, it } from 'vitest';
import { failureOf } from '../../network/support/failure.ts';
import type { ReceivedRequest, Reply } from '../../network/support/scripted-server.ts';
import { app } from './app.ts';
import {
  collect,
  commentRow,
  openPullRequests,
  pull,
  reviewCommentRow,
  sent,
} from './pull-request-support.ts';

const api = 'https://api.github.com/repos/octo-org/app';

describe('comments of a whole repository', () => {
  it('report to which pull request each belongs, on which lines it was made and what it answers', async () => {
    const rows = [
      reviewCommentRow(90, { pull_request_url: `${api}/pulls/7`, line: 14, original_line: 12 }),
      reviewCommentRow(91, { pull_request_url: `${api}/pulls/8`, in_reply_to_id: 90 }),
      reviewCommentRow(92, { pull_request_url: null }),
    ];
    await using at = await openPullRequests(() => ({ body: rows }));
    const found = await collect(at.audit.listReviewComments(app));
    expect(found.map(({ number }) => number)).toEqual([7, 8, null]);
    expect(found[0]?.place?.line).toBe(14);
    expect(found[0]?.madeOn).toEqual({ line: 12, startLine: null });
    expect(found[1]?.rootId).toBe('90');
  });

  it('are a hundred a request', async () => {
    const row = (id: number) => commentRow(id, { issue_url: `${api}/issues/${id}` });
    const page = (request: ReceivedRequest): Reply => {
      const first = /[?&]page=1(&|$)/.test(request.url);
      return { body: first ? Array.from({ length: 100 }, (_, i) => row(i + 1)) : [row(101)] };
    };
    await using at = await openPullRequests(page);
    const found = await collect(at.audit.listComments(app));
    expect(found.map(({ number }) => number)).toEqual(Array.from({ length: 101 }, (_, i) => i + 1));
    expect(at.server.requests).toHaveLength(2);
  });
});

describe('readConversations', () => {
  const review = { databaseId: 80, fullDatabaseId: '80', body: 'All in all', url: 'u' };
  const thread = (id: number, isResolved: boolean) => ({
    isResolved,
    comments: { nodes: [{ databaseId: null, fullDatabaseId: String(id) }] },
  });
  const node = (more: object = {}) => ({
    reviews: { pageInfo: { hasNextPage: false }, nodes: [review, null] },
    reviewThreads: {
      pageInfo: { hasNextPage: false },
      nodes: [thread(90, true), thread(91, false), null],
    },
    ...more,
  });
  const answer = (pulls: object, errors: readonly object[] = []): Reply => ({
    body: { data: { repository: pulls }, ...(errors.length > 0 ? { errors } : {}) },
  });

  it('gives the reviews and the resolved threads of many pull requests by one query', async () => {
    const gone = { type: 'NOT_FOUND', path: ['repository', 'p1'], message: 'no pull request 8' };
    await using at = await openPullRequests(() => answer({ p0: node(), p1: null }, [gone]));
    const found = await at.audit.readConversations({ ...app, numbers: [7, 8] });
    expect([...found.keys()]).toEqual([7]);
    expect(found.get(7)?.reviews.map(({ id, body }) => [id, body])).toEqual([['80', 'All in all']]);
    expect(found.get(7)?.threads).toEqual(
      new Map([
        ['90', true],
        ['91', false],
      ]),
    );
    expect(at.server.requests).toHaveLength(1);
  });

  it('reads what is longer than a page by itself', async () => {
    const long = node({ reviews: { pageInfo: { hasNextPage: true }, nodes: [review] } });
    await using at = await openPullRequests(({ url }) =>
      url === '/graphql' ? answer({ p0: long }) : { body: [commentRow(80), commentRow(81)] },
    );
    const found = await at.audit.readConversations({ ...app, numbers: [7] });
    expect(found.get(7)?.reviews.map(({ id }) => id)).toEqual(['80', '81']);
  });

  it('reads the history with the rest where it is asked for, and more of it by itself', async () => {
    const event = (type: string, more: object = {}) => ({
      ...{ __typename: type, createdAt: '2024-03-01T10:00:00Z', actor: { login: 'ann' } },
      ...more,
    });
    const merged = event('MergedEvent', { commit: { oid: 'abc' }, actor: null });
    const first = {
      pageInfo: { hasNextPage: true, endCursor: 'next' },
      nodes: [event('RenamedTitleEvent'), null, event('LockedEvent')],
    };
    const last = { pageInfo: { hasNextPage: false, endCursor: null }, nodes: [merged] };
    await using at = await openPullRequests(({ body }) =>
      body.includes('$after')
        ? answer({ pullRequest: { timelineItems: last } })
        : answer({ p0: node({ timelineItems: first }) }),
    );
    const found = await at.audit.readConversations({ ...app, numbers: [7], withEvents: true });
    const time = '2024-03-01T10:00:00Z';
    expect(found.get(7)?.events).toEqual([
      { kind: 'renamed', by: 'ann', at: time, commit: null },
      { kind: 'merged', by: null, at: time, commit: 'abc' },
    ]);
    expect(at.server.requests).toHaveLength(2);
  });

  it('fails rather than to read a history without end', async () => {
    const page = { pageInfo: { hasNextPage: true, endCursor: 'same' }, nodes: [] };
    await using at = await openPullRequests(({ body }) =>
      body.includes('$after')
        ? answer({ pullRequest: { timelineItems: page } })
        : answer({ p0: node({ timelineItems: page }) }),
    );
    const asked = at.audit.readConversations({ ...app, numbers: [7], withEvents: true });
    expect((await failureOf(asked)).message).toContain('repeats list pages');
  });

  it.each([400, 403, 404, 405, 410, 422, 501])(
    'asks for reviews one by one where GraphQL answers %i, and says that it knows of no threads',
    async (status) => {
      await using at = await openPullRequests(({ url }) => {
        if (url === '/graphql') return { status, body: { message: 'Not Found' } };
        if (url.includes('/pulls/8/')) return { status: 404, body: { message: 'Not Found' } };
        return { body: [commentRow(80)] };
      });
      const found = await at.audit.readConversations({ ...app, numbers: [7, 8] });
      expect([...found.keys()]).toEqual([7]);
      expect(found.get(7)?.threads).toBeNull();
    },
  );

  const tooLarge = {
    path: ['repository', 'p0', 'reviews', 'nodes', 0, 'databaseId'],
    message: 'Int cannot represent non 32-bit signed integer value: 3000000000',
  };

  it('does without the short number of a review that is too large for it', async () => {
    const large = { ...review, databaseId: null, fullDatabaseId: '3000000000' };
    const reviews = { pageInfo: { hasNextPage: false }, nodes: [large] };
    await using at = await openPullRequests(() => answer({ p0: node({ reviews }) }, [tooLarge]));
    const found = await at.audit.readConversations({ ...app, numbers: [7] });
    expect(found.get(7)?.reviews.map(({ id }) => id)).toEqual(['3000000000']);
  });

  it('fails where a review has no number at all', async () => {
    const large = { ...review, databaseId: null, fullDatabaseId: null };
    const reviews = { pageInfo: { hasNextPage: false }, nodes: [large] };
    await using at = await openPullRequests(() => answer({ p0: node({ reviews }) }, [tooLarge]));
    const failure = await failureOf(at.audit.readConversations({ ...app, numbers: [7] }));
    expect(failure.detail).toContain('Int cannot represent');
  });

  it('fails rather than to take a failure for an empty conversation', async () => {
    const error = { type: 'INTERNAL', message: 'Something went wrong' };
    await using at = await openPullRequests(() => answer({ p0: null }, [error]));
    const failure = await failureOf(at.audit.readConversations({ ...app, numbers: [7] }));
    expect(failure.code).toBe('unavailable');
  });
});

describe('findMissingLfsObjects', () => {
  const objects = Array.from({ length: 130 }, (_, index) => ({
    oid: index.toString(16).padStart(64, '0'),
    size: index,
  }));

  it('asks for a hundred at a time, with the media type and the credential of git', async () => {
    await using at = await openPullRequests(({ body }) => {
      const { objects: asked } = JSON.parse(body) as { objects: typeof objects };
      const actions = { download: { href: 'https://elsewhere.example/x' } };
      return {
        headers: { 'content-type': 'application/vnd.git-lfs+json' },
        body: {
          objects: asked.flatMap((object): object[] => {
            if (object.size === 3) return [{ ...object, error: { code: 404, message: 'gone' } }];
            if (object.size === 4) return [];
            return object.size === 5 ? [{ ...object, size: 6, actions }] : [{ ...object, actions }];
          }),
        },
      };
    });
    const missing = await at.audit.findMissingLfsObjects({ ...app, objects });
    expect([...missing]).toEqual(objects.slice(3, 6).map(({ oid }) => oid));
    const { requests } = at.server;
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(
      Array(2).fill('POST /octo-org/app.git/info/lfs/objects/batch'),
    );
    expect(requests[0]?.headers.accept).toBe('application/vnd.git-lfs+json');
    expect(requests[0]?.headers['content-type']).toBe('application/vnd.git-lfs+json');
    expect(requests[0]?.headers.authorization).toMatch(/^Basic /);
  });

  it('does not take a refusal for missing objects', async () => {
    await using at = await openPullRequests(() => ({ status: 403, body: { message: 'No' } }));
    const failure = await failureOf(at.audit.findMissingLfsObjects({ ...app, objects }));
    expect(failure.code).toBe('permission');
  });
});

describe('updateText', () => {
  it.each([
    ['comment', 'PATCH', '/repos/octo-org/app/issues/comments/5'],
    ['review-comment', 'PATCH', '/repos/octo-org/app/pulls/comments/5'],
    ['review', 'PUT', '/repos/octo-org/app/pulls/7/reviews/5'],
  ] as const)('replaces the text of a %s', async (kind, method, path) => {
    await using at = await openPullRequests(() => ({ body: commentRow(5) }));
    await at.audit.updateText({ ...pull, kind, id: '5', body: 'B' });
    expect(at.server.requests.map(sent)).toEqual([[method, path, { body: 'B' }]]);
  });
});

describe('deleteText', () => {
  it.each([204, 404, 410])('takes %i for deleted', async (status) => {
    await using at = await openPullRequests(() => ({ status, body: null }));
    await at.audit.deleteText({ ...pull, kind: 'comment', id: '5' });
    await at.audit.deleteText({ ...pull, kind: 'review-comment', id: '6' });
    expect(at.server.requests.map(sent)).toMatchObject([
      ['DELETE', '/repos/octo-org/app/issues/comments/5'],
      ['DELETE', '/repos/octo-org/app/pulls/comments/6'],
    ]);
  });
});
