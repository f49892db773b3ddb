import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ChainEnd, followChain } from '../../../../src/core/kernel/hash-chain.ts';
import { leaseMilliseconds, type Migration } from '../../../../src/core/ports/records/migration.ts';
import {
  type ClaimWriter,
  claimMilliseconds,
  type SharedRuns,
} from '../../../../src/core/ports/state/shared-run.ts';
import type { MigrationWriter, Store } from '../../../../src/core/ports/store.ts';
import type { StorePlace } from '../store-place.ts';
import { openDatabasePlaces } from './database-place.ts';

const migration: Migration = {
  id: 'mig_000000000001',
  planDigest: 'digest',
  planText: '{"version":1}',
  source: { kind: 'bitbucket-cloud', workspace: 'acme' },
  target: { organization: 'acme-org' },
  settings: '{}',
  status: 'pending',
  createdAt: 1000,
  updatedAt: 1000,
};
const run = { id: 'run-1', task: 'migrate', options: '{"workers":2}' } as const;
const coordinator = { pid: 100, hostname: 'here' };
const worker = { pid: 200, hostname: 'here' };
const elsewhere = { pid: 100, hostname: 'elsewhere' };
const ant = { migration: migration.id, run: run.id, source: 'ant' };

const places = openDatabasePlaces();
beforeAll(places.open);
afterAll(places.close);

