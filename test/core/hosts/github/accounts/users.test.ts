import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../network/support/failure.ts';
import type { ReceivedRequest, Reply } from '../../../network/support/scripted-server.ts';
import { openPullRequests } from '../pull-request-support.ts';

/** Knows people by their logins, whatever the case, as GitHub does. */
function knows(...logins: readonly string[]) {
  return (request: ReceivedRequest): Reply => {
    const { variables } = JSON.parse(request.body) as { variables: Record<string, string> };
    const data: Record<string, object | null> = {};
    const errors: object[] = [];
    for (const [name, asked] of Object.entries(variables)) {
      const login = logins.find((one) => one.toLowerCase() === asked.toLowerCase());
      const alias = name.replace('l', 'u');
      data[alias] = login === undefined ? null : { login };
      if (login !== undefined) continue;
      const message = `Could not resolve to a User with the login of '${asked}'.`;
      errors.push({ type: 'NOT_FOUND', path: [alias], locations: [], message });
    }
    return { body: { data, ...(errors.length === 0 ? {} : { errors }) } };
  };
}

describe('findUsers', () => {
  it('gives the logins as the host writes them, and leaves out those that nobody has', async () => {
    await using at = await openPullRequests(knows('Jane', 'joe_corp'));
    const logins = ['jane', 'nobody', 'joe_corp', 'JANE', 'jane'];
    expect(await at.pullRequests.findUsers({ logins })).toEqual(
      new Map([
        ['jane', 'Jane'],
        ['joe_corp', 'joe_corp'],
        ['JANE', 'Jane'],
      ]),
    );
    expect(at.server.requests).toHaveLength(1);
  });

  it('asks for a hundred at a time', async () => {
    const logins = Array.from({ length: 201 }, (_, index) => `user-${index}`);
    await using at = await openPullRequests(knows(...logins));
    expect((await at.pullRequests.findUsers({ logins })).size).toBe(201);
    expect(at.server.requests.map(({ url }) => url)).toEqual(['/graphql', '/graphql', '/graphql']);
  });

  it('asks for nothing that cannot be a login', async () => {
    await using at = await openPullRequests(knows('jane'));
    const logins = ['', '..', 'a b', '"){login} x:user(login:"root', 'app[bot]', '-x'];
    expect(await at.pullRequests.findUsers({ logins })).toEqual(new Map());
    expect(at.server.requests).toEqual([]);
  });

  it('takes nobody for absent where the look itself failed', async () => {
    const errors = [
      { type: 'NOT_FOUND', path: ['u0'], message: 'Could not resolve to a User' },
      { path: ['u1'], message: 'Something went wrong while executing your query.' },
    ];
    await using at = await openPullRequests(() => ({
      body: { data: { u0: null, u1: null }, errors },
    }));
    const error = await failureOf(at.pullRequests.findUsers({ logins: ['jane', 'joe'] }));
    expect(error).toMatchObject({ code: 'unavailable', retry: 'yes' });
  });

  it.each([400, 403, 404, 422, 501])(
    'asks for one at a time where GraphQL answers %d',
    async (status) => {
      const people: Readonly<Record<string, object>> = {
        '/users/jane': { id: 1, login: 'Jane', type: 'User' },
        '/users/octo-org': { id: 2, login: 'octo-org', type: 'Organization' },
        '/users/robot': { id: 3, login: 'robot', type: 'Bot' },
        '/users/plain': { id: 4, login: 'plain' },
      };
      await using at = await openPullRequests(({ url }) => {
        if (url === '/graphql') return { status, body: { message: 'Not for you' } };
        const person = people[url];
        return person === undefined
          ? { status: 404, body: { message: 'Not Found' } }
          : { body: person };
      });
      const logins = ['jane', 'octo-org', 'robot', 'nobody', 'plain'];
      expect(await at.pullRequests.findUsers({ logins })).toEqual(
        new Map([
          ['jane', 'Jane'],
          ['plain', 'plain'],
        ]),
      );
    },
  );

  it('fails where the token is refused', async () => {
    await using at = await openPullRequests(() => ({
      status: 401,
      body: { message: 'Bad credentials' },
    }));
    const error = await failureOf(at.pullRequests.findUsers({ logins: ['jane'] }));
    expect(error.code).toBe('credentials');
  });
});
