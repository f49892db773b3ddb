import { isLoopback } from '../../../kernel/base-url.ts';
import type { Variables } from '../../../kernel/environment.ts';
import { MigratorError } from '../../../kernel/errors.ts';

/** Where a database is and how it is reached, as MIGRATOR_DATABASE_URL says it. */
export interface DatabaseAddress {
  /** For messages: without the password. */
  readonly place: string;
  /** A host name, an IP address, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Of the address or PGPASSWORD; `null`: a .pgpass file may have it. */
  readonly password: string | null;
  /** `null`: not encrypted, which only this machine's addresses may be. */
  readonly tls: { readonly checksName: boolean; readonly caFile: string | null } | null;
}

const defaultPort = 5432;
const noHost = 'no-host.invalid';
const known = new Set(['sslmode', 'sslrootcert', 'host']);

/**
 * Reads an address in PostgreSQL's own form (its manual, "Connection URIs"). Off this machine the server's certificate is
 * verified; every `sslmode` that would not is refused or made stricter.
 * @param text `postgresql://user@host:5432/database`, for a socket `postgresql://user@/database?host=/run/postgresql`
 * @throws `configuration`, never with the password
 */
export function readDatabaseAddress(text: string, environment: Variables): DatabaseAddress {
  // PostgreSQL takes a user without a host, which other addresses may not have.
  const url = URL.parse(text.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=[:/])/, `$1${noHost}`));
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    throw wrong('is not a PostgreSQL database address');
  }
  const unknown = [...url.searchParams.keys()].find((name) => !known.has(name));
  if (unknown !== undefined) throw wrong(`has the unknown parameter ${unknown.slice(0, 40)}`);
  const named = url.hostname === noHost ? '' : decoded(url.hostname.replace(/^\[(.*)\]$/, '$1'));
  const folder = url.searchParams.get('host');
  // Any other would hide the host that the address begins with.
  if (folder !== null && (named !== '' || !folder.startsWith('/')))
    throw wrong('has a ?host= that is not a socket folder');
  const host = folder ?? named;
  const user = decoded(url.username) || (environment.PGUSER ?? '');
  const database = decoded(url.pathname.slice(1));
  if (host === '') throw wrong('has no host');
  if (user === '') throw wrong('has no user');
  if (database === '') throw wrong('has no database name');
  const port = url.port === '' ? defaultPort : Number(url.port);
  return {
    place: host.startsWith('/') ? `${host} (${database})` : `${host}:${port}/${database}`,
    ...{ host, port, database, user },
    password: decoded(url.password) || environment.PGPASSWORD || null,
    tls: tlsOf(url.searchParams, host),
  };
}

function tlsOf(parameters: URLSearchParams, host: string): DatabaseAddress['tls'] {
  const mode = parameters.get('sslmode');
  const caFile = parameters.get('sslrootcert');
  const isHere = host.startsWith('/') || isLoopback(host);
  if (host.startsWith('/')) return null;
  switch (mode) {
    case 'verify-ca':
      // Without the name, anybody's certificate by a public authority would do.
      if (caFile === null) throw wrong('has sslmode=verify-ca without sslrootcert');
      return { checksName: false, caFile };
    case 'verify-full':
    case 'require':
      return { checksName: true, caFile };
    case null:
    case 'prefer':
    case 'allow':
      return isHere ? null : { checksName: true, caFile };
    case 'disable':
      if (isHere) return null;
      throw wrong('has sslmode=disable for a host other than this machine');
    default:
      throw wrong('has an unknown sslmode');
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong('has a % that does not start a %XX escape');
  }
}

function wrong(what: string): MigratorError {
  return new MigratorError('configuration', `MIGRATOR_DATABASE_URL (or state.url) ${what}`, {
    hint: 'Write it as postgresql://user@host:5432/database, and put the password in PGPASSWORD or a .pgpass file. Certificates are always verified for servers on other machines; sslrootcert=FILE sets a private authority.',
  });
}
