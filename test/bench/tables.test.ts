import { describe, expect, it } from 'vitest';
import { amountTable, figureTable } from '../../bench/document/tables.ts';

describe('tables', () => {
  it('marks a figure that misses its bound', () => {
    const baseline = [10, 10, 10];
    const text = figureTable([
      { name: 'fast', ours: [10, 11, 12], baseline, bound: 1.1 },
      { name: 'slow', ours: [10, 12, 14], baseline, bound: 1.1 },
    ]);
    const rows = text.split('\n').slice(2);
    expect(rows[0]).toMatch(/^\| fast .* 1\.10 .* kept /);
    expect(rows[1]).toMatch(/^\| slow .* 1\.20 .* \*\*MISSED\*\* /);
  });

  it('gives no verdict where there is no bound', () => {
    const text = figureTable([{ name: 'a', ours: [30], baseline: [10], bound: null }]);
    expect(text).not.toMatch(/kept|MISSED/);
  });

  it('pads columns, so that the text can be read as it is', () => {
    const amounts = [
      { name: 'peak memory', unit: 'MB', samples: [99.6, 120], bound: 150 },
      { name: 'requests', unit: 'requests', samples: [11], bound: 12 },
    ];
    const lines = amountTable(amounts).split('\n');
    expect(new Set(lines.map((line) => line.length)).size).toBe(1);
    expect(lines[2]).toContain('100 MB');
  });
});
