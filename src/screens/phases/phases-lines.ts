import type { PhaseResult } from '../../core/commands/phase-view.ts';
import { foldLines } from '../../core/kernel/fold-lines.ts';
import { formatDuration, formatElapsed } from '../../core/kernel/format/format.ts';
import { safe } from '../../core/kernel/format/terminal-text.ts';
import {
  countOf,
  type PhaseRow,
  type PhaseStatus,
  statusOf,
} from '../../core/report/phase-rows.ts';
import { cutLine, type Line, line, lineWidth } from '../../ui/text/line.ts';
import { lineOfPrinted } from '../../ui/text/styled-text.ts';
import { cut, toWidth, widthOf } from '../../ui/text/text-width.ts';
import { wrap } from '../../ui/text/wrap.ts';
import type { Glyphs } from '../../ui/theme/glyphs.ts';
import type { Role } from '../../ui/theme/theme.ts';
import { problemBlocks } from '../causes/cause-lines.ts';
import { lockedTime } from './phases-lock.ts';
import { type PhasesState, shownStatuses } from './phases-state.ts';

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly glyphs: Glyphs;
}

/** The body of the screen, whether it fits or not, and the rows that the cursor is at. */
interface BodyLines {
  readonly lines: readonly Line[];
  readonly from: number;
  readonly to: number;
}

/** Title, time since the lock, and an empty row. Pure. */
export function headLines(state: PhasesState, { width, glyphs }: Frame): readonly Line[] {
  const { run, startedAt, now, result } = state;
  if (run === null) return [];
  const where = `${safe(run.workspace)} ${glyphs.arrow} ${safe(run.organization)}`;
  const time = result === null ? formatElapsed(now - startedAt) : '';
  const left = line(['title', run.title], ['quiet', `  ${where}`]);
  const gap = width - lineWidth(left) - widthOf(time);
  const title = gap > 1 ? line(...left, ' '.repeat(gap), ['quiet', time]) : left;
  const locked = lockedLine(state);
  return [title, ...(locked === null ? [] : [locked]), []].map((one) =>
    cutLine(one, width, glyphs.ellipsis),
  );
}

/** Describes how long people have been unable to push; the result says it at the end. */
function lockedLine(state: PhasesState): Line | null {
  const time = lockedTime(state);
  if (time === null || state.result?.verdict === 'good') return null;
  const open = state.rows.find(({ id }) => id === 'open');
  const isOpen = open !== undefined && statusOf(open) === 'done';
  return isOpen
    ? line(['good', `GitHub is open. Nobody could push for ${formatDuration(time)}.`])
    : line(['warning', `Bitbucket locked for ${formatElapsed(time)}`]);
}

/** How long a phase has taken. */
function timeOf({ begunAt, endedAt }: PhaseRow, now: number): string {
  if (begunAt === null) return '';
  return endedAt === null ? formatElapsed(now - begunAt) : formatDuration(endedAt - begunAt);
}

/** The checklist, and below it the result or the log. Pure. */
export function bodyLines(state: PhasesState, frame: Frame): BodyLines {
  const rows = phaseLines(state, frame);
  const { result, cursor, question } = state;
  if (question !== null) {
    const asked = presentedLines(state, frame);
    // What is asked about comes first where both do not fit.
    const lines = rows.length + asked.length < frame.height ? [...rows, [], ...asked] : asked;
    return { lines, from: 0, to: 0 };
  }
  if (result === null) {
    const said = presentedLines(state, frame).slice(-2);
    // What was agreed to stays in sight where the log has room below it.
    const isKept = said.length > 0 && rows.length + said.length + 5 <= frame.height;
    const above = isKept ? [...rows, [], ...said] : rows;
    return {
      lines: [...above, [], ...logLines(state, frame, above.length)],
      from: cursor,
      to: cursor,
    };
  }
  return withResult(state, result, { rows, frame });
}

/** How many places the cursor has. Pure. */
export function stopsOf({ rows, result }: Pick<PhasesState, 'rows' | 'result'>): number {
  return rows.length + (result?.groups.length ?? 0);
}

function withResult(
  { cursor, rows: all }: PhasesState,
  result: PhaseResult,
  { rows, frame }: { readonly rows: readonly Line[]; readonly frame: Frame },
): BodyLines {
  const { width, glyphs } = frame;
  const isGood = result.verdict === 'good';
  const sign = isGood ? glyphs.succeeded : glyphs.failed;
  const role: Role = isGood ? 'good' : 'bad';
  const lines: Line[] = [...rows, []];
  for (const text of wrap(`${sign} ${result.title}`, width)) lines.push(line([role, text]));
  lines.push(...routeLines(result, frame));
  let [from, to] = [cursor, cursor];
  for (const [at, block] of problemBlocks(result.groups, {
    ...frame,
    width: width - 2,
  }).entries()) {
    const isHere = cursor === all.length + at;
    if (isHere) [from, to] = [lines.length, lines.length + block.length - 1];
    lines.push(
      ...block.map((one, row) =>
        line(isHere && row === 0 ? ['selected', `${glyphs.pointer} `] : '  ', ...one),
      ),
    );
  }
  if (result.lines.length > 0) lines.push([]);
  lines.push(...foldLines(result.lines, width).map(lineOfPrinted));
  return { lines, from, to };
}

