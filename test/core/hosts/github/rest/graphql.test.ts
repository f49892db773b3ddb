import { describe, expect, it } from 'vitest';
import {
  createGraphQl,
  graphQlFailure,
  graphQlUrl,
} from '../../../../../src/core/hosts/github/rest/graphql.ts';
import { gitHubPolicy } from '../../../../../src/core/network/http/host-policies.ts';
import { readTargetCredentials } from '../../../../../src/core/ports/credentials/target-credentials.ts';
import { createTestClient, createTestServices } from '../../../network/support/client.ts';
import { failureOf } from '../../../network/support/failure.ts';
import {
  inTurn,
  type Reply,
  type Script,
  startScriptedServer,
} from '../../../network/support/scripted-server.ts';

describe('graphQlUrl', () => {
  it.each([
    [{}, 'https://api.github.com/graphql'],
    [{ DST_ENTERPRISE_URL: 'https://acme.ghe.com' }, 'https://api.acme.ghe.com/graphql'],
    [{ DST_ENTERPRISE_URL: 'https://git.acme.example' }, 'https://git.acme.example/api/graphql'],
    [
      { DST_API_URL: 'http://127.0.0.1:4100/api/v3', DST_GIT_URL: 'http://127.0.0.1:4100' },
      'http://127.0.0.1:4100/api/graphql',
    ],
    [
      { DST_API_URL: 'http://127.0.0.1:4100/github', DST_GIT_URL: 'http://127.0.0.1:4100' },
      'http://127.0.0.1:4100/github/graphql',
    ],
  ])('is, for %j, %s', (variables, url) => {
    const { apiUrl, edition } = readTargetCredentials({ DST_TOKEN: 'ghp_canary', ...variables });
    expect(graphQlUrl(apiUrl, edition)).toBe(url);
  });
});

async function ask(script: Script) {
  await using server = await startScriptedServer(script);
  await using services = await createTestServices();
  const client = createTestClient(services, {
    baseUrl: `${server.origin}/api/v3`,
    policy: gitHubPolicy('enterprise-server'),
  });
  const send = createGraphQl(client, `${server.origin}/api/graphql`);
  const answer = await send('query($a: String!) { x(a: $a) }', { a: '"' }, { signal: undefined });
  return { answer, requests: server.requests, waits: services.waits };
}

const fine: Reply = { body: { data: { x: 1 } } };

describe('createGraphQl', () => {
  it('sends query and variables beside the REST API of an Enterprise Server', async () => {
    const { answer, requests } = await ask(() => fine);
    expect(answer).toEqual({ data: { x: 1 }, errors: [] });
    expect(requests.map(({ method, url, body }) => [method, url, JSON.parse(body)])).toEqual([
      ['POST', '/api/graphql', { query: 'query($a: String!) { x(a: $a) }', variables: { a: '"' } }],
    ]);
  });

  it('sends queries at the pace of reads, and mutations a second apart', async () => {
    await using server = await startScriptedServer(() => fine);
    await using services = await createTestServices();
    const policy = gitHubPolicy('cloud');
    const client = createTestClient(services, { baseUrl: server.origin, policy });
    const send = createGraphQl(client, `${server.origin}/graphql`);
    const passed = async (query: string) => {
      const before = services.clock.now();
      for (let sent = 0; sent < 3; sent += 1) await send(query, {}, { signal: undefined });
      return services.clock.now() - before;
    };
    expect(await passed('query { viewer { login } }')).toBeLessThan(1000);
    expect(await passed('mutation { x { y } }')).toBeGreaterThanOrEqual(2000);
  });

  it('gives partial data with its errors, of whatever shape', async () => {
    const errors = [
      { type: 'NOT_FOUND', path: ['u1', 'login'], message: 'Could not resolve to a User' },
      { message: 'Field does not exist', extensions: { code: 'undefinedField' } },
      'nonsense',
    ];
    const { answer } = await ask(() => ({ body: { data: { u0: { login: 'jane' } }, errors } }));
    expect(answer.data).toEqual({ u0: { login: 'jane' } });
    expect(answer.errors).toEqual([
      { type: 'NOT_FOUND', alias: 'u1', leaf: 'login', message: 'Could not resolve to a User' },
      { type: 'undefinedField', alias: null, leaf: null, message: 'Field does not exist' },
      { type: '', alias: null, leaf: null, message: '' },
    ]);
  });

  it.each([
    [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded for user ID 5.' }],
    [
      {
        type: 'RATE_LIMIT',
        code: 'graphql_rate_limit',
        message: 'API rate limit already exceeded for user ID 5.',
      },
    ],
    [{ message: 'You have exceeded a secondary rate limit.' }],
  ])('waits for the limit in %j', async (error) => {
    const { answer, waits } = await ask(inTurn({ body: { errors: [error] } }, fine));
    expect(answer.data).toEqual({ x: 1 });
    expect(waits).not.toEqual([]);
  });

  it('sends again what failed on the way', async () => {
    const { requests } = await ask(inTurn({ status: 502, body: 'Bad Gateway' }, fine));
    expect(requests).toHaveLength(2);
  });

  it.each([
    [401, { message: 'Bad credentials' }, 'credentials'],
    [403, { message: 'Resource not accessible by integration' }, 'permission'],
    [404, { message: 'Not Found' }, 'not-found'],
    [200, { hello: 'world' }, 'bad-answer'],
  ])('fails with status %d and %j', async (status, body, code) => {
    expect((await failureOf(ask(() => ({ status, body })))).code).toBe(code);
  });
});

describe('graphQlFailure', () => {
  const at = { host: 'api.github.com', what: 'to do it' };

  it.each([
    ['not-found', 'NOT_FOUND', 'Could not resolve to a PullRequest with the number of 7.'],
    ['permission', 'FORBIDDEN', 'Resource not accessible by personal access token'],
    ['permission', 'INSUFFICIENT_SCOPES', 'Your token has not been granted the required scopes'],
    ['unavailable', '', 'Something went wrong while executing your query.'],
    ['unavailable', 'INTERNAL', 'Oops'],
    ['refused', 'UNPROCESSABLE', 'It is locked'],
    ['refused', 'undefinedField', "Field 'x' doesn't exist on type 'Query'"],
  ])('is %s for %s', (code, type, message) => {
    const failure = graphQlFailure([{ type, message, alias: null, leaf: null }], at);
    expect(failure).toMatchObject({
      code,
      detail: message,
      hint: expect.stringMatching(/\.$/),
      retry: code === 'unavailable' ? 'yes' : 'no',
    });
  });

  it('keeps control characters of the host out', () => {
    const error = { type: '', message: 'a\u001b[31mb\nc', alias: null, leaf: null };
    expect(graphQlFailure([error, error], at).detail).toBe('a [31mb c');
  });
});
