import { describe, expect, it } from 'vitest';
import { MigratorError } from '../../../src/core/kernel/errors.ts';
import { longestSilence, withinOutage } from '../../../src/core/network/http/outage.ts';
import { decideRetry } from '../../../src/core/network/http/retry.ts';

const outage = { since: 10_000, milliseconds: 6000 };

describe('withinOutage', () => {
  it('leaves a wait as it is that ends in time', () => {
    expect(withinOutage(12_000, 11_000, outage)).toBe(12_000);
  });

  it('shortens a wait so that the last attempt still has a second', () => {
    expect(withinOutage(40_000, 11_000, outage)).toBe(15_000);
  });

  it('gives up where no time is left for an attempt, and at once for a limit of 0', () => {
    expect(withinOutage(40_000, 15_000, outage)).toBeNull();
    expect(withinOutage(10_000, 10_000, { since: 10_000, milliseconds: 0 })).toBeNull();
  });
});

describe('longestSilence', () => {
  it('ends a running request with the outage', () => {
    expect(longestSilence(10_000, outage)).toBe(6000);
    expect(longestSilence(15_000, outage)).toBe(1000);
  });

  it('is no limit where nothing is waited for', () => {
    expect(longestSilence(0, { since: 0, milliseconds: 0 })).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('decideRetry', () => {
  const failure = {
    kind: 'transient',
    error: new MigratorError('unavailable', 'no answer', { retry: 'yes' }),
    mayBeDone: true,
    retryAt: null,
  } as const;
  const situation = {
    failure,
    creates: false,
    transientFailures: 5,
    hasAnswered: true,
    limitAnswers: 0,
    limitBackoff: { startSeconds: 60, capSeconds: 600 },
    random: 1,
    outage,
  };

  it('waits no longer than a host may be silent', () => {
    expect(decideRetry({ ...situation, now: 11_000 })).toMatchObject({ until: 15_000 });
    expect(decideRetry({ ...situation, now: 15_500 })).toEqual({
      action: 'give-up',
      error: failure.error,
    });
  });
});
