import { Client, type ClientConfig } from 'pg';
import type { DatabaseAddress } from './database-address.ts';

/** Milliseconds for a connection, and for an answer: then the connection counts as lost. */
const connectTimeout = 10_000;
const answerTimeout = 15_000;

export interface ClientOptions {
  readonly address: DatabaseAddress;
  /** Read for each connection. The caller registers it with the redactor. */
  readonly password: () => Promise<string | null>;
  /** Trusted authorities, as PEM; asked for only where TLS is used. */
  readonly authorities: () => Promise<readonly string[]>;
}

/** PostgreSQL's number of the type bigint. */
const bigint = 20;

/** Whole numbers as numbers: those of ours are times and counts, all far below 2^53. */
const types: ClientConfig['types'] = {
  getTypeParser: (oid: number) => (oid === bigint ? Number : parseOther(oid)),
};

function parseOther(oid: number): (text: string) => unknown {
  if (oid === 23) return Number;
  if (oid === 16) return (text) => text === 't';
  return (text) => text;
}

/** A connection of its own. @throws what `pg` throws */
export async function openClient(options: ClientOptions): Promise<Client> {
  const { address, password, authorities } = options;
  const { host, port, database, user, tls } = address;
  const found = await password();
  const client = new Client({
    ...{ host, port, database, user, types },
    // Without one `pg` would look for it by itself. A server that wants none never sees it.
    password: found ?? '',
    ssl: tls === null ? false : await tlsOptions(address.host, tls, authorities),
    application_name: 'migrator',
    connectionTimeoutMillis: connectTimeout,
    query_timeout: answerTimeout,
    keepAlive: true,
  });
  // The next query reports it.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    void client.end().catch(() => {});
    throw error;
  }
}

async function tlsOptions(
  host: string,
  tls: NonNullable<DatabaseAddress['tls']>,
  authorities: ClientOptions['authorities'],
) {
  const ca = [...(await authorities())];
  // The name that the certificate must have, also where it is an IP address.
  const verified = { ca, host, rejectUnauthorized: true };
  return tls.checksName ? verified : { ...verified, checkServerIdentity: () => undefined };
}
