import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LimitedRequest } from '../../../../src/core/network/rate-limit/in-flight.ts';
import {
  bitbucketCloudLimits,
  gitHubEnterpriseServerLimits,
  gitHubLimits,
  type RateLimits,
} from '../../../../src/core/network/rate-limit/limits.ts';
import {
  freshRateLimitState,
  type RateLimitState,
} from '../../../../src/core/network/rate-limit/rate-limit-state.ts';
import { noteLimit } from '../../../../src/core/network/rate-limit/record-response.ts';
import {
  answered,
  budgetOf,
  bursty,
  hour,
  minute,
  noteBudget,
  reserve,
  run,
  start,
} from '../support/rate-limit-steps.ts';
import { busiest, change, create, read } from '../support/simulated-writing.ts';

const pattern = fc.array(
  fc.record({
    times: fc.integer({ min: 1, max: 400 }),
    after: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 0, max: 2000 }),
      fc.integer({ min: 0, max: 20 * minute }),
    ),
    request: fc.constantFrom(read, change, create),
  }),
  { maxLength: 6 },
);

function* unrolled(
  bursts: readonly { times: number; after: number; request: LimitedRequest }[],
): Generator<{ after: number; request: LimitedRequest }> {
  for (const { times, after, request } of bursts) {
    for (let index = 0; index < times; index++) {
      yield { after: index === 0 ? after : after % 997, request };
    }
  }
}

