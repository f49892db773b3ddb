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
  recordOutcome,
  reserve as reserveAt,
} from '../../../../src/core/network/rate-limit/next-request.ts';
import {
  freshRateLimitState,
  parseRateLimitState,
  type RateLimitState,
} from '../../../../src/core/network/rate-limit/rate-limit-state.ts';
import {
  type HostBudget,
  noteBudget as note,
  noteLimit,
} from '../../../../src/core/network/rate-limit/record-response.ts';
import { rateLimitShare } from '../../../../src/core/network/rate-limit/recovery.ts';

import { type Arrival, busiest, change, create, read } from '../support/simulated-writing.ts';

const start = Date.UTC(2026, 10, 20, 12);
const minute = 60_000;
const hour = 60 * minute;

/** GitHub without the second between writes, which its windows are seen without. */
const bursty: RateLimits = { ...gitHubLimits, writeInterval: 0 };

const client = 'one';
const isAlive = () => true;

function reserve(limits: RateLimits, state: RateLimitState, request: LimitedRequest, now: number) {
  return reserveAt(limits, state, { request, client, now, isAlive });
}

/** The state after the answer to a request that was sent at `from`. */
function answered(
  limits: RateLimits,
  state: RateLimitState,
  request: LimitedRequest,
  { from, now, budget = null }: { from: number; now: number; budget?: HostBudget | null },
): RateLimitState {
  const outcome = { enteredAt: from, answered: true, budget, limit: null };
  return recordOutcome(limits, state, { request, client, now, isAlive }, outcome);
}

function budgetOf(told: Partial<HostBudget>): HostBudget {
  return { limit: null, remaining: null, resetAt: null, resource: '', isNearLimit: false, ...told };
}

function noteBudget(
  limits: RateLimits,
  state: RateLimitState,
  told: Partial<HostBudget>,
  now = start,
) {
  return note(limits, state, budgetOf(told), now);
}

/** Sends requests in order, each as soon as it is wanted and allowed. */
function run(
  limits: RateLimits,
  wanted: Iterable<{ readonly after: number; readonly request: LimitedRequest }>,
  state: RateLimitState = freshRateLimitState,
): readonly Arrival[] {
  const sent: Arrival[] = [];
  let now = start;
  let current = state;
  for (const { after, request } of wanted) {
    now += after;
    for (;;) {
      const reservation = reserve(limits, current, request, now);
      if (reservation.go) {
        current = answered(limits, reservation.state, request, { from: now, now });
        break;
      }
      expect(reservation.until).toBeGreaterThan(now);
      now = reservation.until;
    }
    sent.push({ at: now, request });
  }
  return sent;
}

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

describe('what the headers of Bitbucket tell', () => {
  function sentAtOnce(state: RateLimitState): number {
    const sent = run(bitbucketCloudLimits, Array(12_000).fill({ after: 0, request: read }), state);
    return sent.filter(({ at }) => at === start).length;
  }

  it.each([
    [0, 60],
    [3, 60],
    [9_000_000_000_000_000, 10_000],
  ])('is believed within what the host documents: a limit of %i', (limit, believed) => {
    expect(sentAtOnce(noteBudget(bitbucketCloudLimits, freshRateLimitState, { limit }))).toBe(
      believed,
    );
  });

  it('is taken of the resource that has the least', () => {
    let state = noteBudget(bitbucketCloudLimits, freshRateLimitState, {
      limit: 5000,
      resource: 'raw',
    });
    state = noteBudget(bitbucketCloudLimits, state, { limit: 2000, resource: 'repositories' });
    expect(sentAtOnce(state)).toBe(2000);
  });

  it('counts what others have sent once it says that little is left', () => {
    const state = noteBudget(bitbucketCloudLimits, freshRateLimitState, { isNearLimit: true });
    expect(sentAtOnce(state)).toBe(200);
    expect(sentAtOnce(noteBudget(bitbucketCloudLimits, state, { isNearLimit: true }))).toBe(200);
  });

  it('stops at what is left, until the seconds that it names are over', () => {
    const resetAt = start + 745_000;
    const state = noteBudget(bitbucketCloudLimits, freshRateLimitState, {
      limit: 60,
      remaining: 2,
      resetAt,
    });
    const sent = run(bitbucketCloudLimits, Array(3).fill({ after: 0, request: read }), state);
    expect(sent.map(({ at }) => at)).toEqual([start, start, resetAt + 1000]);
  });
});

