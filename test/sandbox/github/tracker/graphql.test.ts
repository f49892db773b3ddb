import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RestAnswer, request } from '../../helpers/rest.ts';
import { openSandbox } from '../../helpers/sandbox.ts';
import { openBench, type PullRequestBench } from './support.ts';

let bench: PullRequestBench;
let number: number;
const roots: number[] = [];

beforeAll(async () => {
  bench = await openBench();
  number = await bench.open();
  const head = bench.repository.tracker.findPull(number)?.head.sha;
  for (const line of [19, 20, 21]) {
    const body = { commit_id: head, path: 'a.txt', line, body: `On ${line}` };
    const made = await bench.ask('POST', `/pulls/${number}/comments`, body);
    roots.push(Number(made.body.id));
  }
});

afterAll(() => bench[Symbol.asyncDispose]());

function ask(query: string, variables: object = {}, token?: string): Promise<RestAnswer> {
  const { DST_API_URL, DST_TOKEN } = bench.sandbox.environment;
  return request(`${DST_API_URL}/graphql`, {
    method: 'POST',
    headers: { authorization: `bearer ${token ?? DST_TOKEN}` },
    body: { query, variables },
  });
}

const threadsQuery = `query($number: Int!, $after: String) {
  repository(owner: "acme", name: "app") { pullRequest(number: $number) {
    reviewThreads(first: 2, after: $after) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes { id isResolved line path comments(first: 1) { nodes { databaseId fullDatabaseId body } } }
    }
  } }
}`;

interface Thread {
  readonly id: string;
  readonly isResolved: boolean;
  readonly comments: { readonly nodes: readonly { readonly fullDatabaseId: string }[] };
}

