import {
  count,
  formatBytes,
  formatClock,
  formatDuration,
} from '../../../core/kernel/format/format.ts';
import { safe } from '../../../core/kernel/format/terminal-text.ts';
import { holdingWait } from '../../../core/report/estimate/holding-wait.ts';
import { serviceName } from '../../../core/report/estimate/service-name.ts';
import { limitedBy, throughput } from '../../../core/report/estimate/throughput.ts';
import { timeLeft } from '../../../core/report/estimate/time-left.ts';
import { activeTime, type RunState } from '../../../core/report/run/run-state.ts';
import { type WorkDone, workDone } from '../../../core/report/run/work-done.ts';
import { barLine, percentText } from '../../../ui/text/bar.ts';
import { cutLine, type Line, line } from '../../../ui/text/line.ts';
import type { Glyphs } from '../../../ui/theme/glyphs.ts';
import type { Role } from '../../../ui/theme/theme.ts';
import { blocksThatFit } from '../../causes/cause-lines.ts';
import { columnTitles } from '../list/repository-columns.ts';
import { repositoryRow } from '../list/repository-row.ts';
import { type DashboardState, endsItselfAt, waitsForPerson } from '../state/dashboard-state.ts';
import { budgetLines } from './budget-lines.ts';
import { limitsOf, listing } from './dashboard-layout.ts';

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly glyphs: Glyphs;
}

/** Everything above the footer, in at most `height` - 1 rows. Pure. */
export function dashboardLines(state: DashboardState, frame: Frame): readonly Line[] {
  const { run } = state;
  const work = workDone(run);
  const listed = listing(state, frame);
  const { layout } = listed;
  const gap: readonly Line[] = layout.hasGaps ? [[]] : [];
  const log = logLines(state, { ...frame, rows: layout.logRows, repository: null });
  const lines = [
    headLine(state, frame),
    ...(layout.hasBar ? [barOf(work, frame)] : []),
    countLine(work, frame.glyphs),
    ...(layout.hasRates ? [rateLine(state, frame)] : []),
    ...budgetLines(limitsOf(state), frame).slice(0, layout.budgetRows),
    ...blocksThatFit(listed.failures, layout.failureRows).lines,
    ...gap,
    ...listLines(state, frame, listed),
    ...(log.length === 0 ? [] : [...gap, line(['quiet', 'Log']), ...log]),
    noticeLine(state, work),
  ];
  return lines.map((one) => cutLine(one, frame.width, frame.glyphs.ellipsis));
}

/** Short enough for a tab: `migrator 42 %, 12 of 90`. Pure. */
export function dashboardTitle({ run }: Pick<DashboardState, 'run'>): string {
  const { total, done, succeeded, skipped, failed } = workDone(run);
  if (total === 0) return 'migrator';
  const paused = run.heldSince === null ? '' : ', paused';
  return `migrator ${percentText(done / total)}, ${succeeded + skipped + failed} of ${total}${paused}`;
}

function headLine(state: DashboardState, { glyphs }: Frame): Line {
  const { run, now } = state;
  const status = statusText(state);
  const active = activeTime(run, now);
  const elapsed = active === null ? '' : formatDuration(active);
  const leftText = leftOf(state, glyphs);
  const times =
    elapsed === '' ? '' : `  ${elapsed}${run.finishedAt === null ? `, left ${leftText}` : ''}`;
  const names =
    run.workspace === null
      ? ''
      : `  ${safe(run.workspace)} ${glyphs.arrow} ${safe(run.organization ?? '')}`;
  const many = run.processes === 1 ? '' : `  ${run.processes} processes`;
  return line(['title', run.migration ?? 'migrator'], '  ', status, times, many, ['quiet', names]);
}

/** A limit says at least how long it takes where nothing else does. */
function leftOf({ run, now }: DashboardState, glyphs: Glyphs): string {
  const left = timeLeft({ run, now });
  if (left !== null) return `about ${formatDuration(left)}`;
  const holding = holdingWait(run, now);
  if (holding?.limit === undefined) return glyphs.unknown;
  return `over ${formatDuration(holding.until - now)}`;
}

function statusText(state: DashboardState): readonly [Role, string] {
  const { run, isEnding } = state;
  if (isEnding && run.finishedAt === null) return ['warning', 'ending'];
  if (run.heldSince !== null) return ['warning', 'paused'];
  return statusTexts[run.status];
}

const statusTexts: Readonly<Record<RunState['status'], readonly [Role, string]>> = {
  starting: ['quiet', 'starting'],
  checking: ['active', 'checking; nothing written yet'],
  running: ['active', 'running'],
  completed: ['good', 'completed'],
  completed_with_failures: ['bad', 'completed with failures'],
  failed: ['bad', 'failed'],
  paused: ['warning', 'paused'],
};

