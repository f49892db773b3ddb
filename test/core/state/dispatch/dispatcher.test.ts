import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Redactor } from '../../../../src/core/kernel/redact.ts';
import { type Dispatcher, dispatchedTasks } from '../../../../src/core/ports/state/dispatcher.ts';
import { anyCharacter } from '../../../helpers/arbitraries/any-character.ts';
import {
  type DispatcherPlace,
  openDispatcherPlace,
  repository,
  takeAll,
} from './dispatcher-place.ts';

let place: DispatcherPlace;
let dispatcher: Dispatcher;
/** What one test queues, another does not see. */
let migration: string;
let migrations = 0;
const redactor = new Redactor();
beforeAll(async () => {
  place = await openDispatcherPlace();
  dispatcher = await place.open({ redactor });
});
afterAll(() => place[Symbol.asyncDispose]());
beforeEach(() => {
  migrations += 1;
  migration = `mig_${migrations}`;
});
afterEach(() => dispatcher.purge(migration));

const own = (waves: readonly string[] | null = null) => ({ migrations: [migration], waves });
const queue = (...sources: string[]) =>
  dispatcher.queue(sources.map((source) => repository({ migration, source })));

async function take() {
  const taken = await dispatcher.take(own());
  if (taken === null) throw new Error('nothing waits');
  return taken;
}

const none = { queued: 0, active: 0, dead: 0 };

