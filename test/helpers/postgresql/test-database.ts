import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { testServer } from './server.ts';
import { superuser, type TestServer } from './start-server.ts';

export interface TestDatabase extends AsyncDisposable {
  readonly name: string;
  /** By the socket. */
  readonly url: string;
  /** By the port, where a password is asked for. @param host 127.0.0.1 or localhost */
  tcpUrl(host: string): string;
  /** Path of the authority of the server's certificate, which is for localhost. */
  readonly caFile: string;
  /** A connection of its own, which its user ends. */
  connect(): Promise<Client>;
  /** Runs statements as the superuser. */
  run(sql: string): Promise<void>;
}

/**
 * An empty database, removed with everybody who uses it.
 * @param server the one of this run of Vitest if left out
 */
export async function openTestDatabase(server?: TestServer): Promise<TestDatabase> {
  const { folder, port, caFile } = server ?? (await testServer());
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const connectTo = async (database: string) => {
    const client = new Client({ host: folder, port, database, user: superuser });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  await runIn('postgres', `CREATE DATABASE ${name}`);
  async function runIn(database: string, sql: string): Promise<void> {
    const client = await connectTo(database);
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }
  return {
    name,
    url: `postgresql://${superuser}@:${port}/${name}?host=${encodeURIComponent(folder)}`,
    tcpUrl: (host) => `postgresql://${superuser}@${host}:${port}/${name}`,
    caFile,
    connect: () => connectTo(name),
    run: (sql) => runIn(name, sql),
    [Symbol.asyncDispose]: () => runIn('postgres', `DROP DATABASE ${name} WITH (FORCE)`),
  };
}
