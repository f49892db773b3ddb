import { BlockList, isIP } from 'node:net';
import { isLoopback } from '../../kernel/base-url.ts';
import { MigratorError } from '../../kernel/errors.ts';

/** Addresses as given, which may hold a password; empty if unset. */
export interface ProxySettings {
  readonly http: string;
  readonly https: string;
  /** As isExempt() reads it. */
  readonly noProxy: string;
}

/**
 * As in curl, lower-case names win over capitals, and an address without a scheme is plain HTTP. HTTPS_PROXY falls back
 * to HTTP_PROXY.
 * @throws `configuration` if an address is invalid, or its user name or password cannot be decoded
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
  // The message omits the address: it may hold a password.
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.hostname === '') {
    throw new MigratorError('configuration', `${variable} is not a proxy URL`, {
      hint: 'Write it as http://host:port.',
    });
  }
  if (canDecode(url.username) && canDecode(url.password)) return;
  throw new MigratorError(
    'configuration',
    `${variable} has an invalid percent escape in its username or password`,
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

/**
 * Tells whether NO_PROXY exempts an address. Entries are separated by commas or blanks: `*` for everything; `name` or
 * `.name` with all names below; `*.name` for the names below only; an address; a block of addresses (`10.0.0.0/8`,
 * `fd00::/8`). All but blocks may end in `:port`. Names are never resolved, so blocks match numeric addresses only.
 * Pure.
 */
function isExempt(noProxy: string, url: URL): boolean {
  const hostname = url.hostname.replace(/^\[(.+)\]$/, '$1');
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return noProxy
    .toLowerCase()
    .split(/[,\s]+/)
    .some((entry) => covers(entry, hostname, port));
}

function covers(entry: string, hostname: string, port: string): boolean {
  if (entry === '') return false;
  if (entry.includes('/')) return isInBlock(entry, hostname);
  const { name, entryPort } = split(entry);
  if (name === '' || (entryPort !== null && entryPort !== port)) return false;
  if (isIP(name) !== 0) return asWritten(name) === hostname;
  const bare = name.replace(/^\*?\./, '');
  if (name === '*' || hostname.endsWith(`.${bare}`)) return true;
  return hostname === bare && !name.startsWith('*');
}

/** The one form of an IPv6 address that URLs have. */
function asWritten(address: string): string {
  if (isIP(address) !== 6) return address;
  return URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? address;
}

/** `name:8443`, `[::1]:8443`; a bare IPv6 address has colons and no port. */
function split(entry: string): { name: string; entryPort: string | null } {
  if (isIP(entry) === 6) return { name: entry, entryPort: null };
  const [, name = '', entryPort = null] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  return { name: name.replace(/^\[(.+)\]$/, '$1'), entryPort };
}

function isInBlock(entry: string, hostname: string): boolean {
  const [address = '', length = ''] = entry.split('/');
  const version = isIP(address);
  const bits = Number(length);
  if (version === 0 || isIP(hostname) !== version) return false;
  if (!/^\d{1,3}$/.test(length) || bits > (version === 4 ? 32 : 128)) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const block = new BlockList();
  block.addSubnet(address, bits, family);
  return block.check(hostname, family);
}