describe('noteBudget', () => {
  it('takes resets that differ by the moment of reading for one', () => {
    let state = noteBudget(bursty, freshRateLimitState, { remaining: 5, resetAt: start + hour });
    state = noteBudget(bursty, state, { remaining: 9, resetAt: start + hour + 800 });
    expect(state.budget).toEqual({ remaining: 5, resetAt: start + hour });
    state = noteBudget(bursty, state, { remaining: 7, resetAt: start + minute });
    expect(state.budget?.remaining).toBe(5);
    state = noteBudget(bursty, state, { remaining: 4999, resetAt: start + 2 * hour });
    expect(state.budget?.remaining).toBe(4999);
  });

  it('leaves GitHub its 5,000 requests an hour where no header tells what is left', () => {
    const wanted = Array(5001).fill({ after: 800, request: read });
    const held = (state: RateLimitState) => (run(bursty, wanted, state).at(-1)?.at ?? 0) - start;
    expect(held(freshRateLimitState)).toBeGreaterThan(hour + 5000);
    const told = { limit: 15_000, remaining: 15_000, resetAt: start + 1.05 * hour };
    const metered = noteBudget(bursty, freshRateLimitState, told, start + 1000);
    expect(held({ ...metered, meteredAt: start })).toBeLessThan(1.12 * hour);
  });

  it('stops holding Enterprise Server back an hour after the last header', () => {
    const told = { limit: 5000, remaining: 4999, resetAt: start + hour };
    const state = noteBudget(gitHubEnterpriseServerLimits, freshRateLimitState, told);
    const burst = [
      { after: 61 * minute, request: create },
      ...Array(300).fill({ after: 0, request: create }),
    ];
    expect(run(gitHubEnterpriseServerLimits, burst, state).at(-1)?.at).toBe(start + 61 * minute);
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

describe('noteLimit', () => {
  const limit = { kind: 'secondary', until: start + minute, reason: 'slow down' } as const;

  it('stops everything until the moment that the host named', () => {
    const state = noteLimit(freshRateLimitState, limit, start);
    expect(reserve(bursty, state, read, start)).toMatchObject({
      go: false,
      until: limit.until,
      reason: 'slow down',
      isBrief: false,
    });
    expect(reserve(bursty, state, read, limit.until).go).toBe(true);
  });

  it('stops only what creates when only creating was too much', () => {
    const state = noteLimit(freshRateLimitState, { ...limit, kind: 'content-creation' }, start);
    expect(reserve(bursty, state, create, start).go).toBe(false);
    expect(reserve(bursty, state, read, start).go).toBe(true);
  });

  it('halves the pace once for all who meet the same limit, and brings it back slowly', () => {
    let state = freshRateLimitState;
    for (const _ of Array(8)) state = noteLimit(state, limit, start);
    expect(rateLimitShare(state, limit.until)).toBe(0.5);
    expect(rateLimitShare(state, start + 10 * minute)).toBeCloseTo(0.7);
    expect(rateLimitShare(state, start + 25 * minute)).toBe(1);
    const sent = run(bursty, Array(41).fill({ after: 0, request: create }), state);
    const gaps = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1500);
  });

  it('spaces by the minute alone what it creates after a limit, and keeps to both windows', () => {
    const state = noteLimit(freshRateLimitState, { ...limit, kind: 'content-creation' }, start);
    const sent = run(bursty, Array(240).fill({ after: 0, request: create }), state);
    const gaps = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));
    // What is counted leaves the minute up to a hundredth late.
    expect(Math.max(...gaps)).toBeLessThanOrEqual(1500 + minute / 100);
    const slowly = sent.filter(({ at }) => at < limit.until + 4 * minute);
    expect(busiest(slowly, { unit: 'content', milliseconds: minute })).toBeLessThanOrEqual(40);
    const all = run(bursty, Array(900).fill({ after: 0, request: create }), state);
    expect(busiest(all, { unit: 'content', milliseconds: minute })).toBeLessThanOrEqual(80);
    expect(busiest(all, { unit: 'content', milliseconds: hour })).toBeLessThanOrEqual(500);
  });

  it('slows down further when it meets another limit, but never to a stop', () => {
    let state = freshRateLimitState;
    for (let round = 0; round < 6; round++) {
      const at = start + round * 2 * minute;
      state = noteLimit(state, { ...limit, until: at + minute }, at);
    }
    expect(rateLimitShare(state, start + 11 * minute)).toBe(0.125);
  });

  it('lets one request go first when the wait is over, and the others once that has gone well', () => {
    const first = reserve(bursty, noteLimit(freshRateLimitState, limit, start), read, limit.until);
    expect(first.go).toBe(true);
    expect(reserve(bursty, first.state, read, limit.until)).toMatchObject({
      go: false,
      isBrief: true,
    });
    const from = limit.until;
    const lost = recordOutcome(
      bursty,
      first.state,
      { request: read, client, isAlive, now: from + 1000 },
      { enteredAt: from, answered: false, budget: null, limit: null },
    );
    const second = reserve(bursty, lost, read, from + 1000);
    expect(second.go).toBe(true);
    expect(reserve(bursty, second.state, read, from + 1000).go).toBe(false);
    const fine = answered(bursty, second.state, read, { from: from + 1000, now: from + 2000 });
    for (const _ of [1, 2]) expect(reserve(bursty, fine, read, from + 2000).go).toBe(true);
  });

  it('does not take the answer to an earlier request for a sign that the limit is over', () => {
    const early = reserve(bursty, freshRateLimitState, read, start).state;
    const limited = noteLimit(early, limit, start + 10);
    const state = answered(bursty, limited, read, { from: start, now: start + 20 });
    const first = reserve(bursty, state, read, limit.until).state;
    expect(reserve(bursty, first, read, limit.until).go).toBe(false);
  });

  it('keeps its pace after the hourly budget was used up', () => {
    const state = noteLimit(freshRateLimitState, { ...limit, kind: 'primary' }, start);
    expect(rateLimitShare(state, start)).toBe(1);
  });
});

describe('parsePaceState', () => {
  it('reads back what was stored as JSON', () => {
    const reservation = reserve(bursty, freshRateLimitState, create, start);
    const state = reservation.go ? reservation.state : freshRateLimitState;
    expect(state).not.toEqual(freshRateLimitState);
    expect(parseRateLimitState(JSON.parse(JSON.stringify(state)))).toEqual(state);
  });

  it('starts afresh from anything else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (stored) => {
        expect(parseRateLimitState(stored)).toEqual(freshRateLimitState);
      }),
    );
  });
});
