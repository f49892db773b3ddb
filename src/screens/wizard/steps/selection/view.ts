import { sourceTime } from '../../../../core/forecast/host-limits.ts';
import { count, formatBytes, formatDuration } from '../../../../core/kernel/format/format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { intoList } from '../../../../ui/input/list-state.ts';
import { textLine } from '../../../../ui/input/text-line.ts';
import { fitColumns } from '../../../../ui/text/columns.ts';
import { cutLine, inRole, type Line, line } from '../../../../ui/text/line.ts';
import { toWidth } from '../../../../ui/text/text-width.ts';
import type { Glyphs } from '../../../../ui/theme/glyphs.ts';
import type { BodyOptions, BodySize } from '../../engine/step.ts';
import { failureView, marked, pointerAt } from '../../view.ts';
import { matchesOf, type SelectionItem } from './items.ts';
import { limitText, overLimit } from './limit.ts';
import { type SelectionState, selectedTotals } from './state.ts';

/** Rows of the list, without the head (totals, filter, titles) and a panel. */
export function listHeight(state: SelectionState, size: BodySize): number {
  return Math.max(1, size.height - headHeight(state, size) - panelHeight(state));
}

function headHeight(state: SelectionState, { height }: BodySize): number {
  return Math.max(0, Math.min(3, height - 1 - panelHeight(state)));
}

function panelHeight({ pattern, offer, scan }: SelectionState): number {
  if (pattern !== null) return 1;
  if (scan.status === 'running') return 1;
  return offer !== null || scan.status === 'failed' ? 4 : 0;
}

/** The list of repositories in columns that fit. Pure. */
export function selectionView(state: SelectionState, options: BodyOptions): readonly Line[] {
  const { width, glyphs } = options;
  const columns = columnsOf(options);
  const height = listHeight(state, options);
  const size = { count: state.shown.length, height };
  const { cursor, top } = intoList(state.list, size);
  const rows = state.shown.slice(top, top + height).map((item, index) => {
    const isHere = top + index === cursor;
    const isSelected = state.selected.has(item.slug);
    const row = rowLine(item, { columns, isHere, isSelected, options });
    return isHere ? inRole(row, 'selected') : row;
  });
  const head = [
    totalsLine(state, cursor),
    filterLine(state, options),
    headLine(state, columns, options),
  ];
  const lines = [
    ...head.slice(0, headHeight(state, options)),
    ...(rows.length === 0 ? [line(['quiet', '  no matches'])] : rows),
    ...panel(state, options),
  ];
  return lines.slice(-options.height).map((one) => cutLine(one, width, glyphs.ellipsis));
}

function totalsLine(state: SelectionState, cursor: number): Line {
  const { count: many, bytes, pullRequests } = selectedTotals(state);
  const number = (value: number) => value.toLocaleString('en-US');
  const more = pullRequests === null ? '' : `, ${count(pullRequests, 'pull request')}`;
  const place = state.shown.length === 0 ? 0 : cursor + 1;
  const limit = limitText(state.limit, many);
  const isOver = overLimit(state.limit, many) !== null;
  return line(
    ['strong', `${number(many)} of ${number(state.items.length)} selected`],
    ...(limit === '' ? [] : [', ', isOver ? (['bad', limit] as const) : limit]),
    `, ${formatBytes(bytes)}${more}`,
    ['quiet', `  row ${number(place)} of ${number(state.shown.length)}`],
  );
}

function filterLine(state: SelectionState, { width, glyphs }: BodyOptions): Line {
  const hasCursor = state.pattern === null && state.offer === null;
  const typed = textLine(state.filter, { width: width - 8, glyphs, hasCursor });
  const hint = state.filter.text === '' ? 'type to filter' : '';
  return line(['quiet', 'Filter  '], ...typed, ['quiet', hint]);
}

type Column = 'name' | 'size' | 'pullRequests' | 'lfs' | 'active' | 'warnings';

/** The width of each. */
type ShownColumns = Readonly<Record<Column, number>>;

const gap = 2;

/** By the width only, so that columns do not jump while scrolling. */
function columnsOf({ width, glyphs }: BodyOptions): ShownColumns {
  const marks = glyphs.pointer.length + glyphs.checked.length + 2;
  const [name = 0, size = 0, pullRequests = 0, lfs = 0, active = 0, warnings = 0] = fitColumns(
    [
      { minimum: 14, ideal: 40 },
      { minimum: 8, ideal: 8, rank: 1 },
      { minimum: 6, ideal: 6, rank: 2 },
      { minimum: 3, ideal: 3, rank: 5 },
      { minimum: 10, ideal: 10, rank: 4 },
      { minimum: 12, ideal: 40, rank: 3 },
    ],
    { width: width - marks, gap },
  );
  return { name, size, pullRequests, lfs, active, warnings };
}

