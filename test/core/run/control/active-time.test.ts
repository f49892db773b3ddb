import { describe, expect, it } from 'vitest';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import { startActiveTime } from '../../../../src/core/work/pausing/active-time.ts';
import { createHandClock } from '../../clocks.ts';

function start(milliseconds = 60_000) {
  const clock = createHandClock();
  const run = new AbortController();
  const active = startActiveTime({ clock, milliseconds, repository: 'api', signal: run.signal });
  return { clock, run, active };
}

describe('the active time of a repository', () => {
  it('ends with a time-out that names the repository, the time and what to change', async () => {
    const { clock, active } = start();
    await clock.pass(59_999);
    expect(active.signal.aborted).toBe(false);
    await clock.pass(1);
    expect(active.signal.reason).toBeInstanceOf(MigratorError);
    expect(active.signal.reason).toMatchObject({
      code: 'time-out',
      message: 'Timeout: api did not finish within 60 seconds',
      hint: 'Raise migration.timeout_seconds and resume, or use migration.shallow_clone and shallow_depth.',
      retry: 'yes',
    });
  });

  it('says one second as one', async () => {
    const { clock, active } = start(1000);
    await clock.pass(1000);
    expect(active.signal.reason).toMatchObject({
      message: 'Timeout: api did not finish within 1 second',
    });
  });

  it('lasts as much longer as it was extended, also several times', async () => {
    const { clock, active } = start();
    await clock.pass(50_000);
    active.extend(100_000);
    await clock.pass(60_000);
    active.extend(5_000);
    await clock.pass(54_999);
    expect(active.signal.aborted).toBe(false);
    await clock.pass(1);
    expect(active.signal.aborted).toBe(true);
  });

  it('never ends once it was stopped, and leaves no timer behind', async () => {
    const { clock, active } = start();
    expect(clock.sleeping).toBe(1);
    active.stop();
    await clock.pass(1_000_000);
    expect(active.signal.aborted).toBe(false);
    expect(clock.sleeping).toBe(0);
  });

  it("ends as the run's own signal does, with its reason, also after it was stopped", () => {
    for (const isStopped of [false, true]) {
      const { run, active } = start();
      if (isStopped) active.stop();
      const reason = new MigratorError('credentials', 'revoked');
      run.abort(reason);
      expect(active.signal.reason).toBe(reason);
      active.stop();
    }
  });

  it('has ended at once where the run has', () => {
    const signal = AbortSignal.abort('over');
    const clock = createHandClock();
    const active = startActiveTime({ clock, milliseconds: 1000, repository: 'api', signal });
    expect(active.signal.aborted).toBe(true);
    active.stop();
  });
});
