import { count } from '../../../../core/kernel/format/format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { isTargetLogin } from '../../../../core/users/parse-user-map.ts';
import type { Candidate } from '../../../../core/users/suggest/candidates.ts';
import { sourceText } from '../../../../core/users/suggest/words.ts';
import type { SheetRow } from '../../../../core/users/user-sheet.ts';
import { intoList } from '../../../../ui/input/list-state.ts';
import { textLine } from '../../../../ui/input/text-line.ts';
import { fitColumns } from '../../../../ui/text/columns.ts';
import { cutLine, inRole, type Line, line, lineWidth } from '../../../../ui/text/line.ts';
import { cutPath, toWidth, widthOf } from '../../../../ui/text/text-width.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import type { BodyOptions, BodySize } from '../../engine/step.ts';
import { failureView, pointerAt } from '../../engine/view.ts';
import { chosenLogin, loginChoices, type TypedLogin } from './login-choices.ts';
import { searchLine } from './search-line.ts';
import {
  loginOf,
  membersOf,
  nextCandidate,
  type PeopleMap,
  type PeopleState,
  rowAt,
  shownRows,
  suggestionOf,
} from './state.ts';

/** Totals, filter and titles above the list; candidates, a login that is typed, and what is to be known below. */
const rowsAround = 6;

/** Rows of the list. Pure. */
export function listHeight({ height }: BodySize): number {
  return Math.max(1, height - rowsAround);
}

/** Pure. */
export function peopleView(state: PeopleState, options: BodyOptions): readonly Line[] {
  const { task } = state;
  const { width } = options;
  if (task.status === 'idle' || task.status === 'running') {
    return [line(['active', 'Reading the user map ...'])];
  }
  if (task.status === 'failed') return failureView(task.failure, options);
  if (state.rows.length === 0) {
    const text = 'No people yet: run a deep scan (Ctrl+D in the repository list) to find them.';
    return wrap(text, width).map((one) => line(one));
  }
  const lines = [
    totalsLine(state),
    filterLine(state, options),
    ...(state.typing === null
      ? listLines(state, options)
      : choiceLines(state.typing, membersOf(state), options)),
    ...candidateLines(state, options),
    ...panelLines(state, task.value, options),
  ];
  return lines.slice(0, options.height).map((one) => cutLine(one, width, options.glyphs.ellipsis));
}

function totalsLine(state: PeopleState): Line {
  const { rows, edits, list } = state;
  const mapped = rows.filter((row) => loginOf(state, row) !== '').length;
  const shown = shownRows(state).length;
  const unsaved = edits.size === 0 ? '' : `, ${edits.size} not saved`;
  const place = shown === 0 ? 0 : Math.min(list.cursor, shown - 1) + 1;
  return line(
    ['strong', `${mapped} of ${count(rows.length, 'person', 'people')} with a login`],
    ...(unsaved === '' ? [] : [['warning', unsaved] as const]),
    ['quiet', `  row ${place} of ${shown}`],
  );
}

function filterLine({ filter, typing }: PeopleState, { width, glyphs }: BodyOptions): Line {
  const typed = textLine(filter, { width: width - 8, glyphs, hasCursor: typing === null });
  const hint = filter.text === '' ? 'type to filter' : '';
  return line(['quiet', 'Filter  '], ...typed, ['quiet', hint]);
}

/** In place of the people, while a login is typed. */
function choiceLines(
  typing: TypedLogin,
  members: ReturnType<typeof membersOf>,
  options: BodyOptions,
): readonly Line[] {
  const { glyphs } = options;
  const choices = loginChoices(typing, members);
  const { cursor } = typing;
  const height = listHeight(options);
  const { top } = intoList(
    { cursor, top: Math.max(0, cursor - height + 1) },
    { count: choices.length, height },
  );
  const rows = choices.slice(top, top + height).map(({ login, name, isTyped }, index) => {
    const isHere = top + index === cursor;
    const about = isTyped ? 'as typed' : safe(name);
    const text = line(`${pointerAt(isHere, glyphs)} `, toWidth(safe(login), 24, glyphs.ellipsis), [
      'quiet',
      `  ${about}`,
    ]);
    return isHere ? inRole(text, 'selected') : text;
  });
  const many = members.length;
  const head = many === 0 ? 'Login' : `Members of the organization: ${many}`;
  const none = many === 0 ? 'type a login' : 'no matches';
  return [line(['quiet', head]), ...(rows.length === 0 ? [line(['quiet', `  ${none}`])] : rows)];
}

interface Widths {
  readonly name: number;
  readonly seen: number;
  readonly login: number;
  readonly best: number;
}

const gap = 2;

function widthsOf({ width, glyphs }: BodyOptions): Widths {
  const [name = 0, seen = 0, login = 0, best = 0] = fitColumns(
    [
      { minimum: 14, ideal: 24 },
      { minimum: 5, ideal: 5, rank: 1 },
      { minimum: 10, ideal: 18 },
      { minimum: 22, ideal: 60 },
    ],
    { width: width - glyphs.pointer.length - 1, gap },
  );
  return { name, seen, login, best };
}

