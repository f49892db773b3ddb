import { describe, expect, it } from 'vitest';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import { leaseMilliseconds } from '../../../../src/core/ports/records/migration.ts';
import { withWorkers } from '../../../../src/core/run/control/with-workers.ts';
import { commandsIn } from '../../../helpers/hints/areas.ts';
import { createHandClock, settled } from '../../clocks.ts';
import { modelStore } from '../../state/model-store.ts';

function machines() {
  const clock = createHandClock();
  const world = {
    ...{ migrations: new Map(), claims: new Map(), now: clock.now },
    ...{ isProcessAlive: () => true, hostname: 'one' },
  };
  const services = (hostname: string) => ({
    ...{ store: modelStore(world), clock, process: { pid: 1, hostname } },
  });
  const run = { terms: { workers: 8 }, workers: 6, asked: undefined, repositories: 100 };
  return { clock, world, one: { ...run, services: services('one') }, services, run };
}

describe('withWorkers', () => {
  it('gives a second machine what the first has left, and all of it after its end', async () => {
    const { one, services, run } = machines();
    const two = { ...run, services: services('two') };
    const seen: unknown[] = [];
    await withWorkers(one, async ({ workers }) => {
      seen.push(workers, await withWorkers(two, async (claimed) => claimed.workers));
    });
    seen.push(await withWorkers(two, async (claimed) => claimed.workers));
    expect(seen).toEqual([6, 2, 6]);
  });

  it('refuses what was asked for and is not left, and says how many there are', async () => {
    const { one, services, run } = machines();
    const asking = { ...run, services: services('two'), workers: 4, asked: 4 };
    const refused = await withWorkers(one, () => withWorkers(asking, async () => 'worked'));
    expect(refused).toMatchObject({
      code: 'license',
      message: expect.stringContaining('(8 in total, 4 requested)'),
    });
    expect(commandsIn(refused instanceof MigratorError ? (refused.hint ?? '') : '')).toEqual([
      ['status', '--list'],
    ]);
  });

  it('claims no more workers than there are repositories', async () => {
    const { one } = machines();
    expect(await withWorkers({ ...one, repositories: 2 }, async ({ workers }) => workers)).toBe(2);
    expect(await withWorkers({ ...one, repositories: 0 }, async ({ workers }) => workers)).toBe(1);
  });

  it('keeps its workers for as long as it works', async () => {
    const { one, clock, services, run } = machines();
    const two = { ...run, services: services('two') };
    await withWorkers({ ...one, workers: 8 }, async () => {
      await settled();
      await clock.pass(3 * leaseMilliseconds);
      expect(await withWorkers(two, async () => 'worked')).toMatchObject({ code: 'license' });
    });
  });

  it('learns that others took its workers while it was silent', async () => {
    const { one, clock, world } = machines();
    await withWorkers({ ...one, workers: 8 }, async ({ lost }) => {
      await settled();
      world.claims.clear();
      world.claims.set('another', {
        ...{ holder: 'another', pid: 2, hostname: 'two', workers: 8 },
        expiresAt: Number.POSITIVE_INFINITY,
      });
      await clock.pass(leaseMilliseconds);
      expect(lost.reason).toMatchObject({ code: 'license', retry: 'fatal' });
    });
    expect(world.claims.size).toBe(1);
  });
});
