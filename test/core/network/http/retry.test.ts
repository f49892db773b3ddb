import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import {
  type AttemptFailure,
  decideRetry,
  type RetrySituation,
} from '../../../../src/core/network/http/retry.ts';

const now = 1_000_000;
const unavailable = new MigratorError('unavailable', 'it failed', { retry: 'yes' });
const transient: AttemptFailure = {
  kind: 'transient',
  error: unavailable,
  mayBeDone: true,
  retryAt: null,
};

function limit(until: number | null): AttemptFailure {
  const error = new MigratorError('rate-limit', 'too much');
  return { kind: 'limit', signal: { kind: 'secondary', reason: 'slow down', until }, error };
}

function decide(situation: Partial<RetrySituation>): ReturnType<typeof decideRetry> {
  return decideRetry({
    failure: transient,
    creates: false,
    transientFailures: 1,
    limitAnswers: 1,
    hasAnswered: true,
    limitBackoff: { startSeconds: 60, capSeconds: 600 },
    now,
    random: 0,
    ...situation,
  });
}

describe('decideRetry', () => {
  it('waits somewhere between nothing and a doubling ceiling, which ends at a minute', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (n, random) => {
          const decision = decide({ transientFailures: n, random });
          const until = decision.action === 'wait' ? decision.until : Number.NaN;
          expect(until).toBeGreaterThanOrEqual(now);
          expect(until).toBeLessThanOrEqual(now + Math.min(1000 * 2 ** (n - 1), 60_000));
        },
      ),
    );
  });

  it('waits at least as long as a failing host asks', () => {
    expect(decide({ failure: { ...transient, retryAt: now + 20_000 } })).toMatchObject({
      action: 'wait',
      until: now + 20_000,
    });
  });

  it('gives up after the sixth failure', () => {
    expect(decide({ transientFailures: 6 })).toEqual({ action: 'give-up', error: unavailable });
  });

  it('gives up at once where trying again changes nothing', () => {
    const error = new MigratorError('tls', 'no trust');
    const failure: AttemptFailure = { ...transient, error };
    expect(decide({ failure })).toEqual({ action: 'give-up', error });
  });

  it('sends a creating request again only if it cannot have been done', () => {
    expect(decide({ creates: true })).toMatchObject({
      action: 'give-up',
      error: { code: 'ambiguous-write' },
    });
    expect(decide({ creates: true, failure: { ...transient, mayBeDone: false } }).action).toBe(
      'wait',
    );
    expect(decide({ creates: true, failure: limit(null) }).action).toBe('wait');
  });

  it('doubles the wait for a limit from a minute to the cap where the host does not say', () => {
    const waits = [1, 2, 3, 4, 5, 6].map((limitAnswers) => {
      const decision = decide({ failure: limit(null), limitAnswers });
      return decision.action === 'wait' ? (decision.until - now) / 1000 : null;
    });
    expect(waits).toEqual([60, 120, 240, 480, 600, 600]);
  });

  it('adds up to a fifth to a wait that is its own guess, and up to a second to one that the host named', () => {
    const wait = (failure: AttemptFailure, random: number) => {
      const decision = decide({ failure, random });
      return decision.action === 'wait' ? decision.until - now : null;
    };
    expect(wait(limit(null), 1)).toBe(72_000);
    expect(wait(limit(now + 50_000), 1)).toBe(51_000);
    expect(wait(limit(now + 50_000), 0)).toBe(50_000);
  });

  it('believes the host, but not for ever', () => {
    const waits = [1, 2, 3, 4].map((limitAnswers) => {
      const decision = decide({ failure: limit(now + 5000), limitAnswers });
      return decision.action === 'wait' ? (decision.until - now) / 1000 : null;
    });
    expect(waits).toEqual([5, 5, 60, 120]);
    expect(decide({ failure: limit(now + 5000), limitAnswers: 10 }).action).toBe('give-up');
  });
});
