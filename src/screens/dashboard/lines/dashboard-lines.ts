import type { ComparisonView } from '../../../core/commands/live-view.ts';
import {
  count,
  formatBytes,
  formatDuration,
  formatElapsed,
} from '../../../core/kernel/format/format.ts';
import { safe } from '../../../core/kernel/format/terminal-text.ts';
import { holdingWait } from '../../../core/report/estimate/holding-wait.ts';
import {
  limitedBy,
  throughput,
  throughputGraph,
} from '../../../core/report/estimate/throughput.ts';
import { timeLeft } from '../../../core/report/estimate/time-left.ts';
import { activeTime } from '../../../core/report/run/repository-view.ts';
import type { RunState } from '../../../core/report/run/run-state.ts';
import { type WorkDone, workDone } from '../../../core/report/run/work-done.ts';
import { barLine, percentText } from '../../../ui/text/bar.ts';
import { cutLine, type Line, line } from '../../../ui/text/line.ts';
import type { Glyphs } from '../../../ui/theme/glyphs.ts';
import type { Role } from '../../../ui/theme/theme.ts';
import { blocksThatFit } from '../../causes/cause-lines.ts';
import { type DashboardState, waitsForPerson } from '../state/dashboard-state.ts';
import { budgetLines } from './budget-lines.ts';
import { bodyWidth, type Frame, limitsOf, listing } from './dashboard-layout.ts';
import { listLines } from './list-lines.ts';
import { logLines } from './log-lines.ts';
import { noticeLine } from './notice-line.ts';
import { withSidePane } from './side-pane.ts';

/** Everything above the footer, in at most `height` - 1 rows. Pure. */
export function dashboardLines(state: DashboardState, frame: Frame): readonly Line[] {
  const { run, comparison } = state;
  const work = workDone(run);
  const listed = listing(state, frame);
  const { layout } = listed;
  const gap: readonly Line[] = layout.hasGaps ? [[]] : [];
  const left = { ...frame, width: bodyWidth(frame.width) };
  const log = logLines(state, { ...left, rows: layout.logRows, repository: null });
  const body = [
    ...listLines(state, left, listed),
    ...(log.length === 0 ? [] : [...gap, line(['quiet', 'Log']), ...log]),
  ];
  const lines = [
    headLine(state, frame),
    ...(layout.hasBar
      ? [comparison === null ? barOf(work, frame) : comparedBar(comparison, frame)]
      : []),
    comparison === null
      ? countLine(state, work, frame.glyphs)
      : comparedLine(comparison, frame.glyphs),
    ...(layout.hasRates ? [rateLine(state, frame)] : []),
    ...budgetLines(limitsOf(state), { ...frame, rows: layout.budgetRows }),
    ...blocksThatFit(listed.failures, { ...frame, rows: layout.failureRows }).lines,
    ...gap,
    ...withSidePane(body, { state, selected: listed.selected, frame, rows: layout.bodyRows }),
    noticeLine(state, work),
  ];
  return lines.map((one) => cutLine(one, frame.width, frame.glyphs.ellipsis));
}

/** Short enough for a tab: `migrator 42%, 12 of 90`. Pure. */
export function dashboardTitle({ run }: Pick<DashboardState, 'run'>): string {
  const work = workDone(run);
  const { total, succeeded, skipped, failed } = work;
  if (total === 0) return 'migrator';
  const paused = run.heldSince === null ? '' : ', paused';
  return `migrator ${percentText(work.share)}, ${succeeded + skipped + failed} of ${total}${paused}`;
}

function headLine(state: DashboardState, { glyphs }: Frame): Line {
  const { run, now } = state;
  const status = statusText(state);
  const active = activeTime(run, now);
  const elapsed = active === null ? '' : formatElapsed(active);
  const isOver = run.finishedAt !== null || state.comparison !== null || waitsForPerson(state);
  const known = leftOf(state) ?? (run.status === 'running' ? null : '');
  const leftText = known === null ? 'time left unknown' : `${known} left`;
  const left = isOver || known === '' ? '' : `, ${leftText}`;
  const times = elapsed === '' ? '' : `  ${elapsed}${left}`;
  const names =
    run.workspace === null
      ? ''
      : `  ${safe(run.workspace)} ${glyphs.arrow} ${safe(run.organization ?? '')}`;
  const many = run.processes === 1 ? '' : `  ${run.processes} processes`;
  return line(['title', run.migration ?? 'migrator'], '  ', status, times, many, ['quiet', names]);
}

