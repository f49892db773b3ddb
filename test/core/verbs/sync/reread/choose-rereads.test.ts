import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  oldestFirst,
  oldestReadAt,
  spareRequests,
} from '../../../../../src/core/verbs/sync/reread/choose-rereads.ts';

describe('inTurn', () => {
  it('puts those first that were never read, then the oldest look', () => {
    const times = new Map([
      [1, 30],
      [2, 10],
      [4, 20],
    ]);
    expect(oldestFirst([1, 2, 3, 4, 5], times)).toEqual([3, 5, 2, 4, 1]);
    expect(oldestReadAt([1, 2, 4], times)).toBe(10);
    expect(oldestReadAt([1, 3], times)).toBe(0);
  });

  it('reads each of them before any of them a second time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 20 }),
        (many, each) => {
          const closed = Array.from({ length: many }, (_, index) => index + 1);
          const times = new Map<number, number>();
          for (let time = 1; time <= Math.ceil(many / each); time += 1) {
            for (const number of oldestFirst(closed, times).slice(0, each)) times.set(number, time);
          }
          expect([...times.keys()].toSorted((a, b) => a - b)).toEqual(closed);
        },
      ),
    );
  });
});

describe('spareRequests', () => {
  const budget = (used: number, limit = 1000, host = 'a') => ({ host, used, limit });

  it('is half of what the host leaves, without what the look at all repositories takes', () => {
    const budgets = [budget(200), budget(0, 50, 'b')];
    expect(spareRequests({ budgets, host: 'a', repositories: 100 })).toBe(200);
  });

  it('is nothing where little is left', () => {
    expect(spareRequests({ budgets: [budget(990)], host: 'a', repositories: 10 })).toBe(0);
    expect(spareRequests({ budgets: [budget(2000)], host: 'a', repositories: 0 })).toBe(0);
  });

  it('has an end where the host limits nobody', () => {
    expect(spareRequests({ budgets: [], host: 'a', repositories: 5000 })).toBe(300);
  });
});
