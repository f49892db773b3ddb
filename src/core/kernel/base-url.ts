import { MigratorError } from './errors.ts';
import { quoteInput } from './format/shorten-input.ts';

/**
 * An address that requests may go to: https, or plain http to this machine alone, without user name, query or
 * fragment, and without a slash at its end.
 * @param setting the variable or key that the address came from, for the message
 * @throws `configuration`
 */
export function checkBaseUrl(text: string, setting: string): string {
  const url = parseUrl(text, setting);
  if (url.username !== '' || url.password !== '') {
    throw refused(setting, 'contains a username or password', 'Remove them from the URL.');
  }
  if (url.search !== '' || url.hash !== '') {
    throw refused(setting, 'contains a query or fragment', 'Use only the URL of the host.');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw refused(
      setting,
      `points to ${url.host} over plain http, which would expose the credentials in transit`,
      'Use https. Plain http is accepted only for this machine (localhost, 127.0.0.1, ::1).',
    );
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/**
 * Tells whether the name or address can only be this machine. Names below `localhost` are looked up, so they prove
 * nothing.
 */
export function isLoopback(hostname: string): boolean {
  const bare = hostname.toLowerCase().replace(/^\[(.+)\]$/, '$1');
  return bare === 'localhost' || bare === '::1' || /^127(\.\d{1,3}){3}$/.test(bare);
}

/** Writes the origin of a host, from its name and port: those that answer on this machine alone take plain http. Pure. */
export function originOf(host: string): string {
  const scheme = isLoopback(new URL(`https://${host}`).hostname) ? 'http' : 'https';
  return `${scheme}://${host}`;
}

/** A list stands for a parameter that is given several times. */
export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

export interface RequestAddress {
  readonly baseUrl: string;
  /** A path below the base, or an absolute address on the base's origin. */
  readonly path: string;
  readonly query?: Query | undefined;
}

/**
 * The address to send to. Credentials belong to one origin: an absolute address on another one, which a hostile
 * or broken host may give as its next page, is refused before anything is sent.
 * @throws `bad-answer`; `input-file` if a name in the path is `.` or `..`
 */
export function requestUrl({ baseUrl, path, query }: RequestAddress): URL {
  const base = new URL(baseUrl);
  if (path.startsWith('/') && leadsElsewhere(path)) {
    throw new MigratorError(
      'input-file',
      `${quoteInput(path)} contains a name that would change the path`,
      { hint: 'A workspace, owner or repository cannot be named . or ..' },
    );
  }
  const url = path.startsWith('/') ? new URL(`${baseUrl}${path}`) : absoluteUrl(path, base);
  if (url.origin !== base.origin || url.username !== '' || url.password !== '') {
    throw new MigratorError(
      'bad-answer',
      `${base.host} returned a URL on another host (${url.host}); not followed, because the credentials belong to ${base.host}`,
      {
        hint: `If ${url.host} is the same service, configure its URL instead of ${base.origin}.`,
      },
    );
  }
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value === undefined) continue;
    if (typeof value !== 'object') url.searchParams.set(key, String(value));
    else for (const one of value) url.searchParams.append(key, one);
  }
  return url;
}

/** URLs drop blanks, take `\` for `/`, and resolve `..` and `%2e%2e`. */
function leadsElsewhere(path: string): boolean {
  const beforeQuery = path.split(/[?#]/)[0] ?? '';
  return /[\\\s\p{Cc}]/u.test(beforeQuery) || /\/(\.|%2e){1,2}(\/|$)/i.test(beforeQuery);
}

function absoluteUrl(text: string, base: URL): URL {
  try {
    return new URL(text);
  } catch (cause) {
    throw new MigratorError('bad-answer', `${base.host} returned an invalid URL`, {
      hint: 'Check the configured URL, and whether a proxy is answering instead.',
      cause,
    });
  }
}

function parseUrl(text: string, setting: string): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch (cause) {
    throw new MigratorError('configuration', `${setting} is not a URL`, {
      hint: `Include the scheme, for example https://host.example.`,
      cause,
    });
  }
  if (url.protocol === 'https:' || url.protocol === 'http:') return url;
  throw refused(setting, `uses the scheme ${url.protocol.slice(0, -1)}`, 'Use https.');
}

function refused(setting: string, what: string, hint: string): MigratorError {
  return new MigratorError('configuration', `The URL in ${setting} ${what}`, { hint });
}

/** A path in which every name is encoded. */
export function encodedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** Percent-decoded; the text itself where it is not encoded as it should be. */
export function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