/** `12 MB/s  340 pull requests an hour  limited by: content-creating requests of GitHub` */
function rateLine({ run, now }: DashboardState, { width, glyphs }: Frame): Line {
  const { bytesPerSecond, pullRequestsPerHour } = throughput(run, now);
  const limit = limitedBy(run, now);
  const rates = [
    ...(bytesPerSecond === null ? [] : [`${formatBytes(Math.round(bytesPerSecond))}/s`]),
    ...(pullRequestsPerHour === null
      ? []
      : [`${count(Math.round(pullRequestsPerHour), 'pull request')} an hour`]),
  ];
  const limited = limit === null ? [] : [`limited by: ${safe(limit)}`];
  const text = () => [...rates, ...limited].join('  ');
  // What can be changed counts for more than what cannot.
  while (limit !== null && rates.length > 0 && text().length > width) rates.shift();
  return cutLine(line(['quiet', text()]), width, glyphs.ellipsis);
}

function barOf({ total, done }: WorkDone, { width, glyphs }: Frame): Line {
  const share = total === 0 ? 0 : done / total;
  return line(
    ...barLine({ share, width: Math.max(1, width - 7), glyphs }),
    ` ${percentText(share).padStart(6)}`,
  );
}

function countLine(work: WorkDone, glyphs: Glyphs): Line {
  const { total, succeeded, skipped, failed, running, waiting, pending } = work;
  if (total === 0) return [];
  const part = (many: number, role: Role, glyph: string, word: string): Line =>
    many === 0 ? [] : line('  ', [role, `${glyph} ${many} ${word}`]);
  return line(
    `${succeeded + skipped + failed} of ${total}`,
    ...part(succeeded, 'good', glyphs.succeeded, 'done'),
    ...part(failed, 'bad', glyphs.failed, 'failed'),
    ...part(skipped, 'quiet', glyphs.skipped, 'skipped'),
    ...part(running, 'active', glyphs.pointer, 'running'),
    ...part(waiting, 'warning', glyphs.waiting, 'waiting'),
    ...part(pending, 'quiet', glyphs.pending, 'queued'),
  );
}

function listLines(
  state: DashboardState,
  frame: Frame,
  { rows, place, layout: { listRows } }: ReturnType<typeof listing>,
): readonly Line[] {
  const { view, run } = state;
  const titles = { open: 'Repositories', failed: 'Failed', all: 'All repositories' };
  const filter = view.filter === '' && !view.isFiltering ? '' : `  filter: ${view.filter}`;
  const where =
    rows.length > listRows
      ? `  ${place.top + 1}-${Math.min(rows.length, place.top + listRows)} of ${rows.length}`
      : '';
  const head = columnTitles(
    line(
      ['strong', titles[view.shown]],
      ['quiet', where],
      ['key', `${filter}${view.isFiltering ? '_' : ''}`],
    ),
    frame,
  );
  if (rows.length === 0) {
    return [head, line(['quiet', `  ${emptyText(state)}`])];
  }
  const shown = rows.slice(place.top, place.top + listRows);
  return [
    head,
    ...shown.map((repository, index) =>
      repositoryRow(repository, {
        ...frame,
        // While it is paused nothing moves.
        now: run.heldSince ?? state.now,
        budgets: run.budgets,
        filter: view.filter,
        isHere: place.top + index === place.cursor,
      }),
    ),
  ];
}

/** Why no repository is listed. */
function emptyText({ run, view }: DashboardState): string {
  if (run.repositories.size === 0) return 'Reading the plan ...';
  if (view.filter !== '') return 'No matches.';
  return view.shown === 'failed' ? 'No repository failed.' : 'All repositories are done.';
}

/** Describes what a person has to know now, or the result of the last key. */
function noticeLine(state: DashboardState, work: WorkDone): Line {
  const { view, run, now } = state;
  if (view.skipping !== null) {
    return line(['warning', `Skip ${safe(view.skipping)}? y yes, any other key no`]);
  }
  if (view.notice !== null && now < view.notice.until) return line(['warning', view.notice.text]);
  if (waitsForPerson(state)) {
    const ending = endsItselfAt(state) - now;
    const some = work.failed === 1 ? '1 failed' : `${work.failed} failed`;
    return line([
      'warning',
      `${some}: r retries, q ends the run (ends by itself in ${formatDuration(ending)})`,
    ]);
  }
  if (state.isEnding && run.finishedAt === null)
    return line(['warning', 'Stopping after the current steps. Ctrl+C again stops now.']);
  if (run.heldSince !== null && run.finishedAt === null) {
    const resume = state.settings.kind === 'run' ? 'p resumes it' : 'resume it where it runs';
    const since = `Paused since ${formatClock(run.heldSince)}`;
    return line(['warning', `${since}: no new step starts, no request is sent; ${resume}.`]);
  }
  if (run.wait !== null && run.wait.until > now) {
    const { host, reason, until } = run.wait;
    return line([
      'warning',
      `waiting ${formatDuration(until - now)} for ${safe(serviceName(host, run.budgets))}: ${safe(reason)}`,
    ]);
  }
  return [];
}

/** The last lines of the log, of one repository or (`null`) of all: linesOf() has escaped them. Pure. */
export function logLines(
  { log }: Pick<DashboardState, 'log'>,
  options: Omit<Frame, 'height'> & { readonly rows: number; readonly repository: string | null },
): readonly Line[] {
  const { rows, width, glyphs, repository } = options;
  if (rows <= 0) return [];
  const wanted = repository === null ? log : log.filter((entry) => entry.repository === repository);
  return wanted
    .slice(-rows)
    .map(({ text }) => cutLine(line(['quiet', `  ${text}`]), width, glyphs.ellipsis));
}
