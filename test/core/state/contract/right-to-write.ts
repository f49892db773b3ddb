import { describe, expect, it } from 'vitest';
import { leaseMilliseconds } from '../../../../src/core/ports/records/migration.ts';
import { type ContractPlace, elsewhere, here, migration, other } from './contract-place.ts';

/** Who may write to a migration, and how many workers of a license each process may have. */
export function rightToWrite(at: ContractPlace): void {
  const { again, begun, moveTo } = at;

  it('refuses a second writer while the first lives, naming it', async () => {
    const store = await begun();
    await store.acquire(migration.id, here);
    await expect(again().acquire(migration.id, other)).rejects.toMatchObject({
      code: 'state',
      message: expect.stringContaining('process 100 on here'),
    });
    await expect(again().acquire(migration.id, elsewhere)).rejects.toMatchObject({
      code: 'state',
    });
  });

  it('gives the right to write on once it was released', async () => {
    const store = await begun();
    await (await store.acquire(migration.id, here)).release();
    await expect(again().acquire(migration.id, other)).resolves.toBeDefined();
  });

  it('takes over from a dead process of this machine at once, from another machine when the time is over', async () => {
    const store = await begun();
    await store.acquire(migration.id, here);
    at.alive.delete(here.pid);
    await expect(again().acquire(migration.id, elsewhere)).rejects.toMatchObject({
      code: 'state',
    });
    await expect(again().acquire(migration.id, other)).resolves.toBeDefined();
    await moveTo(at.now + leaseMilliseconds);
    await expect(again().acquire(migration.id, elsewhere)).resolves.toBeDefined();
  });

  it('lets one that was taken over write nothing any more', async () => {
    const store = await begun();
    const zombie = await store.acquire(migration.id, here);
    await moveTo(at.now + leaseMilliseconds);
    const heir = await again().acquire(migration.id, other);
    await heir.saveRepository('ant', { status: 'succeeded' });
    await expect(heir.checkLease()).resolves.toBeUndefined();
    const writes = [
      () => zombie.saveRepository('ant', { status: 'failed' }),
      () => zombie.saveStep('ant', { name: 'push', status: 'done', summary: null, data: null }),
      () => zombie.recordIntents('ant', 'repository', ['{1}']),
      () => zombie.forgetIntent('ant', 'repository', '{1}'),
      () => zombie.resetRepositories(['ant']),
      () => zombie.addRepositories([{ source: 'bee', target: 'bee' }], '{}'),
      () => zombie.forgetRepository('ant'),
      () => zombie.setStatus('failed'),
      () => zombie.checkLease(),
      () => zombie.renew(),
      () => zombie.release(),
    ];
    for (const write of writes)
      await expect(write()).rejects.toMatchObject({ code: 'state', retry: 'fatal' });
    const ant = (await store.listRepositories(migration.id)).at(1);
    expect(ant?.status).toBe('succeeded');
  });

  it('keeps the right to write as long as it is renewed', async () => {
    const store = await begun();
    const writer = await store.acquire(migration.id, elsewhere);
    for (let round = 0; round < 5; round += 1) {
      await moveTo(at.now + leaseMilliseconds / 2);
      await writer.renew();
    }
    await expect(again().acquire(migration.id, here)).rejects.toMatchObject({ code: 'state' });
  });

  describe('of the workers that a license allows', () => {
    const some = { least: 1, most: 5, allowed: 8 };

    it('gives each process of any machine what the others leave', async () => {
      const first = await again().claimWorkers(here, some);
      const second = await again().claimWorkers(elsewhere, some);
      expect([first?.workers, second?.workers]).toEqual([5, 3]);
      expect(await again().claimWorkers(other, some)).toBeNull();
      await first?.release();
      expect((await again().claimWorkers(other, { ...some, most: 9 }))?.workers).toBe(5);
    });

    it('gives nothing rather than fewer than the least', async () => {
      await again().claimWorkers(elsewhere, some);
      expect(await again().claimWorkers(here, { ...some, least: 4 })).toBeNull();
      expect((await again().claimWorkers(here, { ...some, least: 3 }))?.workers).toBe(3);
    });

    it('does not count what is not renewed, nor a dead process of this machine', async () => {
      const silent = await again().claimWorkers(elsewhere, some);
      await again().claimWorkers(here, { ...some, most: 3 });
      at.alive.delete(here.pid);
      const heir = await again().claimWorkers(other, some);
      expect(heir?.workers).toBe(3);
      await moveTo(at.now + leaseMilliseconds / 2);
      await silent?.renew();
      await moveTo(at.now + leaseMilliseconds / 2);
      expect((await again().claimWorkers(other, some))?.workers).toBe(3);
      await expect(heir?.renew()).rejects.toMatchObject({ code: 'license', retry: 'fatal' });
      await moveTo(at.now + leaseMilliseconds / 2);
      expect((await again().claimWorkers(other, { ...some, most: 2 }))?.workers).toBe(2);
      await expect(silent?.renew()).rejects.toMatchObject({ code: 'license', retry: 'fatal' });
    });
  });
}
