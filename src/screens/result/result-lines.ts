import { repositoryPage } from '../../core/commands/run-result.ts';
import { safe } from '../../core/kernel/format/terminal-text.ts';
import type { RepositoryView } from '../../core/report/run/run-state.ts';
import { skipReason, statusWord } from '../../core/report/status-words.ts';
import { type ToDo, whereText } from '../../core/report/summary/to-dos.ts';
import { intoList } from '../../ui/input/list-state.ts';
import { cutLine, type Line, line } from '../../ui/text/line.ts';
import { wrap } from '../../ui/text/wrap.ts';
import type { Glyphs } from '../../ui/theme/glyphs.ts';
import type { Role } from '../../ui/theme/theme.ts';
import { blocksThatFit, failureBlocks } from '../causes/cause-lines.ts';
import { cardLines, nameCell } from './card-lines.ts';
import { type ResultState, repositoriesIn, toDosIn } from './result-state.ts';

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly glyphs: Glyphs;
}

/** Rows of keys at the bottom: a low terminal has one. Pure. */
export function keyRows({ height }: Pick<Frame, 'height'>): number {
  return height < 14 ? 1 : 2;
}

interface ResultRows {
  /** Lines of the causes of failures. */
  readonly failures: number;
  /** Rows of the list that has the cursor. */
  readonly list: number;
  /** Rows for the fix of the selected thing to do, below it; `0`: each row has its own. */
  readonly fix: number;
  /** Rows of the repositories below what is to be done. */
  readonly below: number;
  /** An empty row between the parts. */
  readonly hasGaps: boolean;
}

/** A list of fewer rows is none. */
const leastBelow = 3;
/** Longer fixes end in the detail. */
const mostFix = 2;

/** Distributes the rows: the card, the first failure whole, the list with the cursor; then the repositories below it. Pure. */
export function resultRows(state: ResultState, frame: Frame): ResultRows {
  const { result, listed } = state;
  const card = cardLines(result, frame).length;
  // The head of the list, and the notice.
  const fixed = card + keyRows(frame) + 1 + noticeLines(state, frame.width).length;
  let left = Math.max(1, frame.height - fixed);
  const blocks = failureBlocks(result.run, frame);
  const all = blocks.reduce((sum, block) => sum + block.length, 0);
  const most = Math.max(blocks[0]?.length ?? 0, Math.floor(left / 2));
  const failures = Math.max(0, Math.min(all, most, left - 1));
  left -= failures;
  const rows = Math.max(
    1,
    listed === 'to-dos' ? toDosIn(result).length : repositoriesIn(result).length,
  );
  // The last one stands above the keys.
  const gaps = failures > 0 ? 3 : 2;
  const hasGaps = left >= Math.min(rows, 3) + gaps;
  if (hasGaps) left -= gaps;
  const list = Math.min(rows, left);
  left -= list;
  const longest = listed === 'to-dos' ? longestFix(toDosIn(result), frame) : 0;
  const fix = longest <= left ? longest : 0;
  left -= fix;
  const head = hasGaps ? 2 : 1;
  const isBelow = listed === 'to-dos' && left >= head + leastBelow;
  const below = isBelow ? Math.min(repositoriesIn(result).length, left - head) : 0;
  return { failures, list, fix, below, hasGaps };
}

/** Everything above the keys. Pure. */
export function resultLines(state: ResultState, frame: Frame): readonly Line[] {
  const { glyphs, width } = frame;
  const { result, listed } = state;
  const rows = resultRows(state, frame);
  const gap: readonly Line[] = rows.hasGaps ? [[]] : [];
  const failures = blocksThatFit(failureBlocks(result.run, frame), {
    ...frame,
    rows: rows.failures,
  }).lines;
  const lines = [
    ...cardLines(result, frame),
    ...(failures.length === 0 ? [] : [...gap, ...failures]),
    ...gap,
    ...(listed === 'to-dos'
      ? toDoLines(state, rows, frame)
      : repositoryLines(state, rows.list, frame)),
    ...(rows.below === 0 ? [] : [...gap, ...addressLines(state, rows.below, frame)]),
    ...gap,
  ];
  // What the last key came to is seen in any case.
  const notice = noticeLines(state, width);
  const room = Math.max(0, frame.height - keyRows(frame) - notice.length);
  return [...lines.slice(0, room), ...notice].map((one) => cutLine(one, width, glyphs.ellipsis));
}

/** `To do by hand (3)  1-2 of 3` */
function headOf(
  title: string,
  { count, top, rows }: { count: number; top: number; rows: number },
): Line {
  const where = count > rows ? `  ${top + 1}-${Math.min(count, top + rows)} of ${count}` : '';
  return line(['strong', `${title} (${count})`], ['quiet', where]);
}

function toDoLines(
  state: ResultState,
  { list: rows, fix }: Pick<ResultRows, 'list' | 'fix'>,
  frame: Frame,
): readonly Line[] {
  const all = toDosIn(state.result);
  const { cursor, top } = intoList(state.list, { count: all.length, height: rows });
  const hasFix = fix === 0;
  const shown = all.slice(top, top + rows).flatMap((toDo, index) => {
    const isHere = top + index === cursor;
    const row = toDoRow(toDo, { isHere, hasFix, ...frame });
    return isHere && !hasFix ? [row, ...fixLines(toDo, frame)] : [row];
  });
  const none = all.length === 0 ? [line(['quiet', '  Nothing is left to do.'])] : [];
  // As many rows for a short fix, so that nothing below jumps.
  const filled = Math.max(0, Math.min(rows, all.length) + fix - shown.length);
  const head = headOf('To do by hand', { count: all.length, top, rows });
  return [head, ...shown, ...Array.from({ length: filled }, () => []), ...none];
}

