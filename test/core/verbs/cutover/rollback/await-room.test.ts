import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../../../src/core/kernel/clock.ts';
import type { BudgetView } from '../../../../../src/core/network/budgets.ts';
import {
  createRoomGate,
  findShort,
} from '../../../../../src/core/verbs/cutover/rollback/await-room.ts';
import { expectRollback } from '../../../../../src/core/verbs/cutover/rollback/expect-rollback.ts';

const budget = (host: string, left: number, limit: number, resetAt: number | null = null) =>
  ({ host, name: 'requests an hour', used: limit - left, limit, resetAt }) satisfies BudgetView;

const expected = [
  { hostname: 'bitbucket', each: 10 },
  { hostname: 'github', each: 40 },
];

/** Time passes only in sleeps. */
function clockAt(start: number): Clock {
  let now = start;
  return {
    now: () => now,
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted();
      now += milliseconds;
    },
  };
}

function gateWith(clock: Clock, budgets: (now: number) => readonly BudgetView[]) {
  const waits: { readonly host: string; readonly until: number }[] = [];
  const services = {
    ...{ clock, waitingClock: clock },
    reportWait: ({ host, until }: { host: string; until: number }) => waits.push({ host, until }),
  };
  const enter = createRoomGate({ services, expected, budgets: async () => budgets(clock.now()) });
  return { enter, waits };
}

const { signal } = new AbortController();

describe('the room for one more repository of a rollback', () => {
  it('counts those in progress, and never asks for more than a host ever allows', () => {
    const budgets = [budget('bitbucket', 25, 1000, 70), budget('github', 5000, 5000, 90)];
    expect(findShort(budgets, { expected, many: 2 })).toBe(null);
    expect(findShort(budgets, { expected, many: 3 })).toEqual({ host: 'bitbucket', resetAt: 70 });
    const small = [budget('bitbucket', 8, 8)];
    expect(findShort(small, { expected, many: 1 })).toBe(null);
    expect(findShort([], { expected, many: 9 })).toBe(null);
  });

  it('lets a repository begin at once where both hosts allow it', async () => {
    const { enter, waits } = gateWith(clockAt(0), () => [budget('bitbucket', 20, 1000)]);
    await enter(signal);
    await enter(signal);
    expect(waits).toEqual([]);
  });

  it('holds it back until enough requests are free', async () => {
    const clock = clockAt(0);
    const freeAt = 90_000;
    const { enter, waits } = gateWith(clock, (now) => [
      budget('bitbucket', now < freeAt ? 9 : 10, 1000, freeAt),
    ]);
    const leave = await enter(signal);
    expect(clock.now()).toBe(freeAt);
    expect(waits).toEqual([
      { host: 'bitbucket', until: 60_000 },
      { host: 'bitbucket', until: freeAt },
    ]);
    leave();
    await enter(signal);
    expect(clock.now()).toBe(freeAt);
  });

  it('ends the wait with the run, and after the longest span of a limit', async () => {
    const ended = new AbortController();
    ended.abort(new Error('stop'));
    const full = () => [budget('bitbucket', 0, 1000)];
    await expect(gateWith(clockAt(0), full).enter(ended.signal)).rejects.toMatchObject({
      code: 'interrupted',
    });
    const clock = clockAt(0);
    await gateWith(clock, full).enter(signal);
    expect(clock.now()).toBe(61 * 60_000);
  });
});

describe('what a rollback is expected to take', () => {
  const given = {
    ...{ ready: 100, locked: 100, compared: 100, checkMilliseconds: 60_000, checkRequests: 1200 },
    source: { kind: 'bitbucket-cloud', hostname: 'bitbucket' },
    target: { hostname: 'github' },
  } as const;

  it('follows from its check, and adds the wait for the tighter limit', () => {
    const budgets = [budget('bitbucket', 400, 1000), budget('github', 4000, 5000)];
    expect(expectRollback({ ...given, budgets })).toEqual({
      ...{ minutes: 32, waits: 30 },
      source: {
        ...{ hostname: 'bitbucket', each: 9, requests: 900, budget: { left: 400, limit: 1000 } },
      },
      target: {
        ...{ hostname: 'github', each: 20, requests: 2000, budget: { left: 4000, limit: 5000 } },
      },
    });
  });

  it('needs nothing of the source where nothing is locked', () => {
    const { source, waits } = expectRollback({ ...given, locked: 0, budgets: [] });
    expect(source).toMatchObject({ each: 0, requests: 0 });
    expect(waits).toBe(0);
  });
});
