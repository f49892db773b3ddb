import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { startServer, type TestServer } from './start-server.ts';

/** The server of this run, started by the first who asks. */
export async function testServer(): Promise<TestServer> {
  const folder = inject('postgresql');
  const ready = join(folder, 'ready.json');
  try {
    mkdirSync(join(folder, 'starting'));
  } catch {
    // Another worker starts it.
    for (let tries = 0; !existsSync(ready); tries += 1) {
      if (tries > 1200) throw new Error(`no PostgreSQL server is ready in ${folder}`);
      await sleep(50);
    }
    return JSON.parse(readFileSync(ready, 'utf8')) as TestServer;
  }
  const server = await startServer(folder);
  writeFileSync(`${ready}.new`, JSON.stringify(server));
  renameSync(`${ready}.new`, ready);
  return server;
}
