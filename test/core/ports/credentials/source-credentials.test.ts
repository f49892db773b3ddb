import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Variables } from '../../../../src/core/kernel/environment.ts';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import { authorizationHeader } from '../../../../src/core/ports/credentials/authorization.ts';
import { readSourceCredentials } from '../../../../src/core/ports/credentials/source-credentials.ts';
import { anyCharacter } from '../../../helpers/arbitraries/any-character.ts';
import { readCloudCredentials } from '../../../helpers/secrets/cloud-access.ts';

function refusal(variables: Variables): MigratorError {
  try {
    readSourceCredentials(variables);
  } catch (thrown) {
    if (thrown instanceof MigratorError) return thrown;
  }
  throw new Error('the variables were not refused');
}

describe('readSourceCredentials', () => {
  it('takes an API token with an e-mail address, and gives git its static user', () => {
    const access = readCloudCredentials({
      SRC_USERNAME: 'jane@example.com',
      SRC_API_TOKEN: 'ATATT-1',
    });
    expect(access).toEqual({
      kind: 'bitbucket-cloud',
      variant: 'api-token',
      authorization: { scheme: 'basic', username: 'jane@example.com', password: 'ATATT-1' },
      git: { username: 'x-bitbucket-api-token-auth', password: 'ATATT-1' },
      tokens: [],
      apiUrl: 'https://api.bitbucket.org',
      gitUrl: 'https://bitbucket.org',
    });
    const basic = Buffer.from('jane@example.com:ATATT-1').toString('base64');
    expect(authorizationHeader(access.authorization)).toBe(`Basic ${basic}`);
  });

  it.each([{}, { SRC_USERNAME: 'jane' }])(
    'uses the static user for REST too where no e-mail address is given: %j',
    (more) => {
      const access = readSourceCredentials({ SRC_API_TOKEN: 'ATATT-1', ...more });
      const user = { username: 'x-bitbucket-api-token-auth', password: 'ATATT-1' };
      expect(access).toMatchObject({ authorization: { scheme: 'basic', ...user }, git: user });
    },
  );

  it('takes an app password as one pair for REST and git', () => {
    const pair = { username: 'jane', password: 'app-1' };
    expect(
      readSourceCredentials({ SRC_USERNAME: 'jane', SRC_APP_PASSWORD: 'app-1' }),
    ).toMatchObject({
      variant: 'app-password',
      authorization: { scheme: 'basic', ...pair },
      git: pair,
    });
  });

  it('takes an access token as a bearer token', () => {
    const access = readCloudCredentials({ SRC_ACCESS_TOKEN: 'ATCTT-1' });
    expect(access).toMatchObject({
      variant: 'access-token',
      git: { username: 'x-token-auth', password: 'ATCTT-1' },
    });
    expect(authorizationHeader(access.authorization)).toBe('Bearer ATCTT-1');
  });

  it('takes the token of a Data Center with its address, and the path that it lies below', () => {
    const variables = { SRC_TOKEN: 'c', SRC_DATA_CENTER_URL: 'https://git.example/bitbucket/' };
    expect(readSourceCredentials({ ...variables, SRC_USERNAME: 'jane@example.com' })).toEqual({
      kind: 'bitbucket-data-center',
      token: 'c',
      tokens: [{ variable: 'SRC_TOKEN', token: 'c' }],
      baseUrl: 'https://git.example/bitbucket',
    });
  });

  it('takes other addresses, without the slash at their end', () => {
    expect(
      readSourceCredentials({
        SRC_ACCESS_TOKEN: 't',
        SRC_API_URL: 'http://127.0.0.1:7990/',
        SRC_GIT_URL: 'http://localhost:7991/git/',
      }),
    ).toMatchObject({ apiUrl: 'http://127.0.0.1:7990', gitUrl: 'http://localhost:7991/git' });
  });

  it('says how to get credentials where there are none', () => {
    for (const variables of [{}, { SRC_API_TOKEN: '' }]) {
      const error = refusal(variables);
      expect(error.code).toBe('credentials');
      expect(error.hint).toContain('https://id.atlassian.com/manage-profile/security/api-tokens');
      expect(error.hint).toContain('SRC_API_TOKEN');
    }
  });

  it.each<[string, Variables]>([
    [
      'SRC_API_TOKEN and SRC_APP_PASSWORD are set at the same time: unclear which credentials to use',
      { SRC_USERNAME: 'jane', SRC_API_TOKEN: 'a', SRC_APP_PASSWORD: 'b' },
    ],
    [
      'SRC_API_TOKEN, SRC_ACCESS_TOKEN and SRC_TOKEN are set at the same time: unclear which credentials to use',
      { SRC_API_TOKEN: 'a', SRC_ACCESS_TOKEN: 'b', SRC_TOKEN: 'c' },
    ],
    ['SRC_APP_PASSWORD is set, but SRC_USERNAME is not', { SRC_APP_PASSWORD: 'b' }],
    ['SRC_USERNAME is set, but SRC_API_TOKEN is not', { SRC_USERNAME: 'jane' }],
    ['SRC_TOKEN is set, but SRC_DATA_CENTER_URL is not', { SRC_TOKEN: 'c' }],
    [
      'SRC_DATA_CENTER_URL is set, but SRC_TOKEN is not',
      { SRC_DATA_CENTER_URL: 'https://git.example' },
    ],
    [
      'SRC_DATA_CENTER_URL is set together with SRC_API_TOKEN, which is for Bitbucket Cloud',
      { SRC_API_TOKEN: 'a', SRC_DATA_CENTER_URL: 'https://git.example' },
    ],
    [
      'The URL in SRC_DATA_CENTER_URL points to git.example over plain http, which would expose the credentials in transit',
      { SRC_TOKEN: 'c', SRC_DATA_CENTER_URL: 'http://git.example' },
    ],
    ['SRC_API_TOKEN contains a line break', { SRC_API_TOKEN: 'secret\n' }],
    ['SRC_API_TOKEN contains whitespace', { SRC_API_TOKEN: ' secret' }],
    [
      'SRC_TOKEN contains whitespace',
      { SRC_TOKEN: 'se cret', SRC_DATA_CENTER_URL: 'https://g.ex' },
    ],
    [
      'SRC_ACCESS_TOKEN contains a character that is not allowed in credentials',
      { SRC_ACCESS_TOKEN: 'sécret' },
    ],
    ['SRC_USERNAME contains a colon', { SRC_USERNAME: 'a:b@c', SRC_API_TOKEN: 'a' }],
    [
      'SRC_API_URL is set, but SRC_GIT_URL is not',
      { SRC_API_TOKEN: 'a', SRC_API_URL: 'https://bb.example' },
    ],
  ])('refuses, before any request: %s', (message, variables) => {
    expect(refusal(variables)).toMatchObject({ code: 'configuration', message });
  });

  it('takes an access token also where a user name is set for other tokens', () => {
    const variables = { SRC_USERNAME: 'jane', SRC_ACCESS_TOKEN: 'b' };
    expect(readSourceCredentials(variables)).toMatchObject({ variant: 'access-token' });
  });

  it('needs no address of Git where no Git data is read', () => {
    const variables = { SRC_API_TOKEN: 'a', SRC_API_URL: 'https://bb.example' };
    const access = readCloudCredentials(variables, { usesGit: false });
    expect(access.apiUrl).toBe('https://bb.example');
    const halves = { SRC_API_TOKEN: 'a', SRC_GIT_URL: 'https://bb.example' };
    expect(() => readSourceCredentials(halves, { usesGit: false })).toThrow('SRC_API_URL is not');
  });

  it('never shows a secret in what it refuses', () => {
    const secret = fc
      .string({ minLength: 12, unit: anyCharacter })
      .map((text) => `canary-${text}\n-canary`);
    const name = fc.constantFrom(
      'SRC_API_TOKEN',
      'SRC_APP_PASSWORD',
      'SRC_ACCESS_TOKEN',
      'SRC_TOKEN',
    );
    fc.assert(
      fc.property(fc.dictionary(name, secret, { minKeys: 1 }), (variables) => {
        const error = refusal({ ...variables, SRC_USERNAME: 'jane' });
        const said = [error.message, error.hint, error.detail, error.stack].join(' ');
        expect(said).not.toContain('canary');
      }),
    );
  });
});

