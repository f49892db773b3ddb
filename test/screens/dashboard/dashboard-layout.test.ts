import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dashboardLayout } from '../../../src/screens/dashboard/lines/dashboard-layout.ts';
import { dashboardLines } from '../../../src/screens/dashboard/lines/dashboard-lines.ts';
import { lineWidth, plainText } from '../../../src/ui/text/line.ts';
import { full, glyphs } from './dashboard-of-events.ts';

describe('the dashboard', () => {
  it.each([
    [40, 15],
    [60, 20],
    [80, 24],
    [120, 40],
    [200, 50],
    [300, 100],
  ])('fits %i x %i with a row to spare for its keys', (columns, rows) => {
    const lines = dashboardLines(full, { width: columns - 1, height: rows - 2, glyphs });
    expect(lines.length).toBeLessThanOrEqual(rows - 3);
    for (const line of lines) {
      expect(lineWidth(line)).toBeLessThanOrEqual(columns - 1);
      expect(plainText(line)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
    }
    expect(lines.map(plainText).join('\n')).toContain('api');
  });
});

describe('the rows of the dashboard', () => {
  it.each([
    [
      6,
      {
        hasBar: false,
        hasRates: false,
        budgetRows: 0,
        failureRows: 0,
        hasGaps: false,
        listRows: 1,
        logRows: 0,
        bodyRows: 2,
      },
    ],
    [
      13,
      {
        hasBar: true,
        hasRates: true,
        budgetRows: 3,
        failureRows: 0,
        hasGaps: false,
        listRows: 3,
        logRows: 0,
        bodyRows: 4,
      },
    ],
    [
      22,
      {
        hasBar: true,
        hasRates: true,
        budgetRows: 3,
        failureRows: 0,
        hasGaps: true,
        listRows: 6,
        logRows: 3,
        bodyRows: 12,
      },
    ],
    [
      48,
      {
        hasBar: true,
        hasRates: true,
        budgetRows: 3,
        failureRows: 0,
        hasGaps: true,
        listRows: 28,
        logRows: 7,
        bodyRows: 38,
      },
    ],
  ])('are dealt out of %i', (height, layout) => {
    expect(
      dashboardLayout({
        height,
        hasRates: true,
        budgets: 3,
        failures: 0,
        repositories: 28,
        logLines: 100,
      }),
    ).toEqual(layout);
  });

  it('are never more than there are', () => {
    const amounts = fc.record({
      height: fc.integer({ min: 6, max: 120 }),
      budgets: fc.integer({ min: 0, max: 5 }),
      failures: fc.integer({ min: 0, max: 40 }),
      repositories: fc.integer({ min: 0, max: 3000 }),
      logLines: fc.integer({ min: 0, max: 500 }),
      hasRates: fc.boolean(),
    });
    fc.assert(
      fc.property(amounts, (amount) => {
        const layout = dashboardLayout(amount);
        const { hasBar, hasRates, hasGaps, budgetRows, failureRows, listRows, logRows } = layout;
        const log = logRows === 0 ? 0 : logRows + 1;
        const all =
          5 +
          Number(hasBar) +
          Number(hasRates) +
          budgetRows +
          failureRows +
          listRows +
          log +
          (hasGaps ? (log > 0 ? 2 : 1) : 0);
        expect(all).toBeLessThanOrEqual(amount.height);
        expect(listRows).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});
