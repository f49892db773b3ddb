import { BlockList, isIP } from 'node:net';

/**
 * Whether NO_PROXY exempts an address. Entries are separated by commas or blanks: `*` for everything; a name, which stands
 * for what lies below it as well; a name that begins with `.`, which says the same; `*.name` for what lies below alone; an
 * address; a block of addresses (`10.0.0.0/8`, `fd00::/8`). Each but the last may end in `:port`. Names are never looked
 * up: a block concerns addresses that are written as numbers. Pure.
 */
export function isExempt(noProxy: string, url: URL): boolean {
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

/** An IPv6 address can be written in many ways; addresses of requests have one. */
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