function routeLines({ route }: PhaseResult, { width, glyphs }: Frame): readonly Line[] {
  if (route === undefined) return [];
  const texts = wrap(`${route.from} ${glyphs.arrow} ${route.to}`, width - 2);
  return texts.map((text) => line(['quiet', `  ${text}`]));
}

/** Lines of what a question is about. */
function presentedLines({ presented }: PhasesState, { width }: Frame): readonly Line[] {
  return foldLines(presented, width).map(lineOfPrinted);
}

/** The newest lines that fit. */
function logLines(
  { log, asking }: PhasesState,
  { width, height, glyphs }: Frame,
  above: number,
): readonly Line[] {
  const rows = Math.max(0, height - above - 1 - (asking === null ? 0 : 1));
  if (rows === 0) return [];
  return log.slice(-rows).map((text) => cutLine(line(['quiet', text]), width, glyphs.ellipsis));
}

const signRoles: Readonly<Record<PhaseStatus, Role>> = {
  later: 'quiet',
  current: 'active',
  waiting: 'warning',
  done: 'good',
  failed: 'bad',
};

function signOf(status: PhaseStatus, glyphs: Glyphs): readonly [Role, string] {
  const { succeeded, current, later, waiting, failed } = glyphs;
  return [signRoles[status], { later, current, waiting, done: succeeded, failed }[status]];
}

/** One line for each phase. */
function phaseLines(state: PhasesState, { width, glyphs }: Frame): readonly Line[] {
  const { rows, cursor, now, question } = state;
  const labelWidth = Math.max(0, ...rows.map(({ label }) => widthOf(label)));
  const countWidth = Math.max(0, ...rows.map((row) => widthOf(countText(row))));
  const statuses = shownStatuses(state);
  return rows.map((row, at) => {
    const isHere = at === cursor && question === null;
    const status = statuses[at] ?? 'later';
    const label = toWidth(row.label, labelWidth, glyphs.ellipsis);
    const begun = line(
      isHere ? ['selected', `${glyphs.pointer} `] : '  ',
      signOf(status, glyphs),
      ' ',
      isHere ? ['selected', label] : status === 'later' ? ['quiet', label] : label,
      ['quiet', `  ${countText(row).padStart(countWidth)}`],
    );
    const time = timeOf(row, now);
    const room = width - lineWidth(begun) - timeWidth;
    const inside = insideText(row);
    const names = room > 8 ? cut(`  ${inside}`, room, glyphs.ellipsis) : '';
    const space = ' '.repeat(
      Math.max(0, width - lineWidth(begun) - widthOf(names) - widthOf(time)),
    );
    return cutLine(line(...begun, names, space, ['quiet', time]), width, glyphs.ellipsis);
  });
}

/** Two blanks and a time. */
const timeWidth = 9;

function countText(row: PhaseRow): string {
  const { total, begunAt, earlier } = row;
  if (total === null || total === 0 || (begunAt === null && earlier === 0)) return '';
  return `${countOf(row)} of ${total}`;
}

/** The repositories that are in a phase, with their steps. Hostile texts made safe. */
function insideText({ inside }: PhaseRow): string {
  return [...inside]
    .map(([source, { step }]) => `${safe(source)}${step === null ? '' : ` (${safe(step)})`}`)
    .join(', ');
}

/** Everything about one phase: each repository with what it came to. Pure. */
export function detailLines(state: PhasesState, frame: Frame): readonly Line[] {
  const { rows, cursor, result } = state;
  const group = result?.groups[cursor - rows.length];
  const { width } = frame;
  if (group !== undefined) {
    const [block = []] = problemBlocks([group], frame);
    const names = group.repositories.map((one) => line(`  ${safe(one)}`));
    const detail = group.cause.detail === null ? [] : wrap(safe(group.cause.detail), width);
    return [...block, ...detail.map((text) => line(['quiet', text])), [], ...names];
  }
  const row = rows[cursor];
  return row === undefined ? [] : phaseDetail(state, row, frame);
}

function phaseDetail(state: PhasesState, row: PhaseRow, frame: Frame) {
  const { now } = state;
  const { width, glyphs } = frame;
  const { passed, inside, left, earlier, total } = row;
  const time = `  ${timeOf(row, now)}`;
  const status = shownStatuses(state)[state.cursor] ?? 'later';
  const waiting = left.filter((source) => !passed.has(source) && !inside.has(source));
  const lines = [
    line(signOf(status, glyphs), ' ', ['title', row.label], ['quiet', time]),
    ...(total === null ? [] : [line(['quiet', countText(row)])]),
    [],
    ...[...inside].map(([source, { at, step }]) =>
      line(signOf('current', glyphs), ` ${safe(source)}`, [
        'quiet',
        `  ${step === null ? '' : `${safe(step)}, `}${formatElapsed(now - at)}`,
      ]),
    ),
    ...[...passed].map(([source, { summary, isBad }]) =>
      line(signOf(isBad ? 'failed' : 'done', glyphs), ` ${safe(source)}`, [
        'quiet',
        `  ${safe(summary)}`,
      ]),
    ),
    ...waiting.map((source) => line(signOf('later', glyphs), ` ${safe(source)}`)),
    ...(earlier > 0 ? [line(['quiet', `${earlier} before this run`])] : []),
    // A phase without repositories: what it has found.
    ...(total === null ? presentedLines(state, frame) : []),
  ];
  return lines.map((one) => cutLine(one, width, glyphs.ellipsis));
}
