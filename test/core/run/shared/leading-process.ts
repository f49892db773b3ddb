/**
 * A process that leads some runs of a migration, one after the other, and takes all that it has queued. It says how many it
 * took. Arguments: the database's address, the migration, the number of runs.
 */
import { hostname } from 'node:os';
import { systemClock } from '../../../../src/core/kernel/clock.ts';
import { Redactor } from '../../../../src/core/kernel/redact.ts';
import { MigrationInUse } from '../../../../src/core/ports/records/migration.ts';
import { newRun } from '../../../../src/core/run/shared/lead-run.ts';
import { openDispatcher } from '../../../../src/core/state/postgresql/dispatch/open-dispatcher.ts';
import { createPostgresqlStore } from '../../../../src/core/state/postgresql/postgresql-store.ts';
import { setRun } from '../../../../src/core/work/set-run.ts';
import { markerKey, openDirectly } from '../../state/postgresql/database-place.ts';

const [, , url = '', migration = '', rounds = ''] = process.argv;
const connection = { place: 'test', open: () => openDirectly(url), clock: systemClock };
const store = createPostgresqlStore({
  ...{ ...connection, isProcessAlive: () => true, hostname: hostname(), machine: 'this one' },
  ...{ redactor: new Redactor(), markerKey },
});
const sources = ['ant', 'bee', 'cat'];

async function acquire() {
  for (;;) {
    try {
      return await store.acquire(migration, { pid: process.pid, hostname: hostname() }, 'verify');
    } catch (thrown) {
      if (!(thrown instanceof MigrationInUse)) throw thrown;
      await systemClock.sleep(Math.random() * 20);
    }
  }
}

async function lead(): Promise<number> {
  const writer = await acquire();
  const dispatcher = await openDispatcher({ ...connection, redactor: new Redactor() });
  const { shared: runs } = store;
  if (runs === null) throw new Error('nothing is shared');
  const job = { dispatcher, runs, migration, writer };
  const run = newRun('verify', {});
  try {
    await setRun(job, run);
    const queued = { migration, task: run.task, run: run.id, wave: null, taskOptions: '{}' };
    await dispatcher.queue(sources.map((source) => ({ ...queued, source })));
    let taken = 0;
    const own = { migrations: [migration], waves: null };
    for (let one = await dispatcher.take(own); one !== null; one = await dispatcher.take(own)) {
      if (one.run === run.id) taken += 1;
      await one.done();
    }
    await setRun(job, null);
    return taken;
  } finally {
    await dispatcher.close();
    await writer.release();
  }
}

let taken = 0;
for (let round = 0; round < Number(rounds); round += 1) taken += await lead();
process.stdout.write(String(taken));
await store.close();