function listLines(state: PeopleState, options: BodyOptions): readonly Line[] {
  const { glyphs } = options;
  const widths = widthsOf(options);
  const shown = shownRows(state);
  const height = listHeight(options);
  const { cursor, top } = intoList(state.list, { count: shown.length, height });
  const titles = { name: 'Name', seen: ' Seen', login: 'Login', best: 'Suggestion' };
  const head = `${' '.repeat(glyphs.pointer.length)} ${cellsText(titles, widths, options)}`;
  const rows = shown.slice(top, top + height).map((row, index) => {
    const isHere = top + index === cursor;
    const cells = cellsText(cellsOf(state, row, options), widths, options);
    const text = line(`${pointerAt(isHere, glyphs)} ${cells}`);
    return isHere ? inRole(text, 'selected') : text;
  });
  return [line(['quiet', head]), ...(rows.length === 0 ? [line(['quiet', '  no matches'])] : rows)];
}

type Cells = Readonly<Record<keyof Widths, string>>;

function cellsText(cells: Cells, widths: Widths, { glyphs }: BodyOptions): string {
  const shown = (['name', 'seen', 'login', 'best'] as const).filter((one) => widths[one] > 0);
  return shown
    .map((one) => toWidth(cells[one], widths[one], glyphs.ellipsis))
    .join(' '.repeat(gap));
}

function cellsOf(state: PeopleState, row: SheetRow, { glyphs }: BodyOptions): Cells {
  const login = loginOf(state, row);
  return {
    name: safe(row.name),
    seen: row.times === null ? '' : String(row.times).padStart(5),
    login: safe(login) || glyphs.unknown,
    best: login === '' ? bestText(state, row) : '',
  };
}

function bestText(state: PeopleState, row: SheetRow): string {
  const suggestion = suggestionOf(state, row);
  if (suggestion === null) return '';
  const { best, candidates, obstacle } = suggestion;
  if (best === null) return candidates.length === 0 ? '' : `${candidates.length} equally likely`;
  const shared = obstacle === 'shared' ? ', also matches others' : '';
  return `${safe(best.login)} ${best.confidence}${shared}`;
}

/** Of the row at the cursor, the one that Space takes first. */
function candidateLines(state: PeopleState, options: BodyOptions): readonly Line[] {
  const row = rowAt(state);
  if (row === null) return [[]];
  const candidates = suggestionOf(state, row)?.candidates ?? [];
  const next = nextCandidate(state, row);
  const all = [next, ...candidates.filter((one) => one !== next)];
  const isAlone =
    next === null && loginOf(state, row) === '' && state.suggestions.status === 'done';
  const text = isAlone
    ? 'no suggestion; Ctrl+T types a login or searches the members'
    : all.flatMap((one) => (one === null ? [] : [candidateText(one)])).join('; ');
  const who = row.source === row.name ? '' : `${safe(row.source)}: `;
  return [cutLine(line(['quiet', `  ${who}${text}`]), options.width, options.glyphs.ellipsis)];
}

function candidateText(candidate: Candidate): string {
  return `${safe(candidate.login)} (${candidate.confidence}, ${sourceText(candidate)})`;
}

function panelLines(state: PeopleState, map: PeopleMap, options: BodyOptions): readonly Line[] {
  return [
    state.typing === null ? searchLine(state, options) : typingLine(state, options),
    saveLine(state, map, options),
  ];
}

/** A login that may be saved: empty, or one that GitHub can have. Pure. */
export function isUsable(login: string): boolean {
  return login === '' || isTargetLogin(login);
}

function typingLine({ typing, ...state }: PeopleState, { width, glyphs }: BodyOptions): Line {
  const row = rowAt({ ...state, typing });
  const head = line(['title', `Login of ${safe(row?.name ?? '')}`]);
  // Cutting trims the end.
  const short = [...cutLine(head, Math.floor(width / 2), glyphs.ellipsis), { text: '  ' }];
  if (typing === null) return short;
  const isGood = isUsable(chosenLogin(typing, membersOf(state)));
  const space = width - lineWidth(short) - (isGood ? 0 : 16);
  const typed = textLine(typing.text, { width: Math.max(8, space), glyphs, hasCursor: true });
  if (isGood) return [...short, ...typed];
  return [...short, ...typed, ...line(['bad', ` ${glyphs.failed} not a valid login`])];
}

/** Says what becomes of the file before it is written. */
function saveLine({ save }: PeopleState, map: PeopleMap, { glyphs, width }: BodyOptions): Line {
  if (save.status === 'failed') {
    return line(['bad', `${glyphs.failed} ${safe(save.failure.message)}`]);
  }
  const [before, after] = map.isNew
    ? ['Press Enter to save ', '']
    : ['Press Enter to replace ', '; its other columns stay'];
  const room = width - widthOf(before) - widthOf(after);
  return line(['quiet', `${before}${cutPath(safe(map.path), room, glyphs.ellipsis)}${after}`]);
}
