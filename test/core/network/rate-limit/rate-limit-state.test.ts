import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gitHubLimits } from '../../../../src/core/network/rate-limit/limits.ts';
import {
  freshRateLimitState,
  parseRateLimitState,
} from '../../../../src/core/network/rate-limit/rate-limit-state.ts';
import { bursty, reserve, start } from '../support/rate-limit-steps.ts';
import { create } from '../support/simulated-writing.ts';

describe('parseRateLimitState', () => {
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

  it('reads the windows of an earlier version under their current names', () => {
    const slots = [[start, 3]];
    const stored = {
      ...freshRateLimitState,
      windows: {
        'creating requests a minute': slots,
        'creating requests an hour': slots,
        'requests an hour': slots,
      },
    };
    const { windows } = parseRateLimitState(JSON.parse(JSON.stringify(stored)));
    const renamed = ['content-creating requests a minute', 'content-creating requests an hour'];
    expect(Object.keys(windows)).toEqual([...renamed, 'requests an hour']);
    // What was sent under the earlier names counts in the windows of today.
    const [minuteWindow] = renamed.map((name) =>
      gitHubLimits.windows.find((one) => one.name === name),
    );
    expect(minuteWindow).toBeDefined();
    const full = parseRateLimitState({
      ...freshRateLimitState,
      windows: { 'creating requests a minute': [[start, minuteWindow?.limit ?? 0]] },
    });
    expect(reserve(bursty, full, create, start).go).toBe(false);
    expect(reserve(bursty, freshRateLimitState, create, start).go).toBe(true);
  });
});