describe('a run that several processes work on', () => {
  let place: StorePlace;
  let now: number;
  let alive: Set<number>;
  let opened: Store[];
  let held: MigrationWriter;

  beforeEach(async () => {
    opened = [];
    alive = new Set([100, 200, 300]);
    place = await places.openPlace();
    await moveTo(1_000_000);
    const store = open();
    await store.createMigration(migration, [
      { source: 'zebra', target: 'zebra' },
      { source: 'ant', target: 'ant' },
    ]);
    held = await store.acquire(migration.id, coordinator, 'migrate');
    await held.share?.(run);
  });
  afterEach(async () => {
    for (const store of opened) await store.close();
    await place[Symbol.asyncDispose]();
  });

  async function moveTo(time: number): Promise<void> {
    now = time;
    await place.setTime(time);
  }
  function open(): Store {
    const store = place.open({ now: () => now, isProcessAlive: (pid) => alive.has(pid) });
    opened.push(store);
    return store;
  }
  function shared(): SharedRuns {
    const { shared: runs } = open();
    if (runs === null) throw new Error('nothing is shared');
    return runs;
  }
  async function claimed(of = ant, holder = worker): Promise<ClaimWriter> {
    const claim = await shared().claim(of, holder);
    if (claim === null) throw new Error('it is taken');
    return claim;
  }

  it('is found by its migration until it ends', async () => {
    expect(await shared().listRuns()).toEqual([migration.id]);
    expect(await shared().findRun(migration.id)).toEqual(run);
    await held.share?.(null);
    expect(await shared().findRun(migration.id)).toBeNull();
    expect(await shared().listRuns()).toEqual([]);
  });

  it('gives each repository to one process at a time', async () => {
    const first = await claimed();
    expect(await shared().claim(ant, elsewhere)).toBeNull();
    expect(await shared().claim({ ...ant, source: 'zebra' }, elsewhere)).not.toBeNull();
    await first.release();
    expect(await shared().claim(ant, elsewhere)).not.toBeNull();
  });

  it('knows whose a repository was before', async () => {
    const first = await claimed();
    expect(first.previous).toBeNull();
    await first.release();
    const second = await claimed(ant, elsewhere);
    expect(second.previous).toBe(first.id);
    await moveTo(now + claimMilliseconds);
    expect((await claimed()).previous).toBe(second.id);
  });

  it('reports who works on what', async () => {
    await claimed();
    await claimed({ ...ant, source: 'zebra' }, elsewhere);
    expect(await shared().listClaims(migration.id)).toEqual([
      { source: 'ant', ...worker },
      { source: 'zebra', ...elsewhere },
    ]);
  });

  it('gives nothing to a process that has joined an earlier run', async () => {
    await held.share?.({ ...run, id: 'run-2' });
    expect(await shared().claim(ant, worker)).toBeNull();
    expect(await shared().claim({ ...ant, run: 'run-2' }, worker)).not.toBeNull();
  });

  it('gives a repository to another process when it was not renewed', async () => {
    const first = await claimed(ant, elsewhere);
    await moveTo(now + claimMilliseconds - 1);
    expect(await shared().claim(ant, worker)).toBeNull();
    await first.renew();
    await moveTo(now + claimMilliseconds - 1);
    expect(await shared().claim(ant, worker)).toBeNull();
    await moveTo(now + 1);
    const second = await claimed(ant, worker);
    const late = { status: 'succeeded' } as const;
    await expect(first.saveRepository('ant', late)).rejects.toMatchObject({ code: 'state' });
    await expect(first.renew()).rejects.toMatchObject({ code: 'state' });
    await second.saveRepository('ant', { status: 'running' });
    const states = await open().listRepositories(migration.id);
    expect(states.find(({ source }) => source === 'ant')?.status).toBe('running');
  });

  it('gives the repository of a dead process of the same machine away at once', async () => {
    await claimed(ant, worker);
    alive.delete(worker.pid);
    expect(await shared().listClaims(migration.id)).toEqual([]);
    expect(await shared().claim(ant, { pid: 300, hostname: 'here' })).not.toBeNull();
  });

  it('goes on when its coordinator goes, and another coordinator takes it up', async () => {
    const claim = await claimed();
    await held.release();
    await claim.saveRepository('ant', { status: 'running' });
    const next = await open().acquire(migration.id, elsewhere, 'migrate');
    expect(await shared().findRun(migration.id)).toEqual(run);
    await next.share?.({ ...run, id: 'run-2' });
    await claim.saveRepository('ant', { status: 'succeeded' });
  });

  describe('whose coordinator keeps repositories back', () => {
    const zebra = { ...ant, source: 'zebra' };
    const bee = { ...ant, source: 'bee' };
    const seven = { targetId: '7', targetUrl: 'https://github.example/7' };

    it('lets others go on with what was begun or worked on, and begin nothing', async () => {
      await held.addRepositories([{ source: 'bee', target: 'bee' }], '{}');
      const begun = await claimed(zebra);
      await begun.recordIntent('zebra', 'repository', '1');
      await begun.release();
      const working = await claimed(ant, elsewhere);
      await moveTo(now + 1);
      expect(await held.keepBack?.(true)).toEqual({ isShared: true, working: ['ant'] });
      expect(await shared().claim(bee, worker)).toBeNull();
      expect(await shared().isKeptBack(migration.id, 'bee')).toBe(true);
      expect(await shared().claim(zebra, worker)).not.toBeNull();
      expect(await shared().isKeptBack(migration.id, 'zebra')).toBe(false);
      await working.saveRepository('ant', { status: 'running' });
      // The process that works on it is lost in the meantime.
      await moveTo(now + claimMilliseconds);
      await held.renew();
      expect(await shared().claim(ant, worker)).not.toBeNull();
      expect(await shared().claim({ ...ant, source: '' }, worker)).not.toBeNull();
    });

    it('lets others begin what was started over no more than anything else', async () => {
      const begun = await claimed(zebra);
      await begun.recordIntent('zebra', 'repository', '1');
      await begun.recordResult('zebra', 'repository', '1', seven);
      await begun.release();
      await held.resetRepositories(['zebra']);
      expect(await held.keepBack?.(true)).toEqual({ isShared: true, working: [] });
      expect(await shared().claim(zebra, worker)).toBeNull();
    });

    it.each([
      ['lets them go', async () => held.keepBack?.(false)],
      ['shares the run', async () => held.share?.(run)],
      ['leaves', async () => held.release()],
      ['dies', async () => moveTo(now + leaseMilliseconds)],
    ])('gives them to others once it %s', async (_how, end) => {
      await held.keepBack?.(true);
      expect(await shared().claim(ant, worker)).toBeNull();
      await end();
      expect(await shared().isKeptBack(migration.id, 'ant')).toBe(false);
      expect(await shared().claim(ant, worker)).not.toBeNull();
    });

    it('lets no claim slip in that it does not see', async () => {
      for (let round = 0; round < 20; round += 1) {
        const [kept, claim] = await Promise.all([
          held.keepBack?.(true),
          shared().claim(ant, worker),
        ]);
        expect(kept?.working).toEqual(claim === null ? [] : ['ant']);
        await claim?.release();
        await held.keepBack?.(false);
      }
    });
  });

  it('keeps the migration from any other command while a worker is at work', async () => {
    const claim = await claimed();
    await held.release();
    await expect(open().acquire(migration.id, elsewhere)).rejects.toMatchObject({
      code: 'state',
      message: expect.stringContaining('process 200 on here'),
    });
    expect(await shared().findRun(migration.id)).toEqual(run);
    await claim.release();
    await open().acquire(migration.id, elsewhere);
    expect(await shared().findRun(migration.id)).toBeNull();
    expect(await shared().claim(ant, worker)).toBeNull();
  });

  it('lets those go on alone that work on what the next coordinator is to do', async () => {
    const claim = await claimed();
    await held.release();
    await expect(open().acquire(migration.id, elsewhere, 'sync')).rejects.toMatchObject({
      message: expect.stringContaining('process 200 on here'),
    });
    const same = await open().acquire(migration.id, elsewhere, 'migrate');
    await same.release();
    await claim.release();
    await open().acquire(migration.id, elsewhere, 'sync');
    expect(await shared().findRun(migration.id)).toBeNull();
  });

  it('lets no claim slip in while another command takes the migration', async () => {
    for (let round = 0; round < 20; round += 1) {
      await held.release();
      const [taken, claim] = await Promise.all([
        open()
          .acquire(migration.id, elsewhere)
          .catch(() => null),
        shared().claim(ant, worker),
      ]);
      expect(taken === null || claim === null).toBe(true);
      await claim?.release();
      await taken?.release();
      held = await open().acquire(migration.id, coordinator);
      await held.share?.(run);
    }
  });

  it('passes on to a worker, at its next renewal, what a person wants', async () => {
    const claim = await claimed();
    expect(await claim.renew()).toEqual({ isHeld: false, isSkipped: false });
    await shared().tell(migration.id, { kind: 'hold' });
    await shared().tell(migration.id, { kind: 'skip', source: 'ant' });
    expect(await claim.renew()).toEqual({ isHeld: true, isSkipped: true });
    await shared().tell(migration.id, { kind: 'resume' });
    await claim.release();
    expect(await (await claimed()).renew()).toEqual({ isHeld: false, isSkipped: false });
  });

  it('keeps what people want at other processes until its coordinator takes it, once and in order', async () => {
    await shared().leaveWish(migration.id, { kind: 'retry', source: 'zebra' });
    await shared().leaveWish(migration.id, { kind: 'hold' });
    await shared().leaveWish(migration.id, { kind: 'skip', source: 'ant' });
    expect(await shared().takeWishes(migration.id)).toEqual([
      { kind: 'retry', source: 'zebra' },
      { kind: 'hold' },
      { kind: 'skip', source: 'ant' },
    ]);
    expect(await shared().takeWishes(migration.id)).toEqual([]);
  });

  it('chains the record of writes over all who write at the same time', async () => {
    const writers = [held, await claimed(), await claimed({ ...ant, source: 'zebra' }, elsewhere)];
    await Promise.all(
      writers.map(async (writer, who) => {
        for (let n = 0; n < 15; n += 1) await writer.appendAudit({ type: 'audit' }, [{ who, n }]);
      }),
    );
    const lines = await open().listAudit(migration.id, { after: 0, limit: 100 });
    let end: ChainEnd | null = null;
    const seen: unknown[] = [];
    for (const { text } of lines) {
      const next: ReturnType<typeof followChain> = followChain(end, text);
      if (typeof next === 'string') throw new Error(`line ${end?.line} ${next}`);
      end = next.end;
      seen.push(next.content.who);
    }
    expect(lines).toHaveLength(46);
    for (const who of [0, 1, 2]) expect(seen.filter((one) => one === who)).toHaveLength(15);
  });
});
