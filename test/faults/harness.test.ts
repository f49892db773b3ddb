import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { killPoint } from './chance/kill-points.ts';
import { createRandomFaults } from './chance/random-faults.ts';

describe('a migration that is killed again and again while one request in ten fails', () => {
  it('loses nothing, doubles nothing and is found clean', { timeout: 300_000 }, async () => {
    // As `npm run faults` does it, which is no run of Vitest.
    const { VITEST: _, ...env } = process.env;
    const options = '--kills 3 --rate 0.1 --seed short --workspace small --json'.split(' ');
    const harness = [new URL('run.ts', import.meta.url).pathname, ...options];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, harness, { env });
    const totals = JSON.parse(stdout);
    expect(totals, stderr).toMatchObject({ kills: 3, lost: 0, doubled: 0 });
    expect(totals.faults).toBeGreaterThan(0);
  });
});

describe('a repair after a cut-over that is killed', () => {
  it('leaves targets as open as they were, and forgets nothing', { timeout: 300_000 }, async () => {
    const { VITEST: _, ...env } = process.env;
    const options = '--cut-over-repair --kills 2 --seed short --workspace small --json'.split(' ');
    const harness = [new URL('run.ts', import.meta.url).pathname, ...options];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, harness, { env });
    expect(JSON.parse(stdout), stderr).toMatchObject({ kills: 2, lost: 0, other_findings: 0 });
  });
});

describe('a seed', () => {
  const request = { host: 'github', method: 'GET', target: '/user' } as const;

  /** Draws the faults of the same request, asked so often. */
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
