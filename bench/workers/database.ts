import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startServer, superuser } from '../../test/helpers/postgresql/start-server.ts';

/** A server of the bench alone. */
export interface BenchDatabase extends AsyncDisposable {
  /** @returns the address of a new database */
  create(name: string): Promise<string>;
}

export async function startDatabase(): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'migrator-bench-postgresql-'));
  // The server runs as another account where the bench runs as root.
  await chmod(folder, 0o755);
  const server = await startServer(folder);
  const addressOf = (name: string) =>
    `postgresql://${superuser}@:${server.port}/${name}?host=${encodeURIComponent(folder)}`;
  return {
    async create(name) {
      const { port } = server;
      const client = new Client({ host: folder, port, database: 'postgres', user: superuser });
      await client.connect();
      await client.query(`CREATE DATABASE bench_${name}`);
      await client.end();
      return addressOf(`bench_${name}`);
    },
    async [Symbol.asyncDispose]() {
      const [line = ''] = (await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split(
        '\n',
      );
      process.kill(Number(line), 'SIGQUIT');
      for (let tries = 0; tries < 100 && isAlive(Number(line)); tries += 1) await sleep(50);
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
