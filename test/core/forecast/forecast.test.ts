import { describe, expect, it } from 'vitest';
import { estimatedFacts, noFacts } from '../../../src/core/forecast/facts.ts';
import { forecast, writesOf } from '../../../src/core/forecast/forecast.ts';

const hour = 3_600_000;

function merged(total: number) {
  return { ...noFacts, total, states: { open: 0, merged: total, declined: 0, superseded: 0 } };
}

describe('a forecast', () => {
  it('adds up the requests of all repositories', () => {
    const { all, repositories } = forecast([
      { source: 'a', facts: merged(60) },
      { source: 'b', facts: merged(40) },
    ]);
    expect(all.facts.total).toBe(100);
    expect(all.costs.folded).toMatchObject({
      creating: 100,
      source: 2 + 120 + 1 + 80,
      merges: 100,
    });
    expect(repositories.map(({ costs }) => costs.folded.creating)).toEqual([60, 40]);
  });

  it('takes the time of the host that is slower', () => {
    // 2,250 requests to Bitbucket take longer than 1,000 creating ones to GitHub.
    const { folded } = forecast([{ source: 'a', facts: merged(1000) }]).times;
    expect(folded.mergedByPush / hour).toBeCloseTo((60 + 500 / 60) / 60);
    const read = forecast([{ source: 'a', facts: { ...merged(1000), withComments: 1000 } }]);
    expect(read.times.folded.mergedByPush / hour).toBeCloseTo(2.02);
  });

  it('divides reading among the tokens of the source, and names what takes longest then', () => {
    const inputs = [{ source: 'a', facts: { ...merged(1000), withComments: 1000 } }];
    const [one, four] = [1, 4].map(
      (sourceTokens) => forecast(inputs, { sourceTokens }).times.folded,
    );
    expect(one?.limitedBy).toBe('source-requests');
    expect(four?.limitedBy).toBe('content-creating');
    expect(four?.mergedByPush).toBeLessThan(one?.mergedByPush ?? 0);
    const unlimited = forecast(inputs, { targetIsLimited: false, sourceTokens: 2 }).times.folded;
    expect(unlimited).toMatchObject({ limitedBy: 'source-requests' });
    expect(unlimited.mergedByPush / hour).toBeCloseTo(1020 / 2000);
  });

  it('takes a second for each write, also of those that create nothing', () => {
    const facts = { ...merged(300), withReviewers: 300 };
    const { folded } = forecast([{ source: 'a', facts }]).times;
    expect(folded.mergedByPush).toBe(600_000);
  });

  it('adds the writes of settings and pipelines to the time of every mode, and not to the pull requests', () => {
    const besides = { reads: 50, writes: 200, creating: 100 };
    const whole = forecast([{ source: 'a', facts: merged(300) }], { besides });
    expect(whole.times.folded.mergedByPush).toBe(600_000);
    expect(whole.all.costs.folded.creating).toBe(300);
    expect(writesOf(whole, 'folded')).toBe(600);
    expect(forecast([], { besides }).times.folded.mergedByPush).toBe(300_000);
  });

  it('reckons with the limits of the source alone where the target has none', () => {
    const inputs = [{ source: 'a', facts: merged(1000) }];
    const { folded } = forecast(inputs, { targetIsLimited: false }).times;
    expect(folded.mergedByRequest).toBe(folded.mergedByPush);
    expect(folded.mergedByPush / hour).toBeCloseTo(1.02);
  });

  it('takes a minute for each merge by request, in each repository by itself', () => {
    const inputs = ['a', 'b'].map((source) => ({ source, facts: merged(120) }));
    const { folded } = forecast(inputs).times;
    expect(folded.mergedByRequest).toBe(2 * hour);
    expect(folded.mergedByPush).toBeLessThan(hour);
  });

  it('is an estimate as soon as anything is estimated or unknown', () => {
    const exact = { source: 'a', facts: merged(1) };
    expect(forecast([exact]).accuracy).toBe('exact');
    expect(forecast([exact, { source: 'b', facts: estimatedFacts(1) }]).accuracy).toBe('estimate');
    const withUnknown = forecast([exact, { source: 'b', facts: null }]);
    expect(withUnknown.accuracy).toBe('estimate');
    expect(withUnknown.unknown).toEqual(['b']);
    expect(withUnknown.all.facts.total).toBe(1);
  });

  it('of nothing is nothing', () => {
    const { all, times } = forecast([]);
    expect(all.facts.total).toBe(0);
    expect(times.threaded).toEqual({ mergedByPush: 0, mergedByRequest: 0, limitedBy: null });
  });
});
