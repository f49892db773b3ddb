import { MigratorError } from '../errors.ts';
import { isLoopback } from './base-url.ts';

/** Addresses as they were given (they may hold a password), empty where there is none. */
export interface ProxySettings {
  readonly http: string;
  readonly https: string;
  /** In undici's form, which is everybody's: names and ports, separated by commas. */
  readonly noProxy: string;
}

/**
 * Small letters win over capitals, as in curl; HTTPS_PROXY falls back to HTTP_PROXY. This machine is never asked
 * for through a proxy, because no proxy could reach it.
 * @throws `configuration` if an address is none, or its user name or password cannot be decoded
 */
export function readProxySettings(
  env: Readonly<Record<string, string | undefined>>,
): ProxySettings {
  const http = read(env, 'HTTP_PROXY');
  const https = read(env, 'HTTPS_PROXY');
  checkProxy(http, 'HTTP_PROXY');
  checkProxy(https, 'HTTPS_PROXY');
  const noProxy = [read(env, 'NO_PROXY'), 'localhost', '127.0.0.1', '::1'];
  return {
    http,
    https: https === '' ? http : https,
    noProxy: noProxy.filter((entry) => entry !== '').join(','),
  };
}

/** `host:port` of the proxy for an address, without its password; `null` if there is none. */
export function proxyFor(settings: ProxySettings, url: URL): string | null {
  const proxy = url.protocol === 'https:' ? settings.https : settings.http;
  if (proxy === '' || isLoopback(url.hostname) || isExempt(settings.noProxy, url)) return null;
  return new URL(proxy).host;
}

function isExempt(noProxy: string, url: URL): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  for (const entry of noProxy.toLowerCase().split(/[,\s]+/)) {
    const [, name = '', entryPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
    if (name === '' || (entryPort !== undefined && entryPort !== port)) continue;
    const bare = name.replace(/^\*?\./, '');
    if (name === '*' || url.hostname.endsWith(`.${bare}`)) return true;
    if (url.hostname === bare && !name.startsWith('*')) return true;
  }
  return false;
}

function read(env: Readonly<Record<string, string | undefined>>, name: string): string {
  return (env[name.toLowerCase()] ?? env[name] ?? '').trim();
}

function checkProxy(address: string, variable: string): void {
  if (address === '') return;
  const url = URL.canParse(address) ? new URL(address) : null;
  // The address is not repeated: it may hold a password.
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.hostname === '') {
    throw new MigratorError('configuration', `${variable} is not the address of a proxy`, {
      hint: 'Write it as http://host:port.',
    });
  }
  if (canDecode(url.username) && canDecode(url.password)) return;
  throw new MigratorError(
    'configuration',
    `${variable} has a user name or password with a percent sign that begins no valid escape`,
    { hint: 'Write a percent sign as %25, and every other special character as %XX in UTF-8.' },
  );
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
