import { formatBytes } from '../../core/kernel/format/format.ts';
import { safe } from '../../core/kernel/format/terminal-text.ts';
import type { RepositoryView } from '../../core/report/run/run-state.ts';
import { fitColumns } from '../../ui/text/columns.ts';
import { cutLine, type Line, line, lineWidth } from '../../ui/text/line.ts';
import { toWidth } from '../../ui/text/text-width.ts';
import type { Glyphs } from '../../ui/theme/glyphs.ts';

interface Facts {
  readonly title: string;
  readonly align: 'left' | 'right';
  readonly minimum: number;
  readonly ideal: number;
  /** The greatest is left out first. */
  readonly rank: number;
  text(repository: RepositoryView): string;
}

/** Shown beside the state where the terminal is wide enough. */
const facts: readonly Facts[] = [
  {
    ...{ title: 'size', align: 'right', minimum: 8, ideal: 8, rank: 1 },
    text: ({ sizeBytes }) => (sizeBytes === null ? '' : formatBytes(sizeBytes)),
  },
  {
    ...{ title: 'LFS', align: 'right', minimum: 6, ideal: 6, rank: 4 },
    text: ({ lfsObjects }) => (lfsObjects ? lfsObjects.toLocaleString('en-US') : ''),
  },
  {
    ...{ title: 'pull requests', align: 'right', minimum: 13, ideal: 13, rank: 2 },
    text: pullRequestsText,
  },
  {
    ...{ title: 'target', align: 'left', minimum: 16, ideal: 40, rank: 3 },
    text: ({ target }) => safe(target),
  },
];

const gap = 2;
/** Below it the row is for the name and the state alone. */
const narrowest = 110;
const leastForState = 76;

interface Space {
  readonly width: number;
  readonly glyphs: Glyphs;
}

/** How many columns are left for name and state. Pure. */
export function stateWidth(width: number): number {
  const widths = widthsIn(width);
  return width - widths.reduce((sum, one) => sum + (one === 0 ? 0 : one + gap), 0);
}

/** The row with size, LFS objects, pull requests and target behind it, as far as there is room. Pure. */
export function withColumns(row: Line, repository: RepositoryView, space: Space): Line {
  return besides(row, space, (column) => column.text(repository));
}

/** The head of the list with the titles of the same columns. Pure. */
export function columnTitles(head: Line, space: Space): Line {
  return besides(head, space, ({ title }) => title);
}

function besides(row: Line, { width, glyphs }: Space, text: (column: Facts) => string): Line {
  const widths = widthsIn(width);
  if (widths.every((one) => one === 0)) return row;
  const first = stateWidth(width);
  const cut = cutLine(row, first, glyphs.ellipsis);
  const cells = facts.flatMap((column, index) => {
    const room = widths[index] ?? 0;
    return room === 0
      ? []
      : [' '.repeat(gap), toWidth(text(column), room, glyphs.ellipsis, column.align)];
  });
  return line(...cut, ' '.repeat(Math.max(0, first - lineWidth(cut))), ['quiet', cells.join('')]);
}

function widthsIn(width: number): readonly number[] {
  if (width < narrowest) return facts.map(() => 0);
  const state = { minimum: leastForState, ideal: 100 };
  return fitColumns([state, ...facts], { width, gap }).slice(1);
}

function pullRequestsText({ pullRequests, progress, expected }: RepositoryView): string {
  const written = progress?.what === 'writing' ? progress.total : null;
  const many = pullRequests?.total ?? written ?? expected;
  return many === null ? '' : many.toLocaleString('en-US');
}