describe('several tokens of one host', () => {
  it('are taken by their numbers, after the one without', () => {
    const { tokens, git } = readCloudCredentials({
      SRC_ACCESS_TOKEN_10: 'ten',
      SRC_ACCESS_TOKEN_2: 'two',
      SRC_ACCESS_TOKEN: 'first',
      SRC_ACCESS_TOKEN_3: '',
    });
    expect(tokens.map(({ variable, token }) => `${variable}=${token}`)).toEqual([
      'SRC_ACCESS_TOKEN=first',
      'SRC_ACCESS_TOKEN_2=two',
      'SRC_ACCESS_TOKEN_10=ten',
    ]);
    expect(git.password).toBe('first');
  });

  it('need none without a number, on a Data Center either', () => {
    const access = readSourceCredentials({
      SRC_DATA_CENTER_URL: 'https://git.acme.example',
      SRC_TOKEN_1: 'one',
      SRC_TOKEN_2: 'two',
    });
    expect(access).toMatchObject({
      token: 'one',
      tokens: [
        { variable: 'SRC_TOKEN_1', token: 'one' },
        { variable: 'SRC_TOKEN_2', token: 'two' },
      ],
    });
  });

  it('are refused where one is given twice, or beside another kind, without a value', () => {
    const twice = refusal({ SRC_ACCESS_TOKEN: 'same', SRC_ACCESS_TOKEN_1: 'same' });
    expect(twice.message).toBe('SRC_ACCESS_TOKEN and SRC_ACCESS_TOKEN_1 are the same token');
    const mixed = refusal({ SRC_API_TOKEN: 'a', SRC_ACCESS_TOKEN_2: 'b' });
    expect(mixed.message).toContain('SRC_API_TOKEN and SRC_ACCESS_TOKEN_2 are set');
    expect(refusal({ SRC_ACCESS_TOKEN_1: 'one', SRC_ACCESS_TOKEN_2: 't wo' }).message).toBe(
      'SRC_ACCESS_TOKEN_2 contains whitespace',
    );
  });
});
