import { count, formatBytes, formatElapsed } from '../../../core/kernel/format/format.ts';
import { safe } from '../../../core/kernel/format/terminal-text.ts';
import { serviceName } from '../../../core/ports/credentials/host-service.ts';
import type { Progress } from '../../../core/ports/records/events.ts';
import { ratePerSecond } from '../../../core/report/run/rate.ts';
import { type RunClock, timeTaken } from '../../../core/report/run/repository-view.ts';
import type { RepositoryView } from '../../../core/report/run/run-state.ts';
import { skipReason, stepWord } from '../../../core/report/status-words.ts';
import { matchPieces } from '../../../ui/input/filter.ts';
import { barLine } from '../../../ui/text/bar.ts';
import { cutLine, type Line, line, type Span } from '../../../ui/text/line.ts';
import { toWidth, widthOf } from '../../../ui/text/text-width.ts';
import { type Glyphs, spinnerAt } from '../../../ui/theme/glyphs.ts';
import type { Role } from '../../../ui/theme/theme.ts';
import { laneCells, lanesWidth } from './lanes.ts';
import { detailWidth, hasLanes, nameWidth, withTime } from './repository-columns.ts';

interface RowOptions {
  readonly width: number;
  readonly glyphs: Glyphs;
  readonly now: number;
  readonly run: RunClock;
  /** It is being compared with the target. */
  readonly isCompared: boolean;
  /** The cursor is on it. */
  readonly isHere: boolean;
  /** Matches are marked in the name. */
  readonly filter: string;
  /** Columns that the longest name takes. */
  readonly longest: number;
}

/** A repository in one row: its step, progress and rate; or why it waits or has failed. Pure. */
export function repositoryRow(repository: RepositoryView, options: RowOptions): Line {
  const { glyphs, isHere, filter, width } = options;
  const columns = nameWidth(width, options.longest);
  const name = toWidth(safe(repository.source), columns, glyphs.ellipsis);
  const pointer = isHere ? `${glyphs.pointer} ` : '  ';
  const row = line(
    pointer,
    ...signOf(repository, options),
    ' ',
    ...matchPieces(name, filter).map(
      ({ text, matches }): Span => ({ text, ...(matches && { role: 'match' }) }),
    ),
    '  ',
    ...(goesThroughLanes(repository, width)
      ? laneRow(repository, options)
      : stateOf(repository, options)),
  );
  const whole = cutLine(withTime(row, repository, options), width, glyphs.ellipsis);
  if (!isHere) return whole;
  // A lane says more by its colour, and a failure stays one.
  const role: Role = repository.status === 'failed' ? 'bad' : 'selected';
  return whole.map((span) =>
    span.role === undefined || span.role === 'quiet' ? { ...span, role } : span,
  );
}

/** A reason takes the place of the lanes: it has to be read whole. */
function goesThroughLanes({ status, endedEarlier }: RepositoryView, width: number): boolean {
  if (!hasLanes(width) || endedEarlier) return false;
  return status === 'running' || status === 'waiting' || status === 'succeeded';
}

function laneRow(repository: RepositoryView, options: RowOptions): Line {
  const cells = laneCells(repository, { ...options, isHeld: options.run.heldSince !== null });
  return [...cells, ...laneDetail(repository, options)];
}

/** The first that can be read whole behind the lanes: half an address or amount says nothing. */
function fitting(texts: readonly string[], width: number): string {
  return texts.find((text) => widthOf(text) <= detailWidth(width)) ?? '';
}

/** Milliseconds below which a wait is none that people could follow. */
const shortest = 1000;

