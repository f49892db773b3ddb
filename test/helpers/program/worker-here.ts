import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { usersEnvironment } from '../../../sandbox/environment.ts';
import { runCommandLine } from '../../../src/cli/main.ts';
import { createIsProcessAlive } from '../../../src/cli/process/is-process-alive.ts';
import type { TestDatabase } from '../postgresql/test-database.ts';
import { createProgramHere, standIn } from './run-here.ts';
import { environmentIn } from './run-program.ts';
import type { Workplace } from './workplace.ts';

/** A worker of the machine `other`, in this process. @returns makes it leave, and gives what it has reported */
export async function startWorkerHere(
  place: Workplace,
  environment: Readonly<Record<string, string>>,
): Promise<() => Promise<string>> {
  const folder = join(place.folder, 'other-machine');
  mkdirSync(folder);
  copyFileSync(join(place.folder, 'state', 'marker.key'), join(folder, 'marker.key'));
  const isAlive = createIsProcessAlive(process.platform);
  const pid = 99_999_999;
  const { program, stop, written } = createProgramHere({
    environment: {
      ...environmentIn({
        cwd: place.folder,
        environment: { ...usersEnvironment(place.sandbox), ...environment },
      }),
      MIGRATOR_STATE_DIR: folder,
    },
    temporaryFolder: place.folder,
    ...{ pid, hostname: 'other', isProcessAlive: (one) => one === pid || isAlive(one) },
  });
  const here = standIn(place.folder);
  const ended = runCommandLine(['worker', '-v', '--max', '1'], program).finally(() =>
    here[Symbol.dispose](),
  );
  return async () => {
    stop.abort();
    expect(await ended, written.stderr).toBe(0);
    return written.stderr;
  };
}

/** Repositories by the machine that has worked on them last. */
export async function claimedBy(
  database: TestDatabase,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const client = await database.connect();
  const { rows } = await client.query(
    `SELECT hostname, array_agg(source) AS sources FROM migrator.claim
     WHERE source <> '' AND source NOT LIKE '% %' GROUP BY hostname`,
  );
  await client.end();
  return new Map(rows.map(({ hostname, sources }) => [hostname, sources]));
}
