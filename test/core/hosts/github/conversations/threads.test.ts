import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../network/support/failure.ts';
import {
  inTurn,
  type ReceivedRequest,
  type Reply,
} from '../../../network/support/scripted-server.ts';
import { openPullRequests, pull } from '../pull-request-support.ts';

interface Query {
  readonly query: string;
  readonly variables: Readonly<Record<string, string | number | null>>;
}

function queryOf(request: ReceivedRequest): Query {
  return JSON.parse(request.body) as Query;
}

function isMutation(request: ReceivedRequest): boolean {
  return queryOf(request).query.startsWith('mutation');
}

interface Thread {
  readonly root: number;
  readonly isResolved?: boolean;
  readonly ids?: object;
}

function node({ root, isResolved = false, ids }: Thread): object {
  const comment = ids ?? { databaseId: root, fullDatabaseId: String(root) };
  return { id: `PRRT_${root}`, isResolved, comments: { nodes: [comment] } };
}

function threads(list: readonly (Thread | null)[], endCursor: string | null = null): Reply {
  const reviewThreads = {
    pageInfo: { hasNextPage: endCursor !== null, endCursor },
    nodes: list.map((thread) => (thread === null ? null : node(thread))),
  };
  return { body: { data: { repository: { pullRequest: { reviewThreads } } } } };
}

/** Resolves whatever is asked for, but what is named. */
function resolve(request: ReceivedRequest, failing: readonly string[] = []): Reply {
  const { variables } = queryOf(request);
  const data: Record<string, object | null> = {};
  const errors: object[] = [];
  for (const [name, threadId] of Object.entries(variables)) {
    const fails = failing.includes(String(threadId));
    data[name] = fails ? null : { thread: { isResolved: true } };
    if (fails) errors.push({ type: 'NOT_FOUND', path: [name], message: `no node ${threadId}` });
  }
  return { body: { data, ...(errors.length === 0 ? {} : { errors }) } };
}

function host(list: Reply, failing: readonly string[] = []) {
  return (request: ReceivedRequest) => (isMutation(request) ? resolve(request, failing) : list);
}

