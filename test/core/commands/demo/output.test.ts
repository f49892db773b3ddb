import { expect, it } from 'vitest';
import {
  comparisonLines,
  demoToDoLines,
  importedLines,
  pullRequestLines,
} from '../../../../src/core/commands/demo/output.ts';
import { initialRunState, reduceRunAll } from '../../../../src/core/report/run/run-state.ts';
import { leftInRun } from '../../../../src/core/report/summary/to-dos.ts';
import { at, ended, finished, started } from '../../report/events.ts';

it('accounts for the pull requests of the sample in lines that a window of 80 columns takes', () => {
  const comments = { there: 12, here: 12 };
  const row = {
    repository: 'payments-service-new',
    number: 18,
    target_number: 18,
    state: 'superseded',
    target_state: 'merged',
    general: comments,
    on_lines: comments,
    replies: comments,
    accounted: true,
    opened: null,
  } as const;
  const lines = pullRequestLines([row], { columns: 80, all: true });
  expect(lines).toHaveLength(5);
  expect(lines.at(-1)).toBe('Every pull request is on GitHub: 1 pull request with 36 comments.');
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
});

it('shows who opened what was imported, and when, on both sides', () => {
  const found = { there: 0, here: 0 };
  const opened = {
    ...{ by: 'Yuki Tanaka', at: '2024-01-09T08:00:00Z' },
    ...{ target_by: 'nFVRWVnek6Le1A', target_at: '2024-01-09T08:00:00Z' },
  };
  const row = {
    ...{ repository: 'billing-engine', number: 1, target_number: 1, accounted: true, opened },
    ...{ state: 'open', target_state: 'open', general: found, on_lines: found, replies: found },
  } as const;
  const lines = importedLines([row, { ...row, opened: null }], 80);
  expect(lines.filter((line) => line.startsWith('billing-engine'))).toEqual([
    expect.stringMatching(/#1 +Yuki Tanaka, 2024-01-09 +nFVRWVnek6Le, 2024-01-09/),
  ]);
  expect(importedLines([{ ...row, opened: null }], 80)).toEqual([]);
});

it.each([
  [120, 6],
  [80, 6],
  [60, 8],
])('compares the refs of the sample in a window of %i columns in %i lines', (columns, expected) => {
  const names = ['storefront-experiments', 'checkout-web-partners'];
  const repositories = names.map((name) => {
    return { source: name, target: name, source_refs: 2000, target_refs: 2000, equal: true };
  });
  const comparison = { repositories, refs: 4000, all_equal: true };
  expect(comparisonLines(comparison, { columns, all: false })).toEqual([
    'All refs match: 4,000 refs in 2 repositories.',
  ]);
  const lines = comparisonLines(comparison, { columns, all: true });
  expect(lines).toHaveLength(expected);
  expect(lines.at(-1)).toBe('All refs match: 4,000 refs in 2 repositories.');
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
});

it.each([true, false])(
  'says that the demo loses part of an import on purpose (color: %s)',
  (color) => {
    const message =
      '1 pull request differs from Bitbucket after the import (#1): verify lists the differences';
    const run = reduceRunAll(initialRunState, [
      started('web'),
      at({ type: 'repository-warning', repository: 'web', message }),
      finished('web'),
      ended({ succeeded: 1, skipped: 0, failed: 0 }),
    ]);
    const text = demoToDoLines(run, { color, hostsStay: false, left: leftInRun(run) }).join('\n');
    expect(text).toContain(
      "\n    The demo's importer loses this on purpose: in a real migration, verify --repair restores it",
    );
    expect(text).not.toContain('Run verify');
  },
);

it('counts the settings that people set up by hand among what is left to do', () => {
  const run = reduceRunAll(initialRunState, [
    started('web'),
    finished('web'),
    ended({ succeeded: 1, skipped: 0, failed: 0 }),
  ]);
  const left = { ...leftInRun(run), byHand: new Map([['web', 2]]) };
  const text = demoToDoLines(run, { color: false, hostsStay: false, left }).join('\n');
  expect(text).toContain('To do by hand (1)\n  web: 2 settings to set up by hand');
  expect(text).toContain('; 1 thing left to do');
});