/** Says behind the lanes what they do not. */
function laneDetail(repository: RepositoryView, { now, width }: RowOptions): Line {
  const { status, wait, progress, webUrl, source, target } = repository;
  if (status === 'succeeded') {
    const isPage = webUrl !== null && /^https?:\/\//.test(webUrl) && safe(webUrl) === webUrl;
    const names = target === source ? [] : [safe(target)];
    if (!isPage) return line(['quiet', fitting(names, width)]);
    const text = fitting([webUrl.replace(/^https?:\/\//, ''), ...names], width);
    return text === '' ? [] : [{ text, role: 'quiet', link: webUrl }];
  }
  if (status === 'waiting' && wait !== null && wait.until > now + shortest) {
    const host = safe(serviceName(wait));
    const time = formatElapsed(wait.until - now);
    return line(['warning', fitting([`waits for ${host}, ${time}`, `waits ${time}`], width)]);
  }
  if (progress === null || progress.total === 0) return [];
  const rate = rateText(repository, now);
  const rates = rate === null ? [] : [rate];
  // The lane has the number of pull requests.
  const amounts =
    progress.unit === 'pull requests'
      ? [[]]
      : [[amountText(progress)], [amountText({ ...progress, what: '' }).trimEnd()]];
  const texts = [...amounts.map((one) => [...one, ...rates]), ...amounts];
  return line([
    'quiet',
    fitting(
      texts.map((one) => one.join(', ')),
      width,
    ),
  ]);
}

function signOf({ status }: RepositoryView, { glyphs, now, run, isCompared }: RowOptions): Line {
  if (isCompared) return line(['active', spinnerAt(glyphs, now)]);
  if (run.heldSince !== null && status === 'running') return line(['warning', glyphs.waiting]);
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
  if (options.isCompared) return line(['active', 'verifying']);
  const { status, failure, reason, refs, wait } = repository;
  switch (status) {
    case 'pending':
      return line(['quiet', hasLanes(options.width) ? queuedText(repository, options) : 'queued']);
    case 'failed':
      return line(['bad', 'failed'], `  ${safe(failure?.message ?? '')}`);
    case 'skipped':
      return line(['quiet', `skipped  ${safe(skipReason(reason))}`]);
    case 'succeeded':
      return line(['good', 'done'], refs === null ? '' : `  ${arrivedText(repository)}`);
    case 'waiting':
      return wait === null || wait.until <= options.now + shortest
        ? runningState(repository, options)
        : line(
            ['warning', `waiting ${formatElapsed(wait.until - options.now)}`],
            ` for ${safe(serviceName(wait))}: ${shortReason(wait.reason)}`,
          );
    case 'running':
      return runningState(repository, options);
  }
}

/** Shortens `limit of 900 points a minute reached` to `900 points/minute`. */
function shortReason(reason: string): string {
  const [, limit] = /^limit of (.+) reached$/.exec(reason) ?? [];
  return safe(limit === undefined ? reason : limit.replace(/ an? (hour|minute)$/, '/$1'));
}

/** `1 ref, 5 LFS objects, 3 pull requests` */
function arrivedText({ refs, lfsObjects, pullRequests }: RepositoryView): string {
  const parts = [
    [refs ?? 0, 'ref'],
    [lfsObjects ?? 0, 'LFS object'],
    [pullRequests?.total ?? 0, 'pull request'],
  ] as const;
  const shown = parts.filter(([many], index) => index === 0 || many > 0);
  return shown.map(([many, one]) => count(many, one)).join(', ');
}

/** `queued`, and behind the lanes `12 MB, 1,204 pull requests`. */
function queuedText({ sizeBytes, expected }: RepositoryView, { width }: RowOptions): string {
  const size = sizeBytes === null ? [] : [formatBytes(sizeBytes)];
  const pulls = ['pull request', 'PR'].map((one) => (expected ? [count(expected, one)] : []));
  const texts = [...pulls.map((one) => [...size, ...one].join(', ')), ...size];
  return `${'queued'.padEnd(lanesWidth)}${fitting(texts, width)}`;
}

const stepWidth = 13;

function runningState(repository: RepositoryView, options: RowOptions): Line {
  const { step, progress } = repository;
  const { width, glyphs, now } = options;
  const name = toWidth(step === null ? 'starting' : stepWord(step), stepWidth, glyphs.ellipsis);
  const taken = timeTaken(repository, options.run, now);
  const time = taken === null ? '' : formatElapsed(taken);
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

/** `12 of 500 refs`, `1.5 MB`, `40%`. */
export function amountText({ done, total, unit, what }: Progress): string {
  if (unit === 'percent') return `${Math.round(done)}% ${safe(what)}`;
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
