import { describe, expect, it } from 'vitest';
import {
  bitbucketCloudLimits,
  gitHubEnterpriseServerLimits,
} from '../../../../src/core/network/rate-limit/limits.ts';
import { recordOutcome } from '../../../../src/core/network/rate-limit/next-request.ts';
import {
  freshRateLimitState,
  type RateLimitState,
} from '../../../../src/core/network/rate-limit/rate-limit-state.ts';
import { noteLimit } from '../../../../src/core/network/rate-limit/record-response.ts';
import { rateLimitShare } from '../../../../src/core/network/rate-limit/recovery.ts';
import {
  answered,
  bursty,
  client,
  hour,
  isAlive,
  minute,
  noteBudget,
  reserve,
  run,
  start,
} from '../support/rate-limit-steps.ts';
import { busiest, create, read } from '../support/simulated-writing.ts';

describe('what the headers of Bitbucket report', () => {
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

  it('leaves GitHub its 5,000 requests an hour where no header says what is left', () => {
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
