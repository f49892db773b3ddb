import { describe, expect, it } from 'vitest';
import { leaseMilliseconds } from '../../../../src/core/ports/records/migration.ts';
import { claimMilliseconds } from '../../../../src/core/ports/state/shared-run.ts';
import { elsewhere, migration, other } from '../contract/contract-place.ts';
import { ant, run, sharedRunForEach } from './shared-run-place.ts';

const place = sharedRunForEach();

describe('a run whose coordinator keeps repositories back', () => {
  const zebra = { ...ant, source: 'zebra' };
  const bee = { ...ant, source: 'bee' };
  const seven = { targetId: '7', targetUrl: 'https://github.example/7' };

  it('lets others go on with what was begun or worked on, and begin nothing', async () => {
    await place.held.addRepositories([{ source: 'bee', target: 'bee' }], '{}');
    const begun = await place.claimed(zebra);
    await begun.recordIntents('zebra', 'repository', ['1']);
    await begun.release();
    const working = await place.claimed(ant, elsewhere);
    await place.pass(1);
    expect(await place.held.keepBack?.(true)).toEqual({ isShared: true, working: ['ant'] });
    expect(await place.shared().claim(bee, other)).toBeNull();
    expect(await place.shared().isKeptBack(migration.id, 'bee')).toBe(true);
    expect(await place.shared().claim(zebra, other)).not.toBeNull();
    expect(await place.shared().isKeptBack(migration.id, 'zebra')).toBe(false);
    await working.saveRepository('ant', { status: 'running' });
    // The process that works on it is lost in the meantime.
    await place.pass(claimMilliseconds);
    await place.held.renew();
    expect(await place.shared().claim(ant, other)).not.toBeNull();
    expect(await place.shared().claim({ ...ant, source: '' }, other)).not.toBeNull();
  });

  it('lets others begin what was started over no more than anything else', async () => {
    const begun = await place.claimed(zebra);
    await begun.recordIntents('zebra', 'repository', ['1']);
    await begun.recordResult('zebra', 'repository', '1', seven);
    await begun.release();
    await place.held.resetRepositories(['zebra']);
    expect(await place.held.keepBack?.(true)).toEqual({ isShared: true, working: [] });
    expect(await place.shared().claim(zebra, other)).toBeNull();
  });

  it.each([
    ['lets them go', async () => place.held.keepBack?.(false)],
    ['shares the run', async () => place.held.share?.(run)],
    ['leaves', async () => place.held.release()],
    ['dies', async () => place.pass(leaseMilliseconds)],
  ])('gives them to others once it %s', async (_how, end) => {
    await place.held.keepBack?.(true);
    expect(await place.shared().claim(ant, other)).toBeNull();
    await end();
    expect(await place.shared().isKeptBack(migration.id, 'ant')).toBe(false);
    expect(await place.shared().claim(ant, other)).not.toBeNull();
  });

  it('lets no claim slip in that it does not see', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [kept, claim] = await Promise.all([
        place.held.keepBack?.(true),
        place.shared().claim(ant, other),
      ]);
      expect(kept?.working).toEqual(claim === null ? [] : ['ant']);
      await claim?.release();
      await place.held.keepBack?.(false);
    }
  });
});