describe('resolveThreads', () => {
  it('resolves the threads that the comments began, and none that is resolved already', async () => {
    await using at = await openPullRequests(
      host(threads([{ root: 1 }, { root: 2, isResolved: true }, null, { root: 3 }, { root: 4 }])),
    );
    const rootIds = ['4', '1', '2', '1'];
    expect(await at.pullRequests.resolveThreads({ ...pull, rootIds })).toEqual([]);
    expect(at.server.requests.map(({ url }) => url)).toEqual(['/graphql', '/graphql']);
    const [query, mutation] = at.server.requests.map(queryOf);
    expect(query?.variables).toEqual({ owner: 'octo-org', name: 'app', number: 7, after: null });
    expect(mutation?.variables).toEqual({ t0: 'PRRT_1', t1: 'PRRT_4' });
  });

  it('opens threads again, and none that is open already', async () => {
    await using at = await openPullRequests(
      inTurn(threads([{ root: 1 }, { root: 2, isResolved: true }]), {
        body: { data: { t0: { thread: { isResolved: false } } } },
      }),
    );
    const request = { ...pull, rootIds: ['1', '2'], reopens: true };
    expect(await at.pullRequests.resolveThreads(request)).toEqual([]);
    const [, mutation, ...more] = at.server.requests.map(queryOf);
    expect(more).toEqual([]);
    expect(mutation?.query).toContain('unresolveReviewThread');
    expect(mutation?.variables).toEqual({ t0: 'PRRT_2' });
  });

  it('asks nothing where nothing is to be resolved', async () => {
    await using at = await openPullRequests(() => ({ status: 500 }));
    expect(await at.pullRequests.resolveThreads({ ...pull, rootIds: [] })).toEqual([]);
    expect(at.server.requests).toEqual([]);
  });

  it('reads page after page, but no more than it needs', async () => {
    const pages = [threads([{ root: 1 }], 'one'), threads([{ root: 2 }], 'two')];
    await using at = await openPullRequests((request) =>
      isMutation(request) ? resolve(request) : (pages.shift() ?? { status: 500 }),
    );
    expect(await at.pullRequests.resolveThreads({ ...pull, rootIds: ['2'] })).toEqual([]);
    const queries = at.server.requests.map(queryOf);
    expect(queries.map(({ variables }) => variables.after)).toEqual([null, 'one', undefined]);
  });

  it('says which comments began no thread', async () => {
    await using at = await openPullRequests(host(threads([{ root: 1 }])));
    const rootIds = ['1', '5'];
    expect(await at.pullRequests.resolveThreads({ ...pull, rootIds })).toEqual(['5']);
  });

  it('resolves 25 in one request', async () => {
    const list = Array.from({ length: 60 }, (_, index) => ({ root: index + 1 }));
    await using at = await openPullRequests(host(threads(list)));
    const rootIds = list.map(({ root }) => String(root));
    expect(await at.pullRequests.resolveThreads({ ...pull, rootIds })).toEqual([]);
    const counts = at.server.requests.slice(1).map((one) => Object.keys(queryOf(one).variables));
    expect(counts.map(({ length }) => length)).toEqual([25, 25, 10]);
  });

  it('tries once more by itself what fails among others, and then says so', async () => {
    await using at = await openPullRequests(
      host(threads([{ root: 1 }, { root: 2 }, { root: 3 }]), ['PRRT_2']),
    );
    const rootIds = ['1', '2', '3'];
    expect(await at.pullRequests.resolveThreads({ ...pull, rootIds })).toEqual(['2']);
    const mutations = at.server.requests.filter(isMutation).map(queryOf);
    expect(mutations.map(({ variables }) => variables)).toEqual([
      { t0: 'PRRT_1', t1: 'PRRT_2', t2: 'PRRT_3' },
      { t0: 'PRRT_2' },
    ]);
    expect(at.services.logged.join('\n')).toContain('no node PRRT_2');
  });

  it('counts as resolved what succeeds by itself', async () => {
    await using at = await openPullRequests(
      inTurn(
        threads([{ root: 1 }, { root: 2 }]),
        { body: { data: null, errors: [{ message: 'One of them could not be resolved' }] } },
        (request) => resolve(request),
        { body: { data: { t0: { thread: null } } } },
      ),
    );
    expect(await at.pullRequests.resolveThreads({ ...pull, rootIds: ['1', '2'] })).toEqual(['2']);
  });

  it('fails where the token may resolve none', async () => {
    const errors = [{ type: 'FORBIDDEN', path: ['t0'], message: 'Resource not accessible' }];
    await using at = await openPullRequests(
      inTurn(threads([{ root: 1 }]), { body: { data: { t0: null }, errors } }),
    );
    const error = await failureOf(at.pullRequests.resolveThreads({ ...pull, rootIds: ['1'] }));
    expect(error).toMatchObject({ code: 'permission', detail: 'Resource not accessible' });
    expect(at.server.requests).toHaveLength(2);
  });

  it.each([
    ['too large for 32 bits', { databaseId: null, fullDatabaseId: '3000000000' }, '3000000000'],
    ['known to old hosts alone', { databaseId: 5 }, '5'],
    ['given as a number', { fullDatabaseId: 5 }, '5'],
  ])('knows a comment by an identifier that is %s', async (_, ids, rootId) => {
    await using at = await openPullRequests(host(threads([{ root: 1, ids }])));
    expect(await at.pullRequests.resolveThreads({ ...pull, rootIds: [rootId] })).toEqual([]);
    expect(at.server.requests.filter(isMutation)).toHaveLength(1);
  });

  it.each(['databaseId', 'fullDatabaseId'])(
    'asks again, and from then on, without %s where the host does not know it',
    async (unknown) => {
      const other = unknown === 'databaseId' ? 'fullDatabaseId' : 'databaseId';
      const message = `Field '${unknown}' doesn't exist on type 'PullRequestReviewComment'`;
      const errors = [{ message, extensions: { code: 'undefinedField', fieldName: unknown } }];
      await using at = await openPullRequests((request) => {
        if (isMutation(request)) return resolve(request);
        const { query, variables } = queryOf(request);
        if (new RegExp(`\\b${unknown}\\b`).test(query)) return { body: { errors } };
        const [root, cursor] = variables.after === null ? [1, 'one'] : [2, null];
        return threads([{ root, ids: { [other]: root } }], cursor);
      });
      expect(await at.pullRequests.resolveThreads({ ...pull, rootIds: ['2'] })).toEqual([]);
      expect(at.server.requests).toHaveLength(4);
    },
  );

  it('accepts a list with errors in a part of it', async () => {
    const list = threads([{ root: 1 }, null]);
    const errors = [{ type: 'INTERNAL', message: 'Something went wrong' }];
    const body = { ...(list.body as object), errors };
    await using at = await openPullRequests(host({ body }));
    expect(await at.pullRequests.resolveThreads({ ...pull, rootIds: ['1', '2'] })).toEqual(['2']);
  });

  it.each([
    ['not-found', { data: { repository: null }, errors: [{ type: 'NOT_FOUND', message: 'x' }] }],
    ['bad-answer', { data: { repository: { pullRequest: null } } }],
    ['refused', { errors: [{ message: "Field 'reviewThreads' doesn't exist on type 'X'" }] }],
  ])('fails as %s for %j', async (code, body) => {
    await using at = await openPullRequests(() => ({ body }));
    const error = await failureOf(at.pullRequests.resolveThreads({ ...pull, rootIds: ['1'] }));
    expect(error.code).toBe(code);
  });

  it.each([
    ['gives the same cursor', 'one'],
    ['gives an empty cursor', ''],
  ])('fails where the host %s for ever', async (_, cursor) => {
    await using at = await openPullRequests(() => threads([{ root: 1 }], cursor));
    const error = await failureOf(at.pullRequests.resolveThreads({ ...pull, rootIds: ['2'] }));
    expect(error).toMatchObject({ code: 'bad-answer', retry: 'yes' });
    expect(at.server.requests).toHaveLength(2);
  });
});
