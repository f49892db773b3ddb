import { describe, expect, it } from 'vitest';
import type { Wait } from '../../../../src/core/journal/wait-until-visible.ts';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import type { RunEvent } from '../../../../src/core/ports/records/events.ts';
import type { StepState } from '../../../../src/core/ports/records/migration.ts';
import type { RepositoryContext } from '../../../../src/core/replica/context/migration-context.ts';
import type { Step, StepOutcome } from '../../../../src/core/replica/context/step.ts';
import { runStep } from '../../../../src/core/run/repositories/run-step.ts';
import { createHandClock, settled } from '../../clocks.ts';

const done: StepOutcome = { status: 'done', summary: '3 refs' };
const passing = new MigratorError('unavailable', 'the connection broke', { retry: 'yes' });

/** Runs a step that behaves, at each entry, as the next of these says. */
function run(
  entries: readonly (StepOutcome | Error | ((context: RepositoryContext) => StepOutcome))[],
  name: Step['name'] = 'push',
  outageMilliseconds = 900_000,
) {
  const clock = createHandClock();
  const events: RunEvent[] = [];
  const saved: StepState[] = [];
  const waits: Wait[] = [];
  const stop = new AbortController();
  let entered = 0;
  const step: Step = {
    name,
    async run(context) {
      const entry = entries[entered];
      entered += 1;
      if (entry === undefined) throw new Error('entered too often');
      if (entry instanceof Error) throw entry;
      return typeof entry === 'function' ? entry(context) : entry;
    },
  };
  const context = {
    clock,
    waitingClock: clock,
    records: { findObject: async () => null },
    sourceRepository: { id: '{1}' },
    planned: { source: 'api', target: 'api', visibility: 'private' },
    source: { hostname: 'source.example' },
    target: { hostname: 'target.example' },
    signal: stop.signal,
    reportWait: (wait: Wait) => waits.push(wait),
  } as unknown as RepositoryContext;
  const emit = (event: RunEvent) => void events.push(event);
  const save = async (state: StepState) => void saved.push(state);
  const result = runStep({ step, context, save, emit, outageMilliseconds, stepsDone: 0 });
  result.catch(() => {});
  return { clock, events, saved, waits, stop, result, entered: () => entered };
}

describe('runStep', () => {
  it('records that a step runs and how it ended, and reports both', async () => {
    const { events, saved, result } = run([{ ...done, lfsObjects: 2 }]);
    await result;
    expect(saved.map(({ status, summary, data }) => [status, summary, data])).toEqual([
      ['running', null, null],
      ['done', '3 refs', JSON.stringify({ lfsObjects: 2 })],
    ]);
    expect(events.map(({ type }) => type)).toEqual(['step-started', 'step-finished']);
  });

  it('enters a step again after 2 and after 8 seconds when a host has a passing fault', async () => {
    const { clock, waits, result, entered } = run([passing, passing, done]);
    await settled();
    await clock.pass(1999);
    expect(entered()).toBe(1);
    await clock.pass(1);
    expect(entered()).toBe(2);
    await clock.pass(7999);
    expect(entered()).toBe(2);
    await clock.pass(1);
    await result;
    expect(entered()).toBe(3);
    expect(waits.map(({ host, reason }) => [host, reason])).toEqual([
      ['target.example', 'the connection broke'],
      ['target.example', 'the connection broke'],
    ]);
  });

  it('fails with the third fault', async () => {
    const { clock, saved, result, entered } = run([passing, passing, passing]);
    await settled();
    await clock.pass(20_000);
    await expect(result).rejects.toMatchObject({ code: 'unavailable', message: passing.message });
    expect(entered()).toBe(3);
    expect(saved.at(-1)?.status).toBe('failed');
  });

  it('names the source as what is waited for while it fetches', async () => {
    const { clock, waits, result } = run([passing, done], 'fetch');
    await settled();
    await clock.pass(2000);
    await result;
    expect(waits.map(({ host }) => host)).toEqual(['source.example']);
  });

  it.each([
    new MigratorError('refused', 'no'),
    new MigratorError('unavailable', 'never', { retry: 'no' }),
  ])('fails at once with what does not pass by itself: $message', async (error) => {
    const { saved, result, entered } = run([error]);
    await expect(result).rejects.toBe(error);
    expect(entered()).toBe(1);
    expect(saved.at(-1)?.status).toBe('failed');
  });

  it('waits longer and longer for a limit of which git cannot say how long it lasts', async () => {
    const limit = new MigratorError('rate-limit', 'too much', { retry: 'yes' });
    const { clock, result, entered } = run([limit, limit, done]);
    await settled();
    await clock.pass(4999);
    expect(entered()).toBe(1);
    await clock.pass(1);
    expect(entered()).toBe(2);
    await clock.pass(30_000);
    await result;
    expect(entered()).toBe(3);
  });

  it('waits for a limit no longer because there were faults before, and fails for no fault because of limits', async () => {
    const limit = new MigratorError('rate-limit', 'too much', { retry: 'yes' });
    const { clock, result, entered } = run([passing, limit, limit, passing, done]);
    await settled();
    for (const [index, pause] of [2000, 5000, 30_000, 8000].entries()) {
      await clock.pass(pause - 1);
      expect(entered()).toBe(index + 1);
      await clock.pass(1);
    }
    await result;
    expect(entered()).toBe(5);
  });

  it('goes back to pending when the run is stopped while it waits', async () => {
    const { stop, saved, result } = run([passing]);
    await settled();
    const reason = new MigratorError('interrupted', 'Interrupted');
    stop.abort(reason);
    await expect(result).rejects.toBe(reason);
    expect(saved.at(-1)?.status).toBe('pending');
  });

  it('reports the first progress, the last and a few a second of what is between', async () => {
    const { events, result } = run([
      ({ reportProgress }) => {
        for (let count = 1; count <= 1000; count += 1) {
          reportProgress({ done: count, total: 1000, unit: 'objects', what: 'sending' });
        }
        return done;
      },
    ]);
    await result;
    const told = events.flatMap((event) =>
      event.type === 'step-progress' ? [event.progress.done] : [],
    );
    expect(told).toEqual([1, 1000]);
  });

  it('tries no longer than a host may be silent, counted from the first request without an answer', async () => {
    const { clock, waits, result, entered } = run([passing, passing, passing], 'push', 6000);
    await settled();
    await clock.pass(60_000);
    await expect(result).rejects.toMatchObject({
      code: 'unavailable',
      silentSince: expect.any(Number),
    });
    expect(waits.at(-1)?.until).toBe((waits[0]?.until ?? 0) + 3000);
    expect(entered()).toBe(3);
  });
});
