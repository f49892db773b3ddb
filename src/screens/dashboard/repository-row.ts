import { formatBytes, formatDuration } from '../../core/kernel/format/format.ts';
import { safe } from '../../core/kernel/format/terminal-text.ts';
import type { BudgetView } from '../../core/network/budgets.ts';
import type { Progress } from '../../core/ports/records/events.ts';
import { serviceName } from '../../core/report/estimate/service-name.ts';
import { ratePerSecond } from '../../core/report/run/rate.ts';
import type { RepositoryView } from '../../core/report/run/run-state.ts';
import { skipReason } from '../../core/report/status-words.ts';
import { matchPieces } from '../../ui/input/filter.ts';
import { barLine } from '../../ui/text/bar.ts';
import { cutLine, type Line, line, type Span } from '../../ui/text/line.ts';
import { toWidth } from '../../ui/text/text-width.ts';
import { type Glyphs, spinnerAt } from '../../ui/theme/glyphs.ts';
import type { Role } from '../../ui/theme/theme.ts';
import { stateWidth, withColumns } from './repository-columns.ts';

interface RowOptions {
  readonly width: number;
  readonly glyphs: Glyphs;
  readonly now: number;
  /** They know which service a host belongs to. */
  readonly budgets: readonly BudgetView[];
  /** The cursor is on it. */
  readonly isHere: boolean;
  /** Matches are marked in the name. */
  readonly filter: string;
}

/** A repository in one row: its step, progress and rate; or why it waits or has failed. Pure. */
export function repositoryRow(repository: RepositoryView, options: RowOptions): Line {
  const { glyphs, isHere, filter } = options;
  const width = stateWidth(options.width);
  const name = toWidth(safe(repository.source), nameWidth(options.width), glyphs.ellipsis);
  const pointer = isHere ? `${glyphs.pointer} ` : '  ';
  const row = cutLine(
    line(
      pointer,
      ...signOf(repository, options),
      ' ',
      ...matchPieces(name, filter).map(
        ({ text, matches }): Span => ({
          text,
          ...(matches && { role: 'match' }),
        }),
      ),
      '  ',
      ...stateOf(repository, { ...options, width }),
    ),
    width,
    glyphs.ellipsis,
  );
  const whole = withColumns(row, repository, options);
  return isHere
    ? whole.map((span) => (span.role === 'match' ? span : { ...span, role: 'selected' }))
    : whole;
}

function nameWidth(width: number): number {
  if (width < 60) return 12;
  if (width < 100) return 20;
  return width < 140 ? 29 : 32;
}

function signOf({ status }: RepositoryView, { glyphs, now }: RowOptions): Line {
  const signs: Readonly<Record<RepositoryView['status'], readonly [Role, string]>> = {
    running: ['active', spinnerAt(glyphs, now)],
    waiting: ['warning', glyphs.waiting],
    failed: ['bad', glyphs.failed],
    pending: ['quiet', glyphs.pending],
    succeeded: ['good', glyphs.succeeded],
    skipped: ['quiet', glyphs.skipped],
  };
  return line(signs[status]);
}

function stateOf(repository: RepositoryView, options: RowOptions): Line {
  const { status, failure, reason, refs, wait } = repository;
  switch (status) {
    case 'pending':
      return line(['quiet', 'queued']);
    case 'failed':
      return line(['bad', 'failed'], `  ${safe(failure?.message ?? '')}`);
    case 'skipped':
      return line(['quiet', `skipped  ${safe(skipReason(reason))}`]);
    case 'succeeded':
      return line(['good', 'done'], refs === null ? '' : `  ${refs} refs`);
    case 'waiting':
      return wait === null || wait.until <= options.now
        ? runningState(repository, options)
        : line(
            ['warning', `waiting ${formatDuration(wait.until - options.now)}`],
            ` for ${safe(serviceName(wait.host, options.budgets))}: ${safe(wait.reason)}`,
          );
    case 'running':
      return runningState(repository, options);
  }
}

const stepWidth = 13;

function runningState(repository: RepositoryView, options: RowOptions): Line {
  const { step, progress, startedAt } = repository;
  const { width, glyphs, now } = options;
  const name = toWidth(step ?? 'starting', stepWidth, glyphs.ellipsis);
  const time = startedAt === null ? '' : formatDuration(now - startedAt);
  // An empty list is no progress.
  if (progress === null || progress.total === 0) return line(name, ['quiet', `  ${time}`]);
  const { done, total } = progress;
  const bar =
    total === null || width < 70
      ? []
      : line(' ', ...barLine({ share: shareOf(done, total), width: 8, glyphs }));
  const rate = rateText(repository, now);
  return line(
    name,
    ...bar,
    `  ${amountText(progress)}`,
    ['quiet', rate === null ? '' : `  ${rate}`],
    ['quiet', width < 100 ? '' : `  ${time}`],
  );
}

/** Below 1: a step that has done all of its items has still to end. */
function shareOf(done: number, total: number): number {
  return Math.min(0.999, total === 0 ? 1 : done / total);
}

/** `12 of 500 refs`, `1.5 MB`, `40 %`. */
export function amountText({ done, total, unit, what }: Progress): string {
  if (unit === 'percent') return `${Math.round(done)} % ${safe(what)}`;
  if (unit === 'state') return safe(what);
  const text = (many: number) =>
    unit === 'bytes' ? formatBytes(many) : many.toLocaleString('en-US');
  const amount = total === null ? text(done) : `${text(done)} of ${text(total)}`;
  if (unit === 'bytes') return `${amount} ${safe(what)}`;
  // The step's name says the unit.
  return unit === 'pull requests' ? amount : `${amount} ${unit}`;
}

/** `1.2 MB/s`, `40/min`; `null` while it is unknown. */
export function rateText({ points, progress }: RepositoryView, now: number): string | null {
  if (progress === null || progress.unit === 'percent' || progress.unit === 'state') return null;
  const rate = ratePerSecond(points, progress.done, now);
  if (rate === null) return null;
  if (progress.unit === 'bytes') return `${formatBytes(Math.round(rate))}/s`;
  return rate >= 10 ? `${Math.round(rate)}/s` : `${Math.max(1, Math.round(60 * rate))}/min`;
}
