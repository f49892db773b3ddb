import { describe, expect, it } from 'vitest';
import { createPauseGate } from '../../../../src/core/work/pausing/pause-gate.ts';

function open() {
  let now = 0;
  const drain = new AbortController();
  const told: boolean[] = [];
  const pauseGate = createPauseGate({
    clock: { now: () => now },
    drain: drain.signal,
    onChange: (isClosed) => told.push(isClosed),
  });
  return { pauseGate, drain, told, pass: (milliseconds: number) => (now += milliseconds) };
}

describe('a gate', () => {
  it('lets everybody through while it is open', async () => {
    await open().pauseGate.pass();
  });

  it('holds those who come while it is closed, and lets all of them go', async () => {
    const { pauseGate, told } = open();
    pauseGate.close();
    const passed: string[] = [];
    const waiting = ['one', 'two'].map(async (name) => {
      await pauseGate.pass();
      passed.push(name);
    });
    await Promise.resolve();
    expect(passed).toEqual([]);
    pauseGate.open();
    await Promise.all(waiting);
    expect(passed).toEqual(['one', 'two']);
    expect(told).toEqual([true, false]);
  });

  it('counts how long it has been closed, all times together', () => {
    const { pauseGate, pass } = open();
    pauseGate.close();
    pass(1000);
    expect(pauseGate.closedFor()).toBe(1000);
    pauseGate.open();
    pass(5000);
    pauseGate.close();
    pass(200);
    expect(pauseGate.closedFor()).toBe(1200);
  });

  it('opens when the run is to end, and is not closed any more then', async () => {
    const { pauseGate, drain } = open();
    pauseGate.close();
    const waiting = pauseGate.pass();
    drain.abort();
    await waiting;
    pauseGate.close();
    expect(pauseGate.isClosed()).toBe(false);
  });

  it('releases those that are stopped', async () => {
    const { pauseGate } = open();
    pauseGate.close();
    const stop = new AbortController();
    const waiting = pauseGate.pass(stop.signal);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'interrupted' });
    pauseGate.open();
    await expect(pauseGate.pass(stop.signal)).rejects.toMatchObject({ code: 'interrupted' });
  });
});
