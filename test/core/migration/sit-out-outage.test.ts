import { describe, expect, it } from 'vitest';
import { type ErrorCode, MigratorError } from '../../../src/core/errors.ts';
import type { MigrationContext } from '../../../src/core/migration/migration-context.ts';
import { sitOutOutage } from '../../../src/core/migration/sit-out-outage.ts';
import { createHandClock, settled } from '../clocks.ts';

const minute = 60_000;
const failed = new MigratorError('unavailable', 'the fetch broke off', { retry: 'yes' });

/** @param answers what the hosts give, by the time since the beginning */
function start(answers: { source: () => ErrorCode | null; target: () => ErrorCode | null }) {
  const clock = createHandClock();
  const waits: { host: string; milliseconds: number }[] = [];
  const stop = new AbortController();
  const host = (hostname: string, answer: () => ErrorCode | null) => ({
    hostname,
    async verifyCredentials() {
      const code = answer();
      if (code !== null) throw new MigratorError(code, `${hostname} says ${code}`);
    },
  });
  const context = {
    source: host('source.example', answers.source),
    target: host('target.example', answers.target),
    plan: { source: { workspace: 'acme' } },
    clock,
    waitingClock: clock,
    outageMilliseconds: 15 * minute,
    reportWait: (wait: { until: number; host: string }) =>
      waits.push({ host: wait.host, milliseconds: wait.until - clock.now() }),
  } as unknown as MigrationContext;
  const ended = sitOutOutage({ context, error: failed, signal: stop.signal });
  return { clock, waits, stop, ended };
}

const fine = () => null;

describe('sitOutOutage', () => {
  it('waits for nothing while both hosts answer, whatever they answer', async () => {
    const { ended, waits } = start({ source: fine, target: () => 'credentials' });
    expect(await ended).toBe('answers');
    expect(waits).toEqual([]);
  });

  it('keeps looking through ten minutes without a network, telling every wait, and goes on', async () => {
    let gone = true;
    const silent = () => (gone ? 'unavailable' : null);
    const { clock, ended, waits } = start({ source: silent, target: silent });
    await settled();
    await clock.pass(10 * minute);
    gone = false;
    await clock.pass(minute);
    expect(await ended).toBe('over');
    expect(waits.slice(0, 5).map(({ milliseconds }) => milliseconds)).toEqual([
      5000, 10_000, 20_000, 40_000, 60_000,
    ]);
    expect(waits.every(({ host }) => host === 'source.example')).toBe(true);
  });

  it('names the host that is silent, and gives up in the end for the whole run', async () => {
    const { clock, ended, waits } = start({ source: fine, target: () => 'unavailable' });
    const outcome = expect(ended).rejects.toMatchObject({
      code: 'unavailable',
      retry: 'fatal',
      message: 'target.example has not answered for 15 m 00 s',
      detail: 'the fetch broke off',
      hint: expect.stringContaining('resume'),
    });
    await settled();
    await clock.pass(16 * minute);
    await outcome;
    expect(waits.reduce((sum, { milliseconds }) => sum + milliseconds, 0)).toBe(15 * minute);
  });

  it('ends with the run', async () => {
    const { stop, ended } = start({ source: () => 'unavailable', target: fine });
    await settled();
    const reason = new MigratorError('interrupted', 'Interrupted');
    stop.abort(reason);
    await expect(ended).rejects.toBe(reason);
  });
});
