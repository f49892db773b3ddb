import { count, formatBytes } from '../../../../core/kernel/format/format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { filterBy } from '../../../../ui/input/filter.ts';
import { intoList } from '../../../../ui/input/list-state.ts';
import { textLine } from '../../../../ui/input/text-line.ts';
import { fitColumns } from '../../../../ui/text/columns.ts';
import { cutLine, inRole, type Line, line } from '../../../../ui/text/line.ts';
import { toWidth, widthOf } from '../../../../ui/text/text-width.ts';
import type { Glyphs } from '../../../../ui/theme/glyphs.ts';
import type { BodyOptions, BodySize } from '../../engine/step.ts';
import { pointerAt } from '../../engine/view.ts';
import type { SelectionItem } from './items.ts';
import { limitText, overLimit } from './limit.ts';
import type { SelectionState } from './model.ts';
import { panelHeight, selectionPanel } from './panel.ts';
import { itemAt } from './state.ts';
import { selectedTotals } from './totals.ts';

/** Rows of the list, without the head (totals, filter, titles) and a panel. */
export function listHeight(state: SelectionState, size: BodySize): number {
  const below = panelHeight(state) + detailHeight(state, size);
  return Math.max(1, size.height - headHeight(state, size) - below);
}

/** Of the row at the pointer, where columns are too narrow for all of it. */
function detailHeight(state: SelectionState, { width, height }: BodySize): number {
  return state.pattern === null && width < wide && height >= 12 ? 1 : 0;
}

/** From this width on, every column is shown. */
const wide = 110;

function detailLines(
  state: SelectionState,
  columns: ShownColumns,
  options: BodyOptions,
): readonly Line[] {
  if (detailHeight(state, options) === 0) return [];
  const item = itemAt(state, listHeight(state, options));
  if (item === undefined) return [[]];
  const cells = cellsOf(item, {
    ...{ renamed: state.renames.get(item.slug), match: matchText(item, state.filter.text) },
    glyphs: options.glyphs,
  });
  const { name, active, warnings } = cells;
  const hidden = [
    ...(widthOf(name) > columns.name ? [name] : []),
    ...(columns.pullRequests > 0 ? [] : [`pull requests ${cells.pullRequests}`]),
    ...(columns.lfs > 0 || item.usesLfs !== true ? [] : ['LFS']),
    ...(columns.active > 0 ? [] : [active]),
    ...(widthOf(warnings) > columns.warnings ? [warnings] : []),
  ];
  return [line(['quiet', `  ${hidden.join(`  ${options.glyphs.separator} `)}`])];
}

function headHeight(state: SelectionState, { height }: BodySize): number {
  return Math.max(0, Math.min(3, height - 1 - panelHeight(state)));
}

/** The list of repositories in columns that fit. Pure. */
export function selectionView(
  state: SelectionState,
  options: BodyOptions & { readonly nameFrom?: 'slug' | 'name' },
): readonly Line[] {
  const { width, glyphs, nameFrom = 'slug' } = options;
  const columns = columnsOf(state, options);
  const height = listHeight(state, options);
  const size = { count: state.shown.length, height };
  const { cursor, top } = intoList(state.list, size);
  const rows = state.shown.slice(top, top + height).map((item, index) => {
    const isHere = top + index === cursor;
    const isSelected = state.selected.has(item.slug);
    const renamed = state.renames.get(item.slug);
    const match = matchText(item, state.filter.text);
    const row = rowLine(item, { columns, isHere, isSelected, renamed, match, options });
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
    ...detailLines(state, columns, options),
    ...selectionPanel(state, { ...options, nameFrom }),
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
  const hasCursor = state.pattern === null && state.offer === null && state.rename === null;
  const typed = textLine(state.filter, { width: width - 8, glyphs, hasCursor });
  const hint = state.filter.text === '' ? 'type to filter' : '';
  return line(['quiet', 'Filter  '], ...typed, ['quiet', hint]);
}

type Column = 'name' | 'size' | 'pullRequests' | 'lfs' | 'active' | 'warnings';

/** The width of each. */
type ShownColumns = Readonly<Record<Column, number>>;

const gap = 2;

const notCounted = 'not counted';

/** By width and scan only, so that columns do not jump while scrolling. */
function columnsOf(state: SelectionState, { width, glyphs }: BodyOptions): ShownColumns {
  const isCounted = state.items.every(({ pullRequests }) => pullRequests !== null);
  const forCount = isCounted ? 6 : notCounted.length;
  const marks = glyphs.pointer.length + glyphs.checked.length + 2;
  const [name = 0, size = 0, pullRequests = 0, lfs = 0, active = 0, warnings = 0] = fitColumns(
    [
      { minimum: 14, ideal: 40 },
      { minimum: 9, ideal: 9, rank: 1 },
      { minimum: forCount, ideal: forCount, rank: 2 },
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
  const mark = (text: string, by: SelectionState['sorting']) => {
    if (state.sorting !== by) return text;
    return `${text} ${by === 'name' ? glyphs.ascending : glyphs.descending}`;
  };
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

interface ShownRow {
  readonly columns: ShownColumns;
  readonly isHere: boolean;
  readonly isSelected: boolean;
  /** The name on the target, if it is another. */
  readonly renamed: string | undefined;
  /** Why the filter shows it, where its slug does not say so; '' otherwise. */
  readonly match: string;
  readonly options: BodyOptions;
}

/** Names what the filter has found besides the slug. Pure. */
function matchText({ slug, name, project }: SelectionItem, filter: string): string {
  if (filterBy([slug], filter, (one) => one).length > 0) return '';
  return project === null ? name : `${name}, project ${project}`;
}

function rowLine(
  item: SelectionItem,
  { columns, isHere, isSelected, renamed, match, options: { glyphs } }: ShownRow,
): Line {
  const pointer = pointerAt(isHere, glyphs);
  const cells = cellsOf(item, { renamed, match, glyphs });
  const mark = isSelected ? glyphs.checked : glyphs.unchecked;
  const text = `${pointer} ${mark} ${cellsText(cells, columns, glyphs)}`;
  return isSelected || isHere ? line(text) : line(['quiet', text]);
}

function cellsOf(
  item: SelectionItem,
  { renamed, match, glyphs }: Pick<ShownRow, 'renamed' | 'match'> & { glyphs: Glyphs },
): Readonly<Record<Column, string>> {
  const { unknown, arrow } = glyphs;
  const { slug, size, pullRequests, usesLfs, activeAt, warnings } = item;
  return {
    name: renamed === undefined ? safe(slug) : `${safe(slug)} ${arrow} ${safe(renamed)}`,
    size: size === null ? unknown : formatBytes(size),
    pullRequests: pullRequests === null ? notCounted : String(pullRequests),
    lfs: usesLfs === null ? unknown : usesLfs ? 'yes' : '',
    active: activeAt === null ? unknown : new Date(activeAt).toISOString().slice(0, 10),
    warnings: safe([match, ...warnings].filter(Boolean).join(', ')),
  };
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
