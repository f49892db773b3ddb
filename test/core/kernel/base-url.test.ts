import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkBaseUrl, isLoopback, requestUrl } from '../../../src/core/kernel/base-url.ts';
import { anyPath, anyUrl } from '../../helpers/arbitraries/any-url.ts';

describe('checkBaseUrl', () => {
  it.each([
    ['https://api.github.com', 'https://api.github.com'],
    ['https://API.github.com/', 'https://api.github.com'],
    ['https://git.example:8443/api/v3//', 'https://git.example:8443/api/v3'],
    ['http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
    ['http://[::1]:9000/', 'http://[::1]:9000'],
    ['http://localhost:9000', 'http://localhost:9000'],
  ])('takes %s', (text, expected) => {
    expect(checkBaseUrl(text, 'DST_API_URL')).toBe(expected);
  });

  it.each([
    ['', 'DST_API_URL is not a URL'],
    ['api.github.com', 'DST_API_URL is not a URL'],
    ['ssh://git.example', 'uses the scheme ssh'],
    ['http://git.example', 'over plain http'],
    ['http://127.0.0.1.evil.example', 'over plain http'],
    ['http://localhost.evil.example', 'over plain http'],
    ['http://hub.localhost', 'over plain http'],
    ['https://jane:secret@git.example', 'contains a username or password'],
    ['https://git.example?token=secret', 'contains a query or fragment'],
  ])('refuses %s', (text, message) => {
    expect(() => checkBaseUrl(text, 'DST_API_URL')).toThrow(
      expect.objectContaining({
        code: 'configuration',
        message: expect.stringContaining(message),
      }),
    );
    expect(() => checkBaseUrl(text, 'DST_API_URL')).not.toThrow('secret');
  });
});

describe('isLoopback', () => {
  it('knows this machine and nothing else', () => {
    for (const name of ['localhost', 'LOCALHOST', '127.8.9.1', '::1', '[::1]']) {
      expect(isLoopback(name)).toBe(true);
    }
    for (const name of [
      '10.0.0.1',
      '0.0.0.0',
      '128.0.0.1',
      'example.com',
      'localhost.com',
      'hub.localhost',
    ]) {
      expect(isLoopback(name)).toBe(false);
    }
  });
});

describe('requestUrl', () => {
  const baseUrl = 'https://git.example/api/v3';

  it('never leaves the origin, and stays below the base for every path', () => {
    const text = fc.oneof(
      fc.string(),
      anyUrl,
      anyPath,
      fc.string().map((path) => `/${path}`),
      fc.string().map((path) => `https://git.example${path}`),
    );
    fc.assert(
      fc.property(text, (path) => {
        let url: URL;
        try {
          url = requestUrl({ baseUrl, path });
        } catch (error) {
          expect(error).toMatchObject({ name: 'MigratorError' });
          return;
        }
        expect(url.origin).toBe('https://git.example');
        expect(url.username + url.password).toBe('');
        if (path.startsWith('/')) expect(url.pathname).toMatch(/^\/api\/v3\//);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    '/repos/octo/..',
    '/repos/../..',
    '/repos/./x',
    '/repos/octo/%2e%2e',
    '/repos/..?x',
    '/a\\..\\..\\b',
    '/repos/.\t./x',
  ])('refuses the path %s, which would lead elsewhere', (path) => {
    expect(() => requestUrl({ baseUrl, path })).toThrow(
      expect.objectContaining({ code: 'input-file' }),
    );
  });
});
