import { repositoryPage } from '../../core/commands/run-result.ts';
import { count, formatDuration } from '../../core/kernel/format/format.ts';
import { safe } from '../../core/kernel/format/terminal-text.ts';
import { activeTime, type RepositoryView, type RunState } from '../../core/report/run/run-state.ts';
import { skipReason, statusWord } from '../../core/report/status-words.ts';
import { intoList } from '../../ui/input/list-state.ts';
import { cutLine, type Line, line, lineWidth } from '../../ui/text/line.ts';
import { toWidth } from '../../ui/text/text-width.ts';
import { wrap } from '../../ui/text/wrap.ts';
import type { Glyphs } from '../../ui/theme/glyphs.ts';
import type { Role } from '../../ui/theme/theme.ts';
import { blocksThatFit, failureBlocks, warningBlocks } from '../causes/cause-lines.ts';
import { listed, type ResultState } from './result-state.ts';

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly glyphs: Glyphs;
}

/** An empty row, title, counts, amounts, the head of the list, notice and footer. */
const fixedRows = 7;
/** The empty row and the amounts, which a low terminal goes without. */
const spareRows = 2;
const low = 12;

interface ResultRows {
  /** Rows of the list. */
  readonly list: number;
  /** Lines of the causes, with their title; 0 where there are none. */
  readonly causes: number;
}

/** How many repositories fit: causes take a third of the rest, or what the first needs to be whole. Pure. */
export function resultRows(state: ResultState, frame: Frame): ResultRows {
  const { height, width } = frame;
  const notice = noticeLines(state, width).length - 1;
  const rest = Math.max(1, height - notice - fixedRows + (height < low ? spareRows : 0));
  const blocks = causeBlocks(state.result.run, frame);
  const [first] = blocks;
  if (first === undefined) return { list: rest, causes: 0 };
  const most = Math.min(Math.max(Math.floor(rest / 3), first.length + 1), rest - 1);
  const wanted = blocks.reduce((sum, block) => sum + block.length, 1);
  const causes = Math.min(wanted, most);
  return causes < 2 ? { list: rest, causes: 0 } : { list: rest - causes, causes };
}

/** Everything above the footer, in at most `height` - 1 rows. Pure. */
export function resultLines(state: ResultState, frame: Frame): readonly Line[] {
  const { glyphs, width } = frame;
  const { run } = state.result;
  const rows = resultRows(state, frame);
  const isLow = frame.height < low;
  const lines = [
    ...(isLow ? [] : [[]]),
    titleLine(run, glyphs),
    countsLine(run, glyphs),
    ...(isLow ? [] : [amountsLine(run)]),
    ...causeLines(run, rows.causes, frame),
    ...listLines(state, rows.list, frame),
    ...noticeLines(state, width),
  ];
  return lines.map((one) => cutLine(one, width, glyphs.ellipsis));
}

function titleLine(run: RunState, glyphs: Glyphs): Line {
  const [role, title] = titles[run.status] ?? ['warning', 'Ended'];
  const time = formatDuration(activeTime(run, 0) ?? 0);
  const where = `${safe(run.workspace ?? '')} ${glyphs.arrow} ${safe(run.organization ?? '')}`;
  return line([role, title], ['title', `  ${run.migration ?? ''}`], `  ${time}`, [
    'quiet',
    `  ${where}`,
  ]);
}

const titles: Readonly<Partial<Record<RunState['status'], readonly [Role, string]>>> = {
  completed: ['good', 'Completed'],
  completed_with_failures: ['bad', 'Completed with failures'],
  failed: ['bad', 'Failed'],
  paused: ['warning', 'Paused'],
};

function countsLine({ counts }: RunState, glyphs: Glyphs): Line {
  const { succeeded, skipped, failed } = counts ?? { succeeded: 0, skipped: 0, failed: 0 };
  return line(
    ['good', `${glyphs.succeeded} ${succeeded} done`],
    ...(failed > 0 ? [['bad', `  ${glyphs.failed} ${failed} failed`] as const] : []),
    ...(skipped > 0 ? [['quiet', `  ${glyphs.skipped} ${skipped} skipped`] as const] : []),
  );
}

function amountsLine({ repositories }: RunState): Line {
  const all = [...repositories.values()];
  const sum = (of: (one: RepositoryView) => number | null | undefined) =>
    all.reduce((total, one) => total + (of(one) ?? 0), 0);
  const parts = [
    [sum(({ refs }) => refs), 'ref'],
    [sum(({ lfsObjects }) => lfsObjects), 'LFS object'],
    [sum(({ pullRequests }) => pullRequests?.total), 'pull request'],
    [sum(({ pullRequests }) => pullRequests?.comments), 'comment'],
  ] as const;
  const shown = parts.filter(([many]) => many > 0).map(([many, what]) => count(many, what));
  return line(['quiet', shown.join(', ')]);
}

function causeBlocks(run: RunState, frame: Frame): readonly (readonly Line[])[] {
  return [...failureBlocks(run, frame), ...warningBlocks(run, frame)];
}

/** The causes that fit whole, at least a part of the first. */
function causeLines(run: RunState, rows: number, frame: Frame): readonly Line[] {
  if (rows < 2) return [];
  const { lines, more } = blocksThatFit(causeBlocks(run, frame), rows - 1);
  const title = more > 0 ? `Causes, ${more} more in the summary` : 'Causes';
  return [line(['strong', title]), ...lines];
}

function listLines(state: ResultState, rows: number, { width, glyphs }: Frame): readonly Line[] {
  const all = listed(state.result);
  const { cursor, top } = intoList(state.list, { count: all.length, height: rows });
  const where =
    all.length > rows ? `  ${top + 1}-${Math.min(all.length, top + rows)} of ${all.length}` : '';
  const head = line(['strong', 'Repositories'], ['quiet', where]);
  const nameWidth = width < 60 ? 14 : 28;
  const shown = all.slice(top, top + rows).map((repository, index) => {
    const isHere = top + index === cursor;
    const name = toWidth(safe(repository.source), nameWidth, glyphs.ellipsis);
    const [role, sign] = signOf(repository, glyphs);
    return line(
      isHere ? ['selected', `${glyphs.pointer} `] : '  ',
      [role, sign],
      ' ',
      isHere ? ['selected', name] : name,
      '  ',
      ...detailOf(state, repository),
    );
  });
  return [head, ...shown];
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

function noticeLines({ notice, result }: ResultState, width: number): readonly Line[] {
  if (notice !== null) return wrap(notice, width).map((text) => line(['warning', text]));
  const hint = line(['quiet', 'In another terminal: '], result.statusCommand);
  // A command that is cut cannot be copied.
  return [lineWidth(hint) > width ? [] : hint];
}
