import { describe, expect, it } from 'vitest';
import { authorizationHeader } from '../../../../src/core/ports/credentials/authorization.ts';
import { readTargetCredentials } from '../../../../src/core/ports/credentials/target-credentials.ts';

const DST_TOKEN = 'ghp_secret';

describe('readTargetCredentials', () => {
  it('leads to github.com by default', () => {
    const access = readTargetCredentials({ DST_TOKEN });
    expect(access).toMatchObject({
      edition: 'cloud',
      apiUrl: 'https://api.github.com',
      gitUrl: 'https://github.com',
      git: { username: 'x-access-token', password: DST_TOKEN },
    });
    expect(authorizationHeader(access.authorization)).toBe('token ghp_secret');
  });

  it.each([
    ['https://git.corp.example', 'https://git.corp.example/api/v3', 'https://git.corp.example'],
    [
      'https://git.corp.example/api/v3/',
      'https://git.corp.example/api/v3',
      'https://git.corp.example',
    ],
    ['https://corp.example:8443/', 'https://corp.example:8443/api/v3', 'https://corp.example:8443'],
  ])('finds API and git of the Enterprise Server %s', (DST_ENTERPRISE_URL, apiUrl, gitUrl) => {
    expect(readTargetCredentials({ DST_TOKEN, DST_ENTERPRISE_URL })).toMatchObject({
      edition: 'enterprise-server',
      apiUrl,
      gitUrl,
    });
  });

  it.each(['https://octo.ghe.com', 'https://api.octo.ghe.com/'])(
    'knows that %s has its API beside it and behaves like github.com',
    (DST_ENTERPRISE_URL) => {
      expect(readTargetCredentials({ DST_TOKEN, DST_ENTERPRISE_URL })).toMatchObject({
        edition: 'cloud',
        apiUrl: 'https://api.octo.ghe.com',
        gitUrl: 'https://octo.ghe.com',
      });
    },
  );

  it('takes github.com for what it is', () => {
    const access = readTargetCredentials({ DST_TOKEN, DST_ENTERPRISE_URL: 'https://github.com' });
    expect(access).toMatchObject({ edition: 'cloud', apiUrl: 'https://api.github.com' });
  });

  it.each([
    [{}, 'https://uploads.github.com'],
    [{ DST_UPLOADS_URL: 'https://uploads.example' }, 'https://uploads.github.com'],
    [{ DST_ENTERPRISE_URL: 'https://octo.ghe.com' }, 'https://uploads.octo.ghe.com'],
    [{ DST_ENTERPRISE_URL: 'https://git.corp.example' }, null],
    [{ DST_API_URL: 'http://127.0.0.1:1', DST_GIT_URL: 'http://127.0.0.1:2' }, null],
    [
      { DST_API_URL: 'https://api.octo.ghe.com', DST_GIT_URL: 'https://octo.ghe.com' },
      'https://uploads.octo.ghe.com',
    ],
    [
      {
        DST_API_URL: 'http://127.0.0.1:1',
        DST_GIT_URL: 'http://127.0.0.1:2',
        DST_UPLOADS_URL: 'http://127.0.0.1:3/',
      },
      'http://127.0.0.1:3',
    ],
  ])('of %o sends archives to %s', (addresses, uploadsUrl) => {
    expect(readTargetCredentials({ DST_TOKEN, ...addresses })).toMatchObject({ uploadsUrl });
  });

  it('lets addresses be overridden', () => {
    const DST_API_URL = 'http://127.0.0.1:8080';
    const DST_GIT_URL = 'http://127.0.0.1:8081/';
    expect(readTargetCredentials({ DST_TOKEN, DST_API_URL, DST_GIT_URL })).toMatchObject({
      edition: 'cloud',
      apiUrl: DST_API_URL,
      gitUrl: 'http://127.0.0.1:8081',
    });
  });

  it('reckons with limits, but for a server and for a GitHub on this machine without any', () => {
    const here = { DST_API_URL: 'http://127.0.0.1:8080', DST_GIT_URL: 'http://127.0.0.1:8081' };
    const isLimited = (variables: Record<string, string>) =>
      readTargetCredentials({ DST_TOKEN, ...variables }).isLimited;
    expect(isLimited({})).toBe(true);
    expect(isLimited(here)).toBe(true);
    expect(isLimited({ DST_ENTERPRISE_URL: 'https://git.corp.example' })).toBe(false);
    expect(isLimited({ ...here, DST_LIMITS: 'none' })).toBe(false);
    expect(() => isLimited({ DST_LIMITS: 'none' })).toThrow('only for a target on this machine');
    expect(() => isLimited({ ...here, DST_LIMITS: 'few' })).toThrow('only for a target');
  });

  it('never lets the token go to two different hosts by half an override', () => {
    expect(() => readTargetCredentials({ DST_TOKEN, DST_API_URL: 'https://a.example' })).toThrow(
      expect.objectContaining({
        code: 'configuration',
        message: 'DST_API_URL is set, but DST_GIT_URL is not',
      }),
    );
  });

  it.each([
    'http://git.corp.example',
    'ftp://git.corp.example',
    'git.corp.example',
    'https://a:b@c.example',
  ])('refuses the address %s', (DST_ENTERPRISE_URL) => {
    expect(() => readTargetCredentials({ DST_TOKEN, DST_ENTERPRISE_URL })).toThrow(
      expect.objectContaining({ code: 'configuration' }),
    );
  });

  it('asks for a token where there is none, and names the scopes', () => {
    expect(() => readTargetCredentials({})).toThrow(
      expect.objectContaining({
        code: 'credentials',
        hint: expect.stringContaining('repo, admin:org and workflow'),
      }),
    );
  });

  it('refuses a token with a line break without showing it', () => {
    expect(() => readTargetCredentials({ DST_TOKEN: 'ghp_secret\n' })).toThrow(
      expect.objectContaining({
        code: 'configuration',
        message: 'DST_TOKEN contains a line break',
      }),
    );
  });
});