function headLine(state: SelectionState, columns: ShownColumns, options: BodyOptions): Line {
  const { glyphs } = options;
  const mark = (text: string, by: SelectionState['sorting']) =>
    state.sorting === by ? `${text}${glyphs.down}` : text;
  const cells = {
    name: mark('repository', 'name'),
    size: mark('size', 'size'),
    pullRequests: mark('PRs', 'pull requests'),
    lfs: 'LFS',
    active: mark('active', 'activity'),
    warnings: mark('notes', 'warnings'),
  };
  const marks = ' '.repeat(glyphs.pointer.length + glyphs.checked.length + 2);
  return line(['quiet', `${marks}${cellsText(cells, columns, glyphs)}`]);
}

function rowLine(
  item: SelectionItem,
  shown: { columns: ShownColumns; isHere: boolean; isSelected: boolean; options: BodyOptions },
): Line {
  const { columns, isHere, isSelected, options } = shown;
  const { glyphs } = options;
  const unknown = glyphs.unknown;
  const pointer = pointerAt(isHere, glyphs);
  const cells = {
    name: safe(item.slug),
    size: item.size === null ? unknown : formatBytes(item.size),
    pullRequests: item.pullRequests === null ? unknown : String(item.pullRequests),
    lfs: item.usesLfs === null ? unknown : item.usesLfs ? 'yes' : 'no',
    active: item.activeAt === null ? unknown : new Date(item.activeAt).toISOString().slice(0, 10),
    warnings: safe(item.warnings.join(', ')),
  };
  const mark = isSelected ? glyphs.checked : glyphs.unchecked;
  const text = `${pointer} ${mark} ${cellsText(cells, columns, glyphs)}`;
  return isSelected || isHere ? line(text) : line(['quiet', text]);
}

const rightAligned: ReadonlySet<string> = new Set(['size', 'pullRequests']);

function cellsText(
  cells: Readonly<Record<Column, string>>,
  columns: ShownColumns,
  glyphs: Glyphs,
): string {
  return (Object.keys(columns) as Column[])
    .filter((key) => columns[key] > 0)
    .map((key) =>
      toWidth(cells[key], columns[key], glyphs.ellipsis, rightAligned.has(key) ? 'right' : 'left'),
    )
    .join(' '.repeat(gap));
}

function panel(state: SelectionState, options: BodyOptions): readonly Line[] {
  const { width, glyphs } = options;
  const { pattern, offer, scan, progress } = state;
  if (pattern !== null) {
    const found = matchesOf(state, pattern.text).length;
    const typed = textLine(pattern, { width: 30, glyphs, hasCursor: true });
    const hint =
      pattern.text === ''
        ? '  such as payments-*, or !old-* to clear'
        : `  ${count(found, 'repository', 'repositories')}`;
    return [line(['title', 'Pattern  '], ...typed, ['quiet', hint])];
  }
  if (scan.status === 'running') {
    const { looked = 0, repositories = state.selected.size, requests = null } = progress ?? {};
    const cost = requests === null ? '' : `, ${count(requests, 'request')} in all`;
    return [line(['active', `Scanned ${looked} of ${repositories}${cost}`])];
  }
  if (scan.status === 'failed' && offer === null) {
    return failureView(scan.failure, { width, glyphs }).slice(0, 4);
  }
  if (offer === null) return [];
  if (offer.status === 'failed') return failureView(offer.failure, { width, glyphs }).slice(0, 4);
  const text =
    offer.status === 'done' ? offerText(offer.value, state.selected.size) : 'Counting the cost ...';
  const lines = marked(glyphs.arrow, 'active', text, width).slice(0, 4);
  return [...lines, ...Array.from({ length: 4 - lines.length }, (): Line => [])];
}

function offerText(
  cost: { requests: number; accuracy: string; isUnlimited?: true },
  repositories: number,
): string {
  if (cost.requests === 0) return 'Everything is already scanned: costs no request.';
  const least = cost.accuracy === 'exact' ? '' : 'at least ';
  const time = sourceTime(cost.requests);
  const takes =
    cost.isUnlimited === true
      ? 'without a rate limit on Data Center'
      : time === 0
        ? "within Bitbucket's limit of 1,000 an hour"
        : `which takes ${formatDuration(time)} at Bitbucket's limit of 1,000 an hour`;
  const which = count(repositories, 'repository', 'repositories');
  return `A deep scan of ${which} counts pull requests and comments and looks for LFS. It takes ${least}${count(cost.requests, 'request')}, ${takes}, for an exact forecast.`;
}
