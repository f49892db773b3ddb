import { describe, expect, it } from 'vitest';
import { runHarness } from './harness.ts';
import { killPoint } from './kill-points.ts';
import { createRandomFaults } from './random-faults.ts';
import { isClean, reportLines, totalsOf } from './report.ts';

describe('a migration that is killed again and again while one request in ten fails', () => {
  it('loses nothing, doubles nothing and is found clean', { timeout: 300_000 }, async () => {
    const said: string[] = [];
    const harness = await runHarness({
      seed: 'short',
      kills: 3,
      rate: 0.1,
      migrations: 1,
      atOnce: 1,
      workspace: 'small',
      keep: null,
      say: (line) => said.push(line),
    });
    const totals = totalsOf(harness);
    expect(isClean(totals), [...said, ...reportLines(harness)].join('\n')).toBe(true);
    expect(totals.kills).toBe(3);
    expect(totals.faults).toBeGreaterThan(0);
  });
});

describe('a seed', () => {
  const request = { host: 'github', method: 'GET', target: '/user' } as const;

  /** What befalls the same request, asked so often. */
  function fates(seed: string, rate: number): (string | null)[] {
    const { choose } = createRandomFaults({ seed, rate });
    return Array.from({ length: 1000 }, () => choose(request)?.kind ?? null);
  }

  it('decides which requests fail, and how', () => {
    expect(fates('1', 0.1)).toEqual(fates('1', 0.1));
    expect(fates('1', 0.1)).not.toEqual(fates('2', 0.1));
  });

  it('lets as many of them fail as the rate says, in every way', () => {
    const struck = fates('1', 0.1).filter((kind) => kind !== null);
    expect(struck.length).toBeGreaterThan(70);
    expect(struck.length).toBeLessThan(130);
    expect(new Set(struck)).toEqual(
      new Set(['status', 'reset', 'lost-answer', 'truncate', 'html', 'slow']),
    );
  });

  it('decides when the program is killed', () => {
    const points = (seed: string) =>
      Array.from({ length: 20 }, (_, run) => killPoint({ seed, run, workspace: 'sample' }));
    expect(points('1')).toEqual(points('1'));
    expect(points('1')).not.toEqual(points('2'));
  });
});
