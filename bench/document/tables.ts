import type { RequestLine } from '../pull-requests/request-line.ts';
import {
  type Amount,
  amountMissesBound,
  type Figure,
  missesBound,
  ratios,
  type Spread,
  spread,
} from './figures.ts';

const figureHead = ['', 'minimum', 'median', 'maximum', 'bound', '', 'baseline', 'its spread'];
const requestHead = [
  '',
  'creating',
  'bound',
  '',
  'changing',
  'pushes',
  'reading the target',
  'reading the source',
  'bound',
  '',
];
const amountHead = ['', 'minimum', 'median', 'maximum', 'bound', ''];

/** A Markdown table of ratios; a figure that misses its bound is marked. */
export function figureTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    ...cells(ratios(figure), ratio),
    figure.bound === null ? '' : ratio(figure.bound),
    figure.bound === null ? '' : verdict(missesBound(figure)),
    duration(spread(figure.baseline).median),
    spreadOf(ratios({ ours: figure.baseline, baseline: figure.baseline })),
  ]);
  return table([figureHead, ...rows]);
}

export function amountTable(amounts: readonly Amount[]): string {
  const rows = amounts.map((amount) => [
    amount.name,
    ...cells(
      spread(amount.samples),
      (value) => `${value.toFixed(amount.digits ?? 0)} ${amount.unit}`,
    ),
    amount.bound === null
      ? ''
      : `${amount.isLeast ? 'at least ' : ''}${amount.bound} ${amount.unit}`,
    amount.bound === null ? '' : verdict(amountMissesBound(amount)),
  ]);
  return table([amountHead, ...rows]);
}

/** Requests by the pull request. */
export function requestTable(lines: readonly RequestLine[]): string {
  const rows = lines.map((line) => {
    const { name, bounds } = line;
    return [
      name,
      ratio(line.creating),
      bounds === null ? '' : ratio(bounds.creating),
      bounds === null ? '' : verdict(line.creating > bounds.creating),
      ratio(line.changing),
      ratio(line.pushes),
      ratio(line.readingTarget),
      ratio(line.readingSource),
      bounds === null ? '' : ratio(bounds.readingSource),
      bounds === null ? '' : verdict(line.readingSource > bounds.readingSource),
    ];
  });
  return table([requestHead, ...rows]);
}

/** Columns are padded, so that the text is readable as it is. */
function table(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_, column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    line(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))),
  );
  const rule = line(
    widths.map((width, column) => '-'.repeat(width - 1) + (column === 0 ? '-' : ':')),
  );
  return [...lines.slice(0, 1), rule, ...lines.slice(1)].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function cells({ minimum, median, maximum }: Spread, show: (value: number) => string): string[] {
  return [show(minimum), show(median), show(maximum)];
}

function spreadOf({ minimum, maximum }: Spread): string {
  return `${ratio(minimum)} to ${ratio(maximum)}`;
}

function ratio(value: number): string {
  return value.toFixed(2);
}

function duration(milliseconds: number): string {
  return milliseconds < 1000
    ? `${milliseconds.toFixed(1)} ms`
    : `${(milliseconds / 1000).toFixed(2)} s`;
}

function verdict(isMissed: boolean): string {
  return isMissed ? '**MISSED**' : 'kept';
}
