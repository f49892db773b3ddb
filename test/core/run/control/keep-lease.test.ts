import { describe, expect, it } from 'vitest';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import { leaseMilliseconds } from '../../../../src/core/ports/records/migration.ts';
import { StateLost } from '../../../../src/core/ports/state/shared-run.ts';
import type { MigrationWriter } from '../../../../src/core/ports/store.ts';
import { keepLease } from '../../../../src/core/run/control/keep-lease.ts';
import { createHandClock, settled } from '../../clocks.ts';

function start(
  renew: () => Promise<void> = async () => {},
  checkLease: () => Promise<void> = async () => {},
) {
  const clock = createHandClock();
  const calls: string[] = [];
  const writer = {
    checkLease,
    async renew() {
      calls.push('renew');
      await renew();
    },
    async release() {
      calls.push('release');
    },
  } as Partial<MigrationWriter> as MigrationWriter;
  return { clock, calls, lease: keepLease({ writer, clock }) };
}

describe('keepLease', () => {
  it('renews the lease well before it ends, for as long as it is needed, and gives it back', async () => {
    const { clock, calls, lease } = start();
    await settled();
    await clock.pass(3 * leaseMilliseconds);
    expect(calls.length).toBeGreaterThanOrEqual(6);
    await lease.stop();
    expect(calls.at(-1)).toBe('release');
    const before = calls.length;
    await clock.pass(leaseMilliseconds);
    expect(calls).toHaveLength(before);
  });

  it('is lost when half of it has passed without an answer, although the database never refuses', async () => {
    const { clock, calls, lease } = start(() => new Promise(() => {}));
    await settled();
    await clock.pass(leaseMilliseconds / 2 - 1);
    expect(lease.lost.aborted).toBe(false);
    await clock.pass(1);
    expect(lease.lost.reason).toBeInstanceOf(StateLost);
    await lease.stop();
    expect(calls).toEqual(['renew']);
  });

  it('says why when it could not be renewed, and gives back nothing that is not its own', async () => {
    const taken = new MigratorError('state', 'taken over', { retry: 'fatal' });
    const { clock, calls, lease } = start(() => Promise.reject(taken));
    await settled();
    await clock.pass(leaseMilliseconds);
    expect(lease.lost.reason).toBe(taken);
    await lease.stop();
    expect(calls).toEqual(['renew']);
  });

  it('is lost as soon as a check finds that another process has taken over', async () => {
    const taken = new MigratorError('state', 'taken over', { retry: 'fatal' });
    const { calls, lease } = start(undefined, () => Promise.reject(taken));
    await expect(lease.check()).rejects.toBe(taken);
    expect(lease.lost.reason).toBe(taken);
    await lease.stop();
    expect(calls).toEqual([]);
  });
});