/** The fix of something to do: the beginning of a long one. */
function fixLines({ fix }: ToDo, { width, glyphs }: Frame): readonly Line[] {
  if (fix === null) return [];
  const [first = '', ...more] = wrap(`Fix: ${fix}`, width - fixIndent);
  const texts = [first, ...more].slice(0, mostFix);
  const isCut = more.length >= mostFix;
  return texts.map((text, at) => {
    const end = isCut && at === texts.length - 1 ? glyphs.ellipsis : '';
    return line(' '.repeat(fixIndent), ['quiet', `${text}${end}`]);
  });
}

const fixIndent = 4;

function longestFix(all: readonly ToDo[], frame: Frame): number {
  return Math.max(0, ...all.map((one) => fixLines(one, frame).length));
}

function toDoRow(
  toDo: ToDo,
  { isHere, hasFix, ...frame }: Frame & { readonly isHere: boolean; readonly hasFix: boolean },
): Line {
  const { glyphs } = frame;
  const { kind, repositories, text, fix } = toDo;
  const many = repositories.length;
  const name = many > 1 ? `${many} repositories` : (repositories[0] ?? whereText(toDo));
  const cell = nameCell(name, frame);
  const [role, sign]: readonly [Role, string] =
    kind === 'defect' ? ['bad', glyphs.failed] : ['warning', glyphs.warning];
  return line(
    isHere ? ['selected', `${glyphs.pointer} `] : '  ',
    [role, sign],
    ' ',
    isHere ? ['selected', cell] : cell,
    `  ${text}`,
    fix === null || !hasFix ? '' : ['quiet', `  ${fix}`],
  );
}

function repositoryLines(state: ResultState, rows: number, frame: Frame): readonly Line[] {
  const all = repositoriesIn(state.result);
  const { cursor, top } = intoList(state.list, { count: all.length, height: rows });
  const shown = all
    .slice(top, top + rows)
    .map((one, index) => repositoryRow(state, one, { isHere: top + index === cursor, ...frame }));
  return [headOf('Repositories', { count: all.length, top, rows }), ...shown];
}

/** The repositories below what is to be done: as many as fit. */
function addressLines(state: ResultState, rows: number, frame: Frame): readonly Line[] {
  const all = repositoriesIn(state.result);
  const shown = all
    .slice(0, rows)
    .map((one) => repositoryRow(state, one, { isHere: false, ...frame }));
  return [headOf('Repositories', { count: all.length, top: 0, rows }), ...shown];
}

function repositoryRow(
  state: ResultState,
  repository: RepositoryView,
  { isHere, ...frame }: Frame & { readonly isHere: boolean },
): Line {
  const { glyphs } = frame;
  const name = nameCell(repository.source, frame);
  const isFailed = repository.status === 'failed';
  const at: Role = isFailed ? 'bad' : 'selected';
  return line(
    isHere ? [at, `${glyphs.pointer} `] : '  ',
    signOf(repository, glyphs),
    ' ',
    isHere ? [at, name] : name,
    '  ',
    ...detailOf(state, repository),
  );
}

function signOf({ status }: RepositoryView, glyphs: Glyphs): readonly [Role, string] {
  if (status === 'succeeded') return ['good', glyphs.succeeded];
  if (status === 'failed') return ['bad', glyphs.failed];
  return status === 'skipped' ? ['quiet', glyphs.skipped] : ['quiet', glyphs.pending];
}

/** Where it is, or why it is not there. */
function detailOf({ result }: ResultState, repository: RepositoryView): Line {
  const { status, failure, reason, target } = repository;
  if (status === 'failed') return line(safe(failure?.message ?? 'failed'));
  if (status === 'skipped') return line(['quiet', `skipped  ${safe(skipReason(reason))}`]);
  const page = status === 'succeeded' ? repositoryPage(result, target) : null;
  return page === null ? line(['quiet', statusWord(status)]) : [{ text: page, link: page }];
}

/** The effect of the last key. Pure. */
export function noticeLines({ notice }: ResultState, width: number): readonly Line[] {
  return notice === null ? [] : wrap(notice, width).map((text) => line(['warning', text]));
}

/** All of something to do: the whole text, what to do, and every repository that has it. Pure. */
export function toDoDetail(toDo: ToDo, width: number): readonly Line[] {
  const { kind, repositories, text, fix, pages } = toDo;
  return [
    ...wrap(whereText(toDo), width).map((one) => line(['title', one])),
    [],
    ...wrap(text, width).map((one) => (kind === 'defect' ? line(['bad', one]) : line(one))),
    ...(fix === null ? [] : [[], ...wrap(fix, width).map((one) => line(one))]),
    ...(pages.length === 0 ? [] : [[], ...pages.map((page) => [{ text: page, link: page }])]),
    ...(repositories.length < 2 ? [] : [[], ...repositories.map((one) => line(`  ${safe(one)}`))]),
  ];
}