describe('reserve', () => {
  it.each([
    ['GitHub', gitHubLimits],
    ['Bitbucket Cloud', bitbucketCloudLimits],
  ])('never lets more through to %s than is documented, in any window', (_host, limits) => {
    fc.assert(
      fc.property(pattern, (bursts) => {
        const sent = run(limits, unrolled(bursts));
        for (const window of limits.windows) {
          expect(busiest(sent, window)).toBeLessThanOrEqual(window.limit);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('names the limit that holds a request back as its gauge does', () => {
    const slots = [[start, 900]] as const;
    const full: RateLimitState = { ...freshRateLimitState, windows: { 'points a minute': slots } };
    expect(reserve(gitHubLimits, full, read, start)).toMatchObject({
      ...{ go: false, limit: 'points', reason: 'limit of 900 points a minute reached' },
    });
  });

  it('lets a whole window through at once', () => {
    const sent = run(bursty, Array(81).fill({ after: 0, request: create }));
    expect(sent.filter(({ at }) => at === start)).toHaveLength(80);
    expect(sent[80]?.at).toBeGreaterThanOrEqual(start + minute);
    expect(sent[80]?.at).toBeLessThanOrEqual(start + 1.02 * minute);
  });

  it('keeps a second between two requests that write to GitHub, creating or not', () => {
    const wanted = [create, change, read, create, change].map((request) => ({ after: 0, request }));
    const sent = run(gitHubLimits, wanted).map(({ at }) => at - start);
    expect(sent).toEqual([0, 1000, 1000, 2000, 3000]);
  });

  it('keeps content-creating requests as far apart as a calibration has found, and no others', () => {
    const wanted = [create, change, read, create, create].map((request) => ({ after: 0, request }));
    const limits = { ...gitHubLimits, contentInterval: 5000 };
    expect(run(limits, wanted).map(({ at }) => at - start)).toEqual([0, 1000, 1000, 5000, 10_000]);
  });

  it('counts a review as many times as its host does', () => {
    const review = { ...create, contentUnits: 40 };
    const sent = run(bursty, Array(3).fill({ after: 0, request: review }));
    expect(sent.map(({ at }) => at >= start + minute)).toEqual([false, false, true]);
  });

  it('counts the second from the answer of a slow write', () => {
    const first = reserve(gitHubLimits, freshRateLimitState, change, start).state;
    const state = answered(gitHubLimits, first, change, { from: start, now: start + 800 });
    const next = reserve(gitHubLimits, state, create, start + 900);
    expect(next).toMatchObject({ go: false, isBrief: true, until: start + 1800 });
    expect(reserve(gitHubLimits, state, create, start + 1800).go).toBe(true);
  });

  it('leaves writes to an Enterprise Server that limits as close as they come', () => {
    const metered = noteBudget(gitHubEnterpriseServerLimits, freshRateLimitState, {
      limit: 5000,
      remaining: 4999,
      resetAt: start + hour,
    });
    const wanted = Array(20).fill({ after: 0, request: change });
    expect(run(gitHubEnterpriseServerLimits, wanted, metered).at(-1)?.at).toBe(start);
  });

  it('spends 100 s more on 2,100 creating requests than the hourly limit alone would', () => {
    const wanted = Array(2100).fill({ after: 0, request: create });
    const took = (limits: RateLimits) => (run(limits, wanted).at(-1)?.at ?? 0) - start;
    expect(took(gitHubLimits) - took(bursty)).toBeLessThanOrEqual(100_000);
  });

  it('uses at least 98 % of what GitHub lets be created over hours', () => {
    const sent = run(bursty, Array(2100).fill({ after: 0, request: create }));
    const inFourHours = sent.filter(({ at }) => at < start + 4 * hour);
    expect(inFourHours.length).toBeGreaterThanOrEqual(0.98 * 4 * 500);
    expect(inFourHours.length).toBeLessThanOrEqual(4 * 500);
  });

  it('holds Enterprise Server back only once it has shown that it limits', () => {
    const burst = Array(300).fill({ after: 0, request: create });
    expect(run(gitHubEnterpriseServerLimits, burst).at(-1)?.at).toBe(start);
    const metered = noteBudget(gitHubEnterpriseServerLimits, freshRateLimitState, {
      limit: 5000,
      remaining: 4999,
      resetAt: start + hour,
    });
    const refused = noteLimit(
      freshRateLimitState,
      { kind: 'content-creation', until: start + minute, reason: 'slow down' },
      start,
    );
    for (const state of [metered, refused]) {
      const sent = run(gitHubEnterpriseServerLimits, burst, state);
      expect(sent.at(-1)?.at).toBeGreaterThan(start + 2 * minute);
    }
  });

  it('never spends more than the headers leave, and goes on after the reset', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 50 }),
        (limit, more) => {
          let state: RateLimitState = freshRateLimitState;
          let now = start;
          let used = 0;
          let resetAt = start + hour;
          for (let index = 0; index < limit + more; index++) {
            const reservation = reserve(bursty, state, read, now);
            if (!reservation.go) {
              expect(reservation.until).toBe(resetAt + 1000);
              now = reservation.until;
              index--;
              continue;
            }
            if (now >= resetAt) {
              used = 0;
              resetAt = now + hour;
            }
            used++;
            expect(used).toBeLessThanOrEqual(limit);
            const remaining = limit - used;
            const budget = budgetOf({ limit, remaining, resetAt });
            state = answered(bursty, reservation.state, read, { from: now, now, budget });
          }
        },
      ),
    );
  });

  it('counts requests under way against the budget that an older answer told', () => {
    const budget = { limit: 5000, remaining: 2, resetAt: start + hour };
    let state = noteBudget(bursty, freshRateLimitState, budget);
    for (const _ of [1, 2]) {
      const reservation = reserve(bursty, state, read, start);
      state = reservation.go ? reservation.state : state;
    }
    state = noteBudget(bursty, state, budget);
    expect(reserve(bursty, state, read, start).go).toBe(false);
  });

  it('takes the limit that Bitbucket names for a token', () => {
    const state = noteBudget(bitbucketCloudLimits, freshRateLimitState, {
      limit: 4000,
      remaining: null,
      resetAt: null,
    });
    const sent = run(bitbucketCloudLimits, Array(4001).fill({ after: 0, request: read }), state);
    expect(sent.filter(({ at }) => at === start)).toHaveLength(4000);
  });
});

describe('requests under way', () => {
  it('count in every window until they are answered, however long that takes', () => {
    let state: RateLimitState = freshRateLimitState;
    for (const _ of Array(80)) {
      const reservation = reserve(bursty, state, create, start);
      expect(reservation.go).toBe(true);
      state = reservation.state;
    }
    const later = start + 1.5 * minute;
    expect(reserve(bursty, state, create, later)).toMatchObject({ go: false, isBrief: true });
    state = answered(bursty, state, create, { from: start, now: later });
    const next = reserve(bursty, state, create, later);
    expect(next).toMatchObject({ go: false, isBrief: false });
    expect(next.go || next.until).toBeGreaterThanOrEqual(later + minute);
  });

  it('of a client that has died count as sent when that is noticed', () => {
    let state: RateLimitState = freshRateLimitState;
    for (const _ of Array(80)) state = reserve(bursty, state, create, start).state;
    const noticed = start + 2 * minute;
    const { state: buried } = reserve(bursty, state, create, noticed);
    expect(buried.underWay).toEqual({});
    expect(reserve(bursty, buried, create, noticed + 0.9 * minute).go).toBe(false);
    expect(reserve(bursty, buried, create, noticed + 1.1 * minute).go).toBe(true);
  });
});

describe('a clock that was wrong', () => {
  it('holds nothing up with what it noted for years to come', () => {
    const future = start + 4 * 365 * 24 * hour;
    let state = noteLimit(
      freshRateLimitState,
      { kind: 'secondary', until: future + minute, reason: 'slow down' },
      future,
    );
    state = noteBudget(bursty, state, { remaining: 0, resetAt: future + hour }, future);
    for (const _ of Array(80)) state = reserve(bursty, state, create, future).state;
    expect(reserve(bursty, state, create, start).go).toBe(true);
  });
});
