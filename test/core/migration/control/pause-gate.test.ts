import { describe, expect, it } from 'vitest';
import { createGate } from '../../../../src/core/migration/control/pause-gate.ts';

function open() {
  let now = 0;
  const drain = new AbortController();
  const told: boolean[] = [];
  const gate = createGate({
    clock: { now: () => now },
    drain: drain.signal,
    onChange: (isClosed) => told.push(isClosed),
  });
  return { gate, drain, told, pass: (milliseconds: number) => (now += milliseconds) };
}

describe('a gate', () => {
  it('lets everybody through while it is open', async () => {
    await open().gate.pass();
  });

  it('holds those who come while it is closed, and lets all of them go', async () => {
    const { gate, told } = open();
    gate.close();
    const passed: string[] = [];
    const waiting = ['one', 'two'].map(async (name) => {
      await gate.pass();
      passed.push(name);
    });
    await Promise.resolve();
    expect(passed).toEqual([]);
    gate.open();
    await Promise.all(waiting);
    expect(passed).toEqual(['one', 'two']);
    expect(told).toEqual([true, false]);
  });

  it('counts how long it has been closed, all times together', () => {
    const { gate, pass } = open();
    gate.close();
    pass(1000);
    expect(gate.closedFor()).toBe(1000);
    gate.open();
    pass(5000);
    gate.close();
    pass(200);
    expect(gate.closedFor()).toBe(1200);
  });

  it('opens when the run is to end, and is not closed any more then', async () => {
    const { gate, drain } = open();
    gate.close();
    const waiting = gate.pass();
    drain.abort();
    await waiting;
    gate.close();
    expect(gate.isClosed()).toBe(false);
  });

  it('lets go of whoever is stopped', async () => {
    const { gate } = open();
    gate.close();
    const stop = new AbortController();
    const waiting = gate.pass(stop.signal);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'interrupted' });
    gate.open();
    await expect(gate.pass(stop.signal)).rejects.toMatchObject({ code: 'interrupted' });
  });
});
