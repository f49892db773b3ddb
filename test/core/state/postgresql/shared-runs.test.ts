import { describe, expect, it } from 'vitest';
import { type ChainEnd, followChain } from '../../../../src/core/kernel/hash-chain.ts';
import { claimMilliseconds } from '../../../../src/core/ports/state/shared-run.ts';
import { elsewhere, here, migration, other } from '../contract/contract-place.ts';
import { ant, run, sharedRunForEach } from './shared-run-place.ts';

const place = sharedRunForEach();

describe('a run that several processes work on', () => {
  it('is found by its migration until it ends', async () => {
    expect(await place.shared().listRuns()).toEqual([migration.id]);
    expect(await place.shared().findRun(migration.id)).toEqual(run);
    await place.held.share?.(null);
    expect(await place.shared().findRun(migration.id)).toBeNull();
    expect(await place.shared().listRuns()).toEqual([]);
  });

  it('gives each repository to one process at a time', async () => {
    const first = await place.claimed();
    expect(await place.shared().claim(ant, elsewhere)).toBeNull();
    expect(await place.shared().claim({ ...ant, source: 'zebra' }, elsewhere)).not.toBeNull();
    await first.release();
    expect(await place.shared().claim(ant, elsewhere)).not.toBeNull();
  });

  it('knows whose a repository was before', async () => {
    const first = await place.claimed();
    expect(first.previous).toBeNull();
    await first.release();
    const second = await place.claimed(ant, elsewhere);
    expect(second.previous).toBe(first.id);
    await place.pass(claimMilliseconds);
    expect((await place.claimed()).previous).toBe(second.id);
  });

  it('reports who works on what', async () => {
    await place.claimed();
    await place.claimed({ ...ant, source: 'zebra' }, elsewhere);
    expect(await place.shared().listClaims(migration.id)).toEqual([
      { source: 'ant', ...other },
      { source: 'zebra', ...elsewhere },
    ]);
  });

  it('gives nothing to a process that has joined an earlier run', async () => {
    await place.held.share?.({ ...run, id: 'run-2' });
    expect(await place.shared().claim(ant, other)).toBeNull();
    expect(await place.shared().claim({ ...ant, run: 'run-2' }, other)).not.toBeNull();
  });

  it('gives a repository to another process when it was not renewed', async () => {
    const first = await place.claimed(ant, elsewhere);
    await place.pass(claimMilliseconds - 1);
    expect(await place.shared().claim(ant, other)).toBeNull();
    await first.renew();
    await place.pass(claimMilliseconds - 1);
    expect(await place.shared().claim(ant, other)).toBeNull();
    await place.pass(1);
    const second = await place.claimed(ant, other);
    const late = { status: 'succeeded' } as const;
    await expect(first.saveRepository('ant', late)).rejects.toMatchObject({ code: 'state' });
    await expect(first.renew()).rejects.toMatchObject({ code: 'state' });
    await second.saveRepository('ant', { status: 'running' });
    const states = await place.open().listRepositories(migration.id);
    expect(states.find(({ source }) => source === 'ant')?.status).toBe('running');
  });

  it('gives the repository of a dead process of the same machine away at once', async () => {
    await place.claimed(ant, other);
    place.alive.delete(other.pid);
    expect(await place.shared().listClaims(migration.id)).toEqual([]);
    expect(await place.shared().claim(ant, { pid: 300, hostname: 'here' })).not.toBeNull();
  });

  it('goes on when its coordinator goes, and another coordinator takes it up', async () => {
    const claim = await place.claimed();
    await place.held.release();
    await claim.saveRepository('ant', { status: 'running' });
    const next = await place.open().acquire(migration.id, elsewhere, 'migrate');
    expect(await place.shared().findRun(migration.id)).toEqual(run);
    await next.share?.({ ...run, id: 'run-2' });
    await claim.saveRepository('ant', { status: 'succeeded' });
  });

  it('keeps the migration from any other command while a worker is at work', async () => {
    const claim = await place.claimed();
    await place.held.release();
    await expect(place.open().acquire(migration.id, elsewhere)).rejects.toMatchObject({
      code: 'state',
      message: expect.stringContaining('process 200 on here'),
    });
    expect(await place.shared().findRun(migration.id)).toEqual(run);
    await claim.release();
    await place.open().acquire(migration.id, elsewhere);
    expect(await place.shared().findRun(migration.id)).toBeNull();
    expect(await place.shared().claim(ant, other)).toBeNull();
  });

  it('lets those go on alone that work on what the next coordinator is to do', async () => {
    const claim = await place.claimed();
    await place.held.release();
    await expect(place.open().acquire(migration.id, elsewhere, 'sync')).rejects.toMatchObject({
      message: expect.stringContaining('process 200 on here'),
    });
    const same = await place.open().acquire(migration.id, elsewhere, 'migrate');
    await same.release();
    await claim.release();
    await place.open().acquire(migration.id, elsewhere, 'sync');
    expect(await place.shared().findRun(migration.id)).toBeNull();
  });

  it('lets no claim slip in while another command takes the migration', async () => {
    let { held } = place;
    for (let round = 0; round < 20; round += 1) {
      await held.release();
      const [taken, claim] = await Promise.all([
        place
          .open()
          .acquire(migration.id, elsewhere)
          .catch(() => null),
        place.shared().claim(ant, other),
      ]);
      expect(taken === null || claim === null).toBe(true);
      await claim?.release();
      await taken?.release();
      held = await place.open().acquire(migration.id, here);
      await held.share?.(run);
    }
  });

  it('passes on to a worker, at its next renewal, what a person wants', async () => {
    const claim = await place.claimed();
    expect(await claim.renew()).toEqual({ isPaused: false, isSkipped: false });
    await place.shared().announce(migration.id, { kind: 'hold' });
    await place.shared().announce(migration.id, { kind: 'skip', source: 'ant' });
    expect(await claim.renew()).toEqual({ isPaused: true, isSkipped: true });
    await place.shared().announce(migration.id, { kind: 'resume' });
    await claim.release();
    expect(await (await place.claimed()).renew()).toEqual({ isPaused: false, isSkipped: false });
  });

  it('keeps what people want at other processes until its coordinator takes it, once and in order', async () => {
    await place.shared().leaveRequest(migration.id, { kind: 'retry', source: 'zebra' });
    await place.shared().leaveRequest(migration.id, { kind: 'hold' });
    await place.shared().leaveRequest(migration.id, { kind: 'skip', source: 'ant' });
    expect(await place.shared().takeRequests(migration.id)).toEqual([
      { kind: 'retry', source: 'zebra' },
      { kind: 'hold' },
      { kind: 'skip', source: 'ant' },
    ]);
    expect(await place.shared().takeRequests(migration.id)).toEqual([]);
  });

  it('chains the record of writes over all who write at the same time', async () => {
    const writers = [
      place.held,
      await place.claimed(),
      await place.claimed({ ...ant, source: 'zebra' }, elsewhere),
    ];
    await Promise.all(
      writers.map(async (writer, who) => {
        for (let n = 0; n < 15; n += 1) await writer.appendAudit({ type: 'audit' }, [{ who, n }]);
      }),
    );
    const lines = await place.open().listAudit(migration.id, { after: 0, limit: 100 });
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
