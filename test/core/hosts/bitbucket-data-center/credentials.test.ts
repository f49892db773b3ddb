import { describe, expect, it } from 'vitest';
import { failureOf } from '../../network/support/failure.ts';
import { openPlace, page, paths, properties, refusal, repositoryRow, whoami } from './support.ts';

const workspace = 'PAY';
const empty = { headers: { 'content-type': 'text/plain' }, body: '' };

describe('the credentials of a Data Center', () => {
  it('take two requests, below the path of the server, with a bearer', async () => {
    await using place = await openPlace({ [paths.properties]: properties, [paths.whoami]: whoami });
    const account = await place.source.verifyCredentials({ workspace });
    expect(account).toMatchObject({ username: 'jane', scopes: null });
    expect(place.asked()).toEqual([paths.properties, paths.whoami, paths.jane]);
    expect(place.authorizations()).toEqual(['Bearer BBDC-canary']);
    expect(place.services.logged.join('\n')).toContain('Bitbucket 8.19.3');
  });

  it('give Git the user name beside the token, which is hidden as a pair', async () => {
    await using place = await openPlace({
      [paths.properties]: properties,
      [paths.whoami]: whoami,
      [paths.jane]: { body: { name: 'Jane', slug: 'jane', type: 'NORMAL' } },
    });
    await place.source.verifyCredentials({ workspace });
    expect(place.source.gitAccess({ workspace: 'PAY', slug: 'web' })).toEqual({
      url: `${place.baseUrl}/scm/pay/web.git`,
      credential: { username: 'jane', password: 'BBDC-canary' },
    });
    expect(place.source.gitAccess({ workspace: '~jane', slug: 'x' }).url).toBe(
      `${place.baseUrl}/scm/~jane/x.git`,
    );
    expect(place.users).toContain('jane');
  });

  it.each([
    ['has no page, as those of projects', refusal(404, 'Nobody', 'user.NoSuchUserException')],
    ['is no person', { body: { name: 'jane', type: 'SERVICE' } }],
    ['may not be seen', refusal(401, 'Not for you', 'AuthorisationException')],
  ])('give Git a bearer where whom the token belongs to %s', async (_, reply) => {
    await using place = await openPlace({
      [paths.properties]: properties,
      [paths.whoami]: whoami,
      [paths.jane]: reply,
    });
    await place.source.verifyCredentials({ workspace });
    expect(place.source.gitAccess({ workspace: 'PAY', slug: 'web' })).toMatchObject({
      credential: { username: 'jane', password: 'BBDC-canary' },
      bearer: 'BBDC-canary',
    });
  });

  it('come from a header where the page that has them is closed', async () => {
    await using place = await openPlace({
      [paths.properties]: properties,
      [paths.whoami]: { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>' },
      '/rest/api/1.0/projects': { ...page([]), headers: { 'x-ausername': 'j%C3%BCrg' } },
    });
    const account = await place.source.verifyCredentials({ workspace });
    expect(account.username).toBe('jürg');
  });

  it.each([401, 403, 405, 500])(
    'are good where that page alone is closed with %d, and refused where the token is bad',
    async (status) => {
      const replies = {
        [paths.properties]: properties,
        [paths.whoami]: { status, headers: { 'content-type': 'text/html' }, body: '<html>' },
      };
      await using place = await openPlace({
        ...replies,
        '/rest/api/1.0/projects': { ...page([]), headers: { 'x-ausername': 'jane' } },
      });
      const account = await place.source.verifyCredentials({ workspace });
      expect(account.username).toBe('jane');
      await using closed = await openPlace({
        ...replies,
        '/rest/api/1.0/projects': refusal(401, 'No', 'auth.IncorrectPasswordAuthentication'),
      });
      const error = await failureOf(closed.source.verifyCredentials({ workspace }));
      expect(error.code).toBe('credentials');
    },
  );

  it('are refused where the host answers as to nobody', async () => {
    await using place = await openPlace({
      [paths.properties]: properties,
      [paths.whoami]: empty,
      '/rest/api/1.0/projects': page([]),
    });
    const error = await failureOf(place.source.verifyCredentials({ workspace }));
    expect(error.code).toBe('credentials');
    expect(error.message).toContain('401 Unauthorized');
  });

  it.each([
    ['auth.IncorrectPasswordAuthenticationException', 'credentials', 'rejected SRC_TOKEN'],
    ['auth.NoAccessAuthenticationException', 'credentials', 'has no license'],
    ['AuthorisationException', 'permission', 'cannot access it'],
  ])('tell the reasons of 401 apart: %s', async (exception, code, message) => {
    await using place = await openPlace({
      [paths.web]: refusal(401, 'You are not permitted to access this resource', exception),
    });
    const error = await failureOf(place.source.findRepository({ workspace, slug: 'web' }));
    expect(error.code).toBe(code);
    expect(error.message).toContain('401 Unauthorized');
    expect(error.message).toContain(message);
    expect(error.message).not.toContain('canary');
  });

  it('are refused by a gateway that says nothing but 401', async () => {
    await using place = await openPlace({
      [paths.properties]: { status: 401, headers: { 'content-type': 'text/html' }, body: '<html>' },
    });
    const error = await failureOf(place.source.verifyCredentials({ workspace }));
    expect(error.code).toBe('credentials');
  });

  it('say that a CAPTCHA is in the way', async () => {
    await using place = await openPlace({
      [paths.properties]: {
        status: 403,
        headers: { 'x-authentication-denied-reason': 'CAPTCHA_CHALLENGE; login-url=https://x' },
        body: {},
      },
    });
    const error = await failureOf(place.source.verifyCredentials({ workspace }));
    expect(error.message).toContain('CAPTCHA');
  });

  it.each([
    ['a name on a refusal', { ...refusal(401, 'No', 'AuthorisationException') }, 'token-7'],
    ['no name, and a project that is not for everybody', page([{ key: 'P', public: false }]), null],
  ])('are good where there is %s', async (_, reply, username) => {
    const headers = username === null ? {} : { 'x-ausername': username };
    await using place = await openPlace({
      [paths.properties]: properties,
      [paths.whoami]: empty,
      '/rest/api/1.0/projects': { ...reply, headers },
    });
    const account = await place.source.verifyCredentials({ workspace });
    expect(account.username).toBe(username);
    expect(place.source.gitAccess({ workspace: 'PAY', slug: 'web' }).bearer).toBe('BBDC-canary');
  });

  it('say that nobody was signed in where a proxy has taken the token away', async () => {
    await using place = await openPlace({
      [paths.properties]: properties,
      [paths.whoami]: { headers: { 'content-type': 'text/plain' }, body: '' },
      '/rest/api/1.0/projects': refusal(
        401,
        'You are not permitted to access this resource',
        'AuthorisationException',
      ),
    });
    const error = await failureOf(place.source.verifyCredentials({ workspace }));
    expect(error.code).toBe('credentials');
    expect(error.message).toContain('ignored SRC_TOKEN and treated the request as anonymous');
    expect(error.hint).not.toContain('The token itself is valid');
  });

  it.each([
    ['a page', { headers: { 'content-type': 'text/html' }, body: '<html></html>' }],
    ['nothing', { status: 404, body: {} }],
    ['another product', { body: { version: '9.1', displayName: 'Jira' } }],
  ])('say that the address is wrong where %s answers', async (_, reply) => {
    await using place = await openPlace({ [paths.properties]: reply });
    const error = await failureOf(place.source.verifyCredentials({ workspace }));
    expect(error.code).toBe('configuration');
    expect(error.hint).toContain('SRC_DATA_CENTER_URL');
  });

  it('warn of a version that is older than what is known', async () => {
    await using place = await openPlace({
      [paths.properties]: { body: { version: '5.16.0', displayName: 'Bitbucket' } },
      [paths.whoami]: whoami,
    });
    await place.source.verifyCredentials({ workspace });
    expect(place.services.logged.some((line) => line.includes('"warn"'))).toBe(true);
  });

  it('wait for as long as the host says when a bucket is empty', async () => {
    let asked = 0;
    await using place = await openPlace({
      [paths.web]: () => {
        asked += 1;
        if (asked > 1) return { body: repositoryRow('web') };
        const headers = {
          'retry-after': '9223372036854775807',
          'x-ratelimit-limit': '60',
          'x-ratelimit-remaining': '0',
          'x-ratelimit-fillrate': '5',
          'x-ratelimit-interval-seconds': '1',
          'content-type': 'text/html',
        };
        return { status: 429, headers, body: '<html></html>' };
      },
    });
    const found = await place.source.findRepository({ workspace, slug: 'web' });
    expect(found?.slug).toBe('web');
    const [wait] = place.services.waits;
    // What would be the end of the world is clamped to an hour.
    expect(wait?.until).toBeLessThan(place.services.clock.now() + 3_700_000);
  });
});