describe('the queue', () => {
  it('hands out what was queued, in its order', async () => {
    await queue('c', 'a', 'b');
    expect(await takeAll(dispatcher, own())).toEqual(['c', 'a', 'b']);
  });

  it('hands out what is queued later after what waits', async () => {
    await queue('c', 'd');
    await queue('a', 'b');
    expect(await takeAll(dispatcher, own())).toEqual(['c', 'd', 'a', 'b']);
  });

  it('says everything about a repository that was said when it was queued', async () => {
    const one = repository({
      ...{ migration, source: 'it’s "web"', task: 'sync', wave: 'wave 1; DROP' },
      ...{ run: 'run-7', decided: '{"target":"web\\u0000"}' },
    });
    await dispatcher.queue([one]);
    expect(await take()).toMatchObject({ ...one, attempt: 1 });
  });

  it('leaves what waits or is active as it is', async () => {
    await queue('a', 'b');
    const taken = await take();
    await dispatcher.queue([
      repository({ migration, source: 'a', wave: 'other' }),
      repository({ migration, source: 'b', decided: '{"changed":true}' }),
      repository({ migration, source: 'b', task: 'verify' }),
    ]);
    expect(await take()).toMatchObject({ source: 'b', task: 'migrate', decided: '{}' });
    expect(await take()).toMatchObject({ source: 'b', task: 'verify' });
    expect(await dispatcher.take(own())).toBeNull();
    await taken.done();
    await queue('a');
    expect(await take()).toMatchObject({ source: 'a', attempt: 1 });
  });

  it('queues a repository once that is named twice', async () => {
    await queue('a', 'b', 'a');
    expect(await takeAll(dispatcher, own())).toEqual(['a', 'b']);
  });

  it('keeps the order over more than one batch', async () => {
    const sources = Array.from({ length: 2100 }, (_, index) => `r${index}`);
    await queue(...sources);
    const first: string[] = [];
    for (let count = 0; count < 20; count += 1) first.push((await take()).source);
    expect(first).toEqual(sources.slice(0, 20));
    expect((await dispatcher.counts(migration)).migrate).toMatchObject({
      queued: 2080,
      active: 20,
    });
  });

  it('hands out only the waves that are asked for, and all of them in order', async () => {
    const sources = [
      ['a', 'one'],
      ['b', 'two, with Ümlaut'],
      ['c', null],
      ['d', 'one'],
      ['e', 'two, with Ümlaut'],
    ] as const;
    const all = sources.map(([source, wave]) => repository({ migration, source, wave }));
    await dispatcher.queue(all);
    expect(await takeAll(dispatcher, own(['two, with Ümlaut']))).toEqual(['b', 'e']);
    expect(await takeAll(dispatcher, own(['.', 'three']))).toEqual([]);
    await dispatcher.queue(all);
    expect(await takeAll(dispatcher, own())).toEqual(['a', 'c', 'd', 'b', 'e']);
  });

  it('hands out every migration, or those that are asked for', async () => {
    await dispatcher.queue([repository({ migration: `${migration}/x`, source: 'other' })]);
    await queue('a');
    expect(await takeAll(dispatcher, own())).toEqual(['a']);
    expect(await dispatcher.take({ migrations: [], waves: null })).toBeNull();
    expect(await takeAll(dispatcher)).toEqual(['other']);
  });

  it('keeps every text but what PostgreSQL cannot hold, and no secret', async () => {
    const texts = fc.record({
      source: fc.string({ unit: anyCharacter }),
      wave: fc.option(fc.string({ unit: 'grapheme' })),
      before: fc.string({ unit: anyCharacter }),
      secret: fc.stringMatching(/^[\w:"\\/+-]{12,40}$/),
      reason: fc.string({ unit: anyCharacter }),
    });
    await fc.assert(
      fc.asyncProperty(texts, async ({ source, wave, before, secret, reason }) => {
        redactor.add(secret);
        try {
          const decided = JSON.stringify({ before, secret });
          const run = `run ${secret}`;
          await dispatcher.queue([repository({ migration, source, wave, run, decided })]);
          const taken = await take();
          const kept = source.replaceAll('\0', '\ufffd').toWellFormed();
          expect(taken.source).toBe(kept);
          await taken.putBack({ afterMilliseconds: 0, reason: `${reason} ${secret}` });
          await (await take()).giveUp(`${secret} ${reason}`);
          const { rows } = await query('SELECT to_jsonb(job)::text AS job FROM migrator_queue.job');
          const all = rows.map(({ job }) => job).join('\n');
          expect(all.includes(secret)).toBe(false);
          expect(all.includes(JSON.stringify(secret).slice(1, -1))).toBe(false);
        } finally {
          redactor.forget(secret);
        }
      }),
      { numRuns: 20 },
    );
  });
});

async function query(sql: string) {
  const client = await place.database.connect();
  try {
    return await client.query<Record<string, string>>(sql);
  } finally {
    await client.end();
  }
}

describe('a taken repository', () => {
  it('keeps its place when it is put back without a reason', async () => {
    await queue('a', 'b');
    await (await take()).putBack({ afterMilliseconds: 0 });
    expect(await take()).toMatchObject({ source: 'a', attempt: 2 });
  });

  it('goes behind all that wait when it is put back after a failure', async () => {
    await queue('a', 'b');
    await dispatcher.queue([repository({ migration, source: 'c', wave: 'later' })]);
    await (await take()).putBack({ afterMilliseconds: 0, reason: 'the host was down' });
    expect(await takeAll(dispatcher, own())).toEqual(['b', 'c', 'a']);
  });

  it('is not handed out before its time, by the clock of the database', async () => {
    await queue('a');
    await (await take()).putBack({ afterMilliseconds: 3_600_000 });
    expect(await dispatcher.take(own())).toBeNull();
    expect((await dispatcher.counts(migration)).migrate).toEqual({ ...none, queued: 1 });
    const { rows } = await query(
      `SELECT round(extract(epoch FROM start_after - now()) / 60) AS minutes
       FROM migrator_queue.job WHERE name = 'repository/${migration}/.'`,
    );
    expect(Number(rows[0]?.minutes)).toBe(60);
    await place.database.run(
      `UPDATE migrator_queue.job SET start_after = now() WHERE name = 'repository/${migration}/.'`,
    );
    expect(await takeAll(dispatcher, own())).toEqual(['a']);
  });

  it('is dead once given up, and starts over when it is queued again', async () => {
    await queue('a', 'b');
    await (await take()).giveUp('no such repository');
    expect((await dispatcher.counts(migration)).migrate).toEqual({ queued: 1, active: 0, dead: 1 });
    await queue('a');
    expect((await dispatcher.counts(migration)).migrate).toEqual({ ...none, queued: 2 });
    expect(await takeAll(dispatcher, own())).toEqual(['b', 'a']);
  });

  it('may be ended twice, and is not ended for another process that has taken it', async () => {
    await queue('a');
    const first = await take();
    await first.putBack({ afterMilliseconds: 0 });
    const second = await take();
    await first.done();
    await first.giveUp('late');
    await first.putBack({ afterMilliseconds: 3_600_000, reason: 'late' });
    expect((await dispatcher.counts(migration)).migrate).toEqual({ ...none, active: 1 });
    await second.done();
    await second.done();
    expect((await dispatcher.counts(migration)).migrate).toEqual(none);
  });
});

describe('many processes', () => {
  it('take each of 500 repositories exactly once', async () => {
    const sources = Array.from({ length: 500 }, (_, index) => `r${index}`);
    await queue(...sources);
    const others = await Promise.all(Array.from({ length: 8 }, () => place.open()));
    const taken = await Promise.all(others.map((one) => takeAll(one, own())));
    expect(taken.flat().sort()).toEqual(sources.toSorted());
  });
});

describe('clear and purge', () => {
  it('remove what waits of a task, and leave what is active', async () => {
    await queue('a', 'b');
    await dispatcher.queue([repository({ migration, source: 'a', task: 'verify' })]);
    const taken = await take();
    await dispatcher.clear(migration, 'migrate');
    const { migrate, verify } = await dispatcher.counts(migration);
    expect({ migrate, verify }).toEqual({
      migrate: { ...none, active: 1 },
      verify: { ...none, queued: 1 },
    });
    await dispatcher.clear(migration);
    expect((await dispatcher.counts(migration)).verify).toEqual(none);
    await taken.putBack({ afterMilliseconds: 0 });
    expect(await takeAll(dispatcher, own())).toEqual(['a']);
  });

  it('leave nothing of an ended migration, also while another process works on it', async () => {
    await queue('a', 'b');
    await (await take()).giveUp('gone');
    const taken = await take();
    await dispatcher.wakeAt({ migration, task: 'sync', run: 'r', decided: '{}', at: 0 });
    const other = await place.open();
    await other.purge(migration);
    const counts = await dispatcher.counts(migration);
    expect(Object.values(counts)).toEqual(dispatchedTasks.map(() => none));
    expect(await dispatcher.takeDue({ migrations: [migration] })).toBeNull();
    await taken.putBack({ afterMilliseconds: 0 });
    await taken.done();
    expect(await dispatcher.take(own())).toBeNull();
    await queue('c');
    expect(await takeAll(dispatcher, own())).toEqual(['c']);
  });
});

describe('waiting for more', () => {
  it('ends when a repository is queued that fits', async () => {
    const waiting = dispatcher.waitForMore(own(['one']), { milliseconds: 60_000 });
    const other = await place.open();
    await other.queue([repository({ migration, source: 'a', wave: 'one' })]);
    await waiting;
    expect(await dispatcher.take(own(['one']))).not.toBeNull();
  });

  it('ends with its signal and with its time', async () => {
    await dispatcher.waitForMore(own(), { milliseconds: 1 });
    const controller = new AbortController();
    const waiting = dispatcher.waitForMore(own(), {
      signal: controller.signal,
      milliseconds: 60_000,
    });
    controller.abort();
    await waiting;
    await dispatcher.waitForMore(own(), { signal: controller.signal, milliseconds: 60_000 });
  });
});

describe('a timer', () => {
  const timer = () => ({ migration, task: 'sync', run: 'r1', decided: '{"every":60}' }) as const;
  const due = () => dispatcher.takeDue({ migrations: [migration] });

  it('is due after its time, for one process', async () => {
    await dispatcher.wakeAt({ ...timer(), at: Date.now() + 3_600_000 });
    expect(await due()).toBeNull();
    await dispatcher.wakeAt({ ...timer(), at: Date.now() - 1000 });
    const taken = await due();
    expect(taken).toMatchObject(timer());
    expect(await due()).toBeNull();
    await taken?.done();
    expect(await due()).toBeNull();
  });

  it('is set again for the next round', async () => {
    await dispatcher.wakeAt({ ...timer(), at: 0 });
    await (await due())?.again(Date.now() - 1000);
    const second = await due();
    await second?.again(Date.now() + 3_600_000);
    await second?.again(0);
    expect(await due()).toBeNull();
    await dispatcher.clear(migration, 'sync');
    await place.database.run('UPDATE migrator_queue.job SET start_after = now()');
    const third = await due();
    expect(third).not.toBeNull();
    await dispatcher.forgetTimer(migration, 'sync');
    await third?.again(0);
    expect(await due()).toBeNull();
  });
});
