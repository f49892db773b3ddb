import { isLoopback } from '../../kernel/base-url.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { isExempt } from './no-proxy.ts';

/** Addresses as they were given (they may hold a password), empty where there is none. */
export interface ProxySettings {
  readonly http: string;
  readonly https: string;
  /** As isExempt() reads it. */
  readonly noProxy: string;
}

/**
 * Small letters win over capitals, as in curl; HTTPS_PROXY falls back to HTTP_PROXY. Blanks around a value count for
 * nothing, and an address without a scheme is one of plain HTTP, as in curl.
 * @throws `configuration` if an address is none, or its user name or password cannot be decoded
 */
export function readProxySettings(
  env: Readonly<Record<string, string | undefined>>,
): ProxySettings {
  const http = withScheme(read(env, 'HTTP_PROXY'));
  const https = withScheme(read(env, 'HTTPS_PROXY'));
  checkProxy(http, 'HTTP_PROXY');
  checkProxy(https, 'HTTPS_PROXY');
  return { http, https: https === '' ? http : https, noProxy: read(env, 'NO_PROXY') };
}

/** The proxy for an address, with its user name and password; `null` if there is none. */
export function findProxy(settings: ProxySettings, url: URL): URL | null {
  const proxy = url.protocol === 'https:' ? settings.https : settings.http;
  if (proxy === '' || isLoopback(url.hostname) || isExempt(settings.noProxy, url)) return null;
  return new URL(proxy);
}

function read(env: Readonly<Record<string, string | undefined>>, name: string): string {
  return (env[name.toLowerCase()] ?? env[name] ?? '').trim();
}

/** `proxy.corp:3128` alone would be read as the scheme `proxy.corp:`. */
function withScheme(address: string): string {
  return /^[^/@\s]+:\d{1,5}\/?$/.test(address) ? `http://${address}` : address;
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
