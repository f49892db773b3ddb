import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { withoutLimits } from '../hosts/without-limits.ts';
import type { MigrationRun } from '../run-migration.ts';
import { launcher } from '../surroundings.ts';

/** Workers that wait for the run, each with a state folder of its own. Disposed of, they leave in order. */
export async function startWorkers(run: MigrationRun, many: number): Promise<AsyncDisposable> {
  const children = await Promise.all(
    Array.from({ length: many }, (_, index) => startWorker(run, index + 1)),
  );
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all(
        children.map(async (child) => {
          const ended = once(child, 'exit');
          child.kill('SIGTERM');
          await ended;
        }),
      );
    },
  };
}

async function startWorker(
  { name, processEnvironment, hosts, environment }: MigrationRun,
  number: number,
): Promise<ChildProcess> {
  const { folder } = processEnvironment;
  const child = spawn(process.execPath, [launcher, 'worker', '--max', '1', '--plain'], {
    env: {
      ...processEnvironment.environment,
      ...withoutLimits(hosts),
      ...environment,
      MIGRATOR_STATE_DIR: join(folder, `${name}-worker-${number}`),
    },
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const line of createInterface({ input: child.stderr })) {
    if (line.includes('is waiting for migrations')) break;
  }
  // Nobody reads on: the pipe must not fill.
  child.stderr.resume();
  return child;
}