async function listThreads(): Promise<Thread[]> {
  const threads: Thread[] = [];
  let after: string | null = null;
  do {
    const answer: RestAnswer = await ask(threadsQuery, { number, after });
    const { data } = answer.body as {
      data: {
        repository: {
          pullRequest: {
            reviewThreads: {
              nodes: Thread[];
              pageInfo: { hasNextPage: boolean; endCursor: string };
            };
          };
        };
      };
    };
    const { nodes, pageInfo } = data.repository.pullRequest.reviewThreads;
    expect(nodes.length).toBeLessThanOrEqual(2);
    threads.push(...nodes);
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  return threads;
}

describe('review threads', () => {
  it('are listed in pages, with the ids that REST gave their first comments', async () => {
    const ids = (await listThreads()).map((one) => Number(one.comments.nodes[0]?.fullDatabaseId));
    expect(ids).toEqual(roots);
  });

  it('have ids too large for 32 bits, which the old field does not report', async () => {
    const answer = await ask(threadsQuery, { number });
    expect(JSON.stringify(answer.body)).toContain('"databaseId":null');
  });

  it('are resolved and opened again, many in one request', async () => {
    const [first, second] = await listThreads();
    const resolved = await ask(
      'mutation($a: ID!, $b: ID!) { a: resolveReviewThread(input: {threadId: $a}) { thread { isResolved resolvedBy { login } } } b: resolveReviewThread(input: {threadId: $b, clientMutationId: "x"}) { clientMutationId thread { isResolved } } }',
      { a: first?.id, b: second?.id },
    );
    expect(resolved.body).toEqual({
      data: {
        a: { thread: { isResolved: true, resolvedBy: { login: 'robin-keller' } } },
        b: { clientMutationId: 'x', thread: { isResolved: true } },
      },
    });
    await ask(
      'mutation($id: ID!) { unresolveReviewThread(input: {threadId: $id}) { thread { id } } }',
      {
        id: second?.id,
      },
    );
    expect((await listThreads()).map((one) => one.isResolved)).toEqual([true, false, false]);
    expect(bench.repository.pulls[0]?.threads[0]?.resolvedBy?.login).toBe('robin-keller');
  });

  it('need the right to push, or the pull request to be one’s own', async () => {
    bench.sandbox.github.addUser({ login: 'reader' });
    bench.sandbox.github.addCollaborator('acme/app', 'reader');
    const token = bench.sandbox.github.tokens.add({ login: 'reader' });
    const [first] = await listThreads();
    const mutation =
      'mutation($id: ID!) { unresolveReviewThread(input: {threadId: $id}) { thread { id } } }';
    const refused = await ask(mutation, { id: first?.id }, token);
    expect(refused.status).toBe(200);
    expect(refused.body).toMatchObject({
      data: { unresolveReviewThread: null },
      errors: [{ type: 'FORBIDDEN', path: ['unresolveReviewThread'] }],
    });
  });

  it.each([
    ['reviewThreads { totalCount }', 'MISSING_PAGINATION_BOUNDARIES'],
    ['reviewThreads(first: 101) { totalCount }', 'EXCESSIVE_PAGINATION'],
  ])('cannot be asked for as %s', async (field, type) => {
    const query = `{ repository(owner: "acme", name: "app") { pullRequest(number: ${number}) { ${field} } } }`;
    expect((await ask(query)).body.errors).toMatchObject([{ type }]);
  });
});

describe('what GraphQL does not find', () => {
  it('leaves a hole among the rest', async () => {
    const found = await ask(
      '{ a: user(login: "ROBIN-keller") { login } b: user(login: "nobody") { login } }',
    );
    expect(found.status).toBe(200);
    expect(found.body).toMatchObject({
      data: { a: { login: 'robin-keller' }, b: null },
      errors: [
        {
          type: 'NOT_FOUND',
          path: ['b'],
          message: "Could not resolve to a User with the login of 'nobody'.",
        },
      ],
    });
  });

  it.each([
    ['{ user(login: "acme") { login } }', "User with the login of 'acme'"],
    ['{ repository(owner: "acme", name: "none") { id } }', "Repository with the name 'acme/none'"],
    [
      '{ repository(owner: "acme", name: "app") { pullRequest(number: 99) { id } } }',
      'PullRequest with the number of 99',
    ],
    ['{ node(id: "PRRT_x") { id } }', "node with the global id of 'PRRT_x'"],
  ])('%s', async (query, what) => {
    expect((await ask(query)).body.errors).toMatchObject([
      { type: 'NOT_FOUND', message: `Could not resolve to a ${what}.` },
    ]);
  });

  it('in the schema is named in the host’s words', async () => {
    const answer = await ask('{ viewer { shoeSize } }');
    expect(answer.status).toBe(200);
    expect(answer.body).not.toHaveProperty('data');
    expect(answer.body.errors).toMatchObject([
      {
        message: "Field 'shoeSize' doesn't exist on type 'User'",
        extensions: { code: 'undefinedField', typeName: 'User', fieldName: 'shoeSize' },
      },
    ]);
  });
});

describe('drafts and hidden comments', () => {
  it('change by their global ids', async () => {
    const id = (await bench.ask('GET', `/pulls/${number}`)).body.node_id;
    const draft = await ask(
      'mutation($id: ID!) { convertPullRequestToDraft(input: {pullRequestId: $id}) { pullRequest { isDraft state } } }',
      { id },
    );
    expect(draft.body).toMatchObject({
      data: { convertPullRequestToDraft: { pullRequest: { isDraft: true, state: 'OPEN' } } },
    });
    await ask(
      'mutation($id: ID!) { markPullRequestReadyForReview(input: {pullRequestId: $id}) { pullRequest { isDraft } } }',
      { id },
    );
    expect(bench.repository.tracker.findPull(number)?.draft).toBe(false);
    const comment = await bench.ask('POST', `/issues/${number}/comments`, { body: 'x' });
    const hidden = await ask(
      'mutation($id: ID!) { minimizeComment(input: {subjectId: $id, classifier: OFF_TOPIC}) { minimizedComment { isMinimized minimizedReason } } }',
      { id: comment.body.node_id },
    );
    expect(hidden.body).toMatchObject({
      data: {
        minimizeComment: { minimizedComment: { isMinimized: true, minimizedReason: 'off-topic' } },
      },
    });
  });
});

describe('the limits of GraphQL', () => {
  it('are its own, and come with status 200', async () => {
    const before = await ask('{ viewer { login } rateLimit { limit remaining } }');
    expect(before.headers.get('x-ratelimit-resource')).toBe('graphql');
    bench.sandbox.github.rules.graphqlPointsPerHour = 0;
    const refused = await ask('{ viewer { login } }');
    bench.sandbox.github.rules.graphqlPointsPerHour = 5000;
    expect(refused.status).toBe(200);
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(refused.body).toMatchObject({ errors: [{ type: 'RATE_LIMITED' }] });
    expect((await bench.ask('GET', '/pulls')).status).toBe(200);
  });
});

describe('who asks GraphQL', () => {
  it('needs a token that is known', async () => {
    expect((await ask('{ viewer { login } }', {}, 'ghp_wrong')).status).toBe(401);
    const { DST_API_URL } = bench.sandbox.environment;
    const body = { query: '{ viewer { login } }' };
    expect((await request(`${DST_API_URL}/graphql`, { method: 'POST', body })).status).toBe(401);
  });

  it('asks an Enterprise Server beside its REST interface', async () => {
    await using enterprise = await openSandbox({ limits: { github: 'none' } });
    const { DST_GIT_URL, DST_TOKEN } = enterprise.environment;
    const wanted = {
      method: 'POST',
      headers: { authorization: `bearer ${DST_TOKEN}` },
      body: { query: '{ viewer { login } }' },
    };
    const answer = await request(`${DST_GIT_URL}/api/graphql`, wanted);
    expect(answer.body).toEqual({ data: { viewer: { login: 'robin-keller' } } });
    expect((await request(`${DST_GIT_URL}/api/v3/graphql`, wanted)).status).toBe(404);
  });
});