/** A limit says at least how long it takes where nothing else does. @returns `null` where nothing is known */
function leftOf({ run, now }: DashboardState): string | null {
  const left = timeLeft({ run, now });
  if (left !== null) return `about ${formatDuration(left)}`;
  const holding = holdingWait(run, now);
  if (holding?.limit === undefined || holding.until - now < 1000) return null;
  return `at least ${formatElapsed(holding.until - now)}`;
}

function statusText(state: DashboardState): readonly [Role, string] {
  const { run, isEnding } = state;
  if (state.comparison !== null) return ['active', 'verifying'];
  if (isEnding && run.finishedAt === null) return ['warning', 'stopping'];
  if (run.heldSince !== null) return ['warning', 'paused'];
  if (waitsForPerson(state)) return ['warning', 'waiting for you'];
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
  const graph = width < widestWithoutGraph ? '' : graphOf(throughputGraph(run), glyphs);
  const first = graph === '' || rates.length === 0 ? [] : line(['bar', graph], '  ');
  return cutLine(line(...first, ['quiet', text()]), width, glyphs.ellipsis);
}

const widestWithoutGraph = 100;

/** A column for each share. */
function graphOf(shares: readonly number[], { graph }: Glyphs): string {
  return shares.map((share) => graph[Math.round(share * (graph.length - 1))] ?? '').join('');
}

function barOf(work: WorkDone, frame: Frame): Line {
  const share = work.total === 0 ? 0 : work.share;
  return bar(share, work.failed > 0 ? 'warning' : 'bar', frame);
}

function comparedBar({ done, total, defects }: ComparisonView, frame: Frame): Line {
  return bar(total === 0 ? 0 : done / total, defects > 0 ? 'warning' : 'bar', frame);
}

function bar(share: number, role: Role, { width, glyphs }: Frame): Line {
  return line(
    ...barLine({ share, width: Math.max(1, width - 7), glyphs, role }),
    ` ${percentText(share).padStart(6)}`,
  );
}

/** `5 of 14 compared  1,204 of 1,204 items as migrated` */
function comparedLine(
  { done, total, compared, equal, defects }: ComparisonView,
  glyphs: Glyphs,
): Line {
  const [same, all] = [equal, compared].map((many) => many.toLocaleString('en-US'));
  return line(
    `${done} of ${total} compared`,
    compared === 0 ? '' : ['good', `  ${glyphs.succeeded} ${same} of ${all} items as migrated`],
    defects === 0 ? '' : ['bad', `  ${glyphs.failed} ${count(defects, 'defect')}`],
  );
}

function countLine({ run }: DashboardState, work: WorkDone, glyphs: Glyphs): Line {
  const { total, succeeded, skipped, failed, running, waiting, pending } = work;
  if (total === 0) return [];
  const part = (many: number, role: Role, glyph: string, word: string): Line =>
    many === 0 ? [] : line('  ', [role, `${glyph} ${many} ${word}`]);
  return line(
    `${succeeded + skipped + failed} of ${total}`,
    ...part(succeeded, 'good', glyphs.succeeded, 'done'),
    ...part(failed, 'bad', glyphs.failed, 'failed'),
    ...part(skipped, 'quiet', glyphs.skipped, 'skipped'),
    ...(run.heldSince === null
      ? part(running, 'active', glyphs.current, 'running')
      : part(running, 'warning', glyphs.waiting, 'paused')),
    ...part(waiting, 'warning', glyphs.waiting, 'waiting'),
    ...part(pending, 'quiet', glyphs.pending, 'queued'),
  );
}
