import { describe, expect, it } from 'vitest';
import { takeAll } from './dispatcher-place.ts';
import { openOwnMigration } from './own-migration.ts';

/** Keeps tests apart: a queue of one is not visible to another. */
const own = openOwnMigration();

describe('a taken repository', () => {
  it('keeps its place when it is put back', async () => {
    await own.queue('a', 'b');
    await (await own.take()).putBack({ afterMilliseconds: 0 });
    expect(await own.take()).toMatchObject({ source: 'a' });
  });

  it('is not handed out before its time, by the clock of the database', async () => {
    await own.queue('a');
    await (await own.take()).putBack({ afterMilliseconds: 3_600_000 });
    expect(await own.dispatcher.take(own.selection())).toBeNull();
    expect(await own.counts()).toEqual({ 'migrate queued': 1 });
    const { rows } = await own.query(
      `SELECT round(extract(epoch FROM start_after - now()) / 60) AS minutes
       FROM migrator_queue.job WHERE name LIKE 'repository/${own.migration}/%'`,
    );
    expect(Number(rows[0]?.minutes)).toBe(60);
    await own.place.database.run(
      `UPDATE migrator_queue.job SET start_after = now() WHERE name LIKE 'repository/${own.migration}/%'`,
    );
    expect(await own.takeAll()).toEqual(['a']);
  });

  it('may be ended twice, and is not ended for another process that has taken it', async () => {
    await own.queue('a');
    const first = await own.take();
    await first.putBack({ afterMilliseconds: 0 });
    const second = await own.take();
    await first.done();
    await first.putBack({ afterMilliseconds: 3_600_000 });
    expect(await own.counts()).toEqual({ 'migrate active': 1 });
    await second.done();
    await second.done();
    expect(await own.counts()).toEqual({});
  });
});

describe('many processes', () => {
  it('take each of 500 repositories exactly once', async () => {
    const sources = Array.from({ length: 500 }, (_, index) => `r${index}`);
    await own.queue(...sources);
    const others = await Promise.all(Array.from({ length: 8 }, () => own.place.open()));
    const taken = await Promise.all(others.map((one) => takeAll(one, own.selection())));
    expect(taken.flat().sort()).toEqual(sources.toSorted());
  });
});

describe('queues that were found', () => {
  it('are deleted with what is in them, and end nothing for a process that goes on', async () => {
    await own.queue('a', 'b');
    await own.dispatcher.queue([own.repository({ source: 'c', wave: 'one' })]);
    const taken = await own.take();
    await (await own.dispatcher.findQueues()).deleteExcept([]);
    expect(await own.queues()).toEqual([]);
    await taken.putBack({ afterMilliseconds: 0 });
    await taken.done();
    expect(await own.dispatcher.take(own.selection())).toBeNull();
  });

  it('stay where they are of a migration that is named', async () => {
    await own.queue('a');
    await (await own.dispatcher.findQueues()).deleteExcept(['another', own.migration]);
    expect(await own.takeAll()).toEqual(['a']);
  });

  it('are none that another process fills later', async () => {
    await own.queue('a');
    const found = await own.dispatcher.findQueues();
    const other = await own.place.open();
    await other.queue([own.repository({ source: 'b' })]);
    await found.deleteExcept([]);
    expect(await takeAll(other, own.selection())).toEqual(['b']);
  });

  it('may be deleted while they are filled, and by two processes at once', async () => {
    const other = await own.place.open();
    const rounds = Array.from({ length: 30 }, (_, round) => round);
    for (const round of rounds) {
      const deleting = [own.dispatcher, other].map(async (one) =>
        (await one.findQueues()).deleteExcept([]),
      );
      await Promise.all([...deleting, own.queue(`r${round}`)]);
    }
    await own.queue('last');
    expect(await own.takeAll()).toContain('last');
  });

  it('are no timers', async () => {
    await own.dispatcher.wakeAt({
      migration: own.migration,
      task: 'sync',
      run: 'r',
      taskOptions: '',
      at: 0,
    });
    await (await own.dispatcher.findQueues()).deleteExcept([]);
    expect(await own.dispatcher.takeDue({ migrations: [own.migration] })).not.toBeNull();
    await own.dispatcher.forgetTimer(own.migration, 'sync');
    expect(await own.queues()).toEqual([]);
  });
});

describe('a timer', () => {
  const timer = () =>
    ({ migration: own.migration, task: 'sync', run: 'r1', taskOptions: '{"every":60}' }) as const;
  const due = () => own.dispatcher.takeDue({ migrations: [own.migration] });

  it('is due after its time, for one process', async () => {
    await own.dispatcher.wakeAt({ ...timer(), at: Date.now() + 3_600_000 });
    expect(await due()).toBeNull();
    await own.dispatcher.wakeAt({ ...timer(), at: Date.now() - 1000 });
    const taken = await due();
    expect(taken).toMatchObject(timer());
    expect(await due()).toBeNull();
    await taken?.done();
    expect(await due()).toBeNull();
  });

  it('is set again for the next round', async () => {
    await own.dispatcher.wakeAt({ ...timer(), at: 0 });
    await (await due())?.again(Date.now() - 1000);
    const second = await due();
    await second?.again(Date.now() + 3_600_000);
    await second?.again(0);
    expect(await due()).toBeNull();
    await own.place.database.run('UPDATE migrator_queue.job SET start_after = now()');
    const third = await due();
    expect(third).not.toBeNull();
    await own.dispatcher.forgetTimer(own.migration, 'sync');
    await third?.again(0);
    expect(await due()).toBeNull();
  });
});
