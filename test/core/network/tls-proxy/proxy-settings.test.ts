import { describe, expect, it } from 'vitest';
import {
  findProxy,
  readProxySettings,
} from '../../../../src/core/network/tls-proxy/proxy-settings.ts';

const proxy = 'http://jane:secret@proxy.corp:3128';

function proxyOf(env: Readonly<Record<string, string>>, url: string): string | null {
  return findProxy(readProxySettings(env), new URL(url))?.host ?? null;
}

describe('findProxy', () => {
  it('names the proxy without its password', () => {
    expect(proxyOf({ HTTPS_PROXY: proxy }, 'https://api.github.com')).toBe('proxy.corp:3128');
  });

  it('reads small letters before capitals, and HTTP_PROXY where HTTPS_PROXY is missing', () => {
    const env = { https_proxy: 'http://small:1', HTTPS_PROXY: 'http://large:2' };
    expect(proxyOf(env, 'https://api.github.com')).toBe('small:1');
    expect(proxyOf({ HTTP_PROXY: 'http://plain:3' }, 'https://api.github.com')).toBe('plain:3');
    expect(proxyOf({}, 'https://api.github.com')).toBeNull();
  });

  it.each([
    ['github.com', 'https://api.github.com', true],
    ['.github.com', 'https://github.com', true],
    ['*.github.com', 'https://api.github.com', true],
    ['*.github.com', 'https://github.com', false],
    ['hub.com', 'https://github.com', false],
    ['*', 'https://github.com', true],
    ['github.com:443', 'https://github.com', true],
    ['github.com:8443', 'https://github.com', false],
    ['a.example, GitHub.com', 'https://github.com', true],
    ['a.example b.example', 'https://b.example', true],
    ['10.0.0.0/8', 'https://10.20.30.40', true],
    ['10.0.0.0/8', 'https://11.0.0.1', false],
    ['10.0.0.0/8', 'https://host.example', false],
    ['10.0.0.0/33', 'https://10.0.0.1', false],
    ['fd00::/8', 'https://[fd12::1]', true],
    ['fd00::/8', 'https://[fe80::1]', false],
    ['fd12::1', 'https://[fd12::1]:8443', true],
    ['[fd12::1]:8443', 'https://[fd12::1]', false],
    ['[fd12::1]', 'https://[fd12::1]', true],
    ['FD12:0:0:0:0:0:0:1', 'https://[fd12::1]', true],
    ['[fd12:0::1]:443', 'https://[fd12::1]', true],
    ['fd12::2', 'https://[fd12::1]', false],
    ['', 'https://[::1]:8443', true],
    ['10.0.0.1', 'https://110.0.0.1', false],
    ['', 'https://localhost:8080', true],
    ['', 'https://127.0.0.1', true],
    ['', 'https://github.com', false],
  ])('with NO_PROXY=%j goes to %s directly: %s', (NO_PROXY, url, directly) => {
    expect(proxyOf({ HTTPS_PROXY: proxy, NO_PROXY }, url) === null).toBe(directly);
  });
});

describe('readProxySettings', () => {
  it('takes an address without a scheme, as curl does', () => {
    expect(proxyOf({ HTTPS_PROXY: 'proxy.corp:3128' }, 'https://github.com')).toBe(
      'proxy.corp:3128',
    );
  });

  it.each([
    ['HTTPS_PROXY', 'http://jane:%zz-hunter2@proxy.corp'],
    ['HTTPS_PROXY', 'http://hunter2%@proxy.corp'],
    ['HTTPS_PROXY', 'http://jane:hunter2%ff@proxy.corp'],
    ['HTTP_PROXY', 'http://jane:%zz-hunter2@proxy.corp'],
    ['HTTPS_PROXY', 'hunter2'],
    ['HTTPS_PROXY', 'ftp://jane:hunter2@proxy.corp'],
  ])('names %s, but not its value %s, where it cannot be used', (variable, value) => {
    expect(() => readProxySettings({ [variable]: value })).toThrow(
      expect.objectContaining({
        code: 'configuration',
        message: expect.stringMatching(new RegExp(`^(?!.*(hunter2|zz)).*${variable}`)),
        hint: expect.not.stringContaining('hunter2'),
      }),
    );
  });

  it('takes user names and passwords that are escaped, empty or missing', () => {
    for (const user of ['jane:50%25', 'jane:', 'jane', ':secret', 'j%C3%A4ne:x']) {
      const address = `http://${user}@proxy.corp:3128`;
      expect(readProxySettings({ HTTPS_PROXY: address }).https).toBe(address);
    }
  });
});
