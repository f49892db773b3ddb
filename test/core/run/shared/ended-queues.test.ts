import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { newRun } from '../../../../src/core/run/shared/lead-run.ts';
import { setRun } from '../../../../src/core/work/set-run.ts';
import { gate, migration, sharedTaskPlaceForEach, slugs } from './shared-task-place.ts';

const place = sharedTaskPlaceForEach();
const { processOf, hang, lead, join, die, endAll, speedUp, queues } = place;

const tasksOf = (run: string) =>
  slugs.map((source) => ({
    ...({ migration: migration.id, source, task: 'verify', wave: null } as const),
    ...{ run, taskOptions: '{}' },
  }));

describe('the queues of a run', () => {
  it('are deleted when it ends', async () => {
    const begun = gate();
    const leading = lead({ pid: 1, work: async () => begun.open() });
    await begun.opened;
    expect(await queues()).toHaveLength(1);
    await leading;
    expect(await queues()).toEqual([]);
  });

  it('are deleted by the next process that leads, where the one that led died', async () => {
    const begun = gate();
    const first = lead({
      pid: 1,
      async work(_, signal) {
        begun.open();
        await hang(signal);
      },
    });
    first.catch(() => {});
    await begun.opened;
    die(1);
    const [left] = await queues();
    const second = gate();
    const leading = lead({ pid: 3, work: async () => second.open() });
    await second.opened;
    expect(await queues()).toEqual([expect.not.stringMatching(`^${left}$`)]);
    await leading;
    endAll();
    expect(await queues()).toEqual([]);
  });

  it('are deleted by a worker that ends a run which nobody leads', async () => {
    speedUp(30);
    const { store, services, sharing } = processOf(1);
    const writer = await store.acquire(migration.id, services.process, 'verify');
    const dispatcher = await sharing.openDispatcher();
    const run = newRun('verify', {});
    await setRun({ dispatcher, runs: sharing.runs, migration: migration.id, writer }, run);
    await dispatcher.queue(tasksOf('another run'));
    await dispatcher.close();
    const joined = join(2);
    die(1);
    await joined;
    expect(await queues()).toEqual([]);
  });

  it('are deleted by whoever leads another migration, where nobody led this one any more', async () => {
    const { store, services, sharing } = processOf(1);
    const dispatcher = await sharing.openDispatcher();
    const orphan = tasksOf('run').map((one) => ({ ...one, migration: 'mig_gone' }));
    await dispatcher.queue(orphan);
    await lead({ pid: 2 });
    expect(await queues()).toEqual([]);
    await dispatcher.queue(orphan);
    const writer = await store.acquire(migration.id, services.process, 'verify');
    await writer.share?.(newRun('verify', {}));
    await dispatcher.queue(tasksOf('run'));
    await writer.release();
    const other = processOf(2);
    await other.store.createMigration({ ...migration, id: 'mig_000000000002' }, []);
    const held = await other.store.acquire('mig_000000000002', other.services.process, 'verify');
    const job = { dispatcher, runs: sharing.runs, migration: 'mig_000000000002', writer: held };
    await setRun(job, newRun('verify', {}));
    // Of the run that can still be joined.
    expect(await queues()).toEqual([expect.stringContaining(`/${migration.id}/`)]);
    await dispatcher.close();
  });

  it('are not those of a process that took over while the one before was stopped in between', async () => {
    const [stopped, next] = [processOf(1), processOf(3)];
    const held = await stopped.store.acquire(migration.id, stopped.services.process, 'verify');
    const before = await stopped.sharing.openDispatcher();
    const after = await next.sharing.openDispatcher();
    await before.queue(tasksOf('earlier run'));
    const run = newRun('verify', {});
    const waking = gate();
    const asleep = gate();
    const sleeping = {
      async findQueues() {
        const found = await before.findQueues();
        return {
          async deleteExcept(migrations: readonly string[]) {
            asleep.open();
            await waking.opened;
            await found.deleteExcept(migrations);
          },
        };
      },
    };
    const { runs } = stopped.sharing;
    const job = { runs, migration: migration.id };
    const setting = setRun({ ...job, dispatcher: sleeping, writer: held }, run);
    await asleep.opened;
    die(1);
    const writer = await next.store.acquire(migration.id, next.services.process, 'verify');
    // The same one, as where a migration is resumed.
    await setRun({ ...job, dispatcher: after, writer }, run);
    await after.queue(tasksOf(run.id));
    waking.open();
    await setting;
    const ending = setRun({ ...job, dispatcher: before, writer: held }, null);
    await expect(ending).rejects.toMatchObject({ code: 'state' });
    for (const source of slugs) expect(await after.take({ waves: null })).toMatchObject({ source });
    await Promise.all([before.close(), after.close()]);
  });

  it('lose nothing and leave nothing where processes lead run after run', async () => {
    const file = fileURLToPath(new URL('leading-process.ts', import.meta.url));
    const { store } = processOf(1);
    await store.createMigration({ ...migration, id: 'mig_000000000002' }, []);
    const rounds = 3;
    const ids = [migration.id, migration.id, 'mig_000000000002', 'mig_000000000002'];
    const ran = ids.map((id) =>
      promisify(execFile)(process.execPath, [file, place.url(), id, String(rounds)]),
    );
    const taken = (await Promise.all(ran)).map(({ stdout }) => Number(stdout));
    expect(taken).toEqual(ids.map(() => 3 * rounds));
    expect(await queues()).toEqual([]);
  });
});
