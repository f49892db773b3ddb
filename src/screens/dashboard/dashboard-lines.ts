import { formatDuration } from '../../core/kernel/format/format.ts';
import { safe } from '../../core/kernel/format/terminal-text.ts';
import { timeLeft } from '../../core/report/run/time-left.ts';
import { type WorkDone, workDone } from '../../core/report/run/work-done.ts';
import { barLine, percentText } from '../../ui/text/bar.ts';
import { cutLine, type Line, line } from '../../ui/text/line.ts';
import type { Glyphs } from '../../ui/theme/glyphs.ts';
import type { Role } from '../../ui/theme/theme.ts';
import { budgetLines } from './budget-lines.ts';
import { type DashboardLayout, dashboardLayout } from './dashboard-layout.ts';
import { listedRepositories } from './dashboard-rows.ts';
import type { DashboardState } from './dashboard-state.ts';
import { placeOf } from './dashboard-view.ts';
import { logLines } from './log-lines.ts';
import { repositoryRow } from './repository-row.ts';

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly glyphs: Glyphs;
}

/** What is listed just now, and how much of it is shown: the keys need it, too. Pure. */
export function listing(state: DashboardState, height: number) {
  const rows = listedRepositories(state.run, state.view);
  const layout = dashboardLayout({
    height,
    budgets: state.budgets.length,
    repositories: rows.length,
    logLines: state.log.length,
  });
  const slugs = rows.map(({ source }) => source);
  const place = placeOf(state.view, slugs, layout.listRows);
  return { rows, slugs, layout, place, selected: rows[place.cursor] ?? null };
}

/** Everything between the lines that stay and the footer, in at most `height` - 1 rows. Pure. */
export function dashboardLines(state: DashboardState, frame: Frame): readonly Line[] {
  const { run } = state;
  const work = workDone(run);
  const { layout, ...listed } = listing(state, frame.height);
  const gap: readonly Line[] = layout.hasGaps ? [[]] : [];
  const log = logLines(state, { ...frame, rows: layout.logRows, repository: null });
  const lines = [
    headLine(state, work, frame),
    ...(layout.hasBar ? [barOf(work, frame)] : []),
    countLine(work, frame.glyphs),
    ...budgetLines(state, frame).slice(0, layout.budgetRows),
    ...gap,
    ...listLines(state, frame, listed, layout),
    ...(log.length === 0 ? [] : [...gap, line(['quiet', 'Log']), ...log]),
    noticeLine(state, work),
  ];
  return lines.map((one) => cutLine(one, frame.width, frame.glyphs.ellipsis));
}

function headLine(state: DashboardState, work: WorkDone, { glyphs }: Frame): Line {
  const { run, now } = state;
  const [role, word] = statusWords(state);
  const elapsed =
    run.startedAt === null ? '' : formatDuration((run.finishedAt ?? now) - run.startedAt);
  const left = timeLeft({ run, work, now });
  const leftText = left === null ? glyphs.unknown : `about ${formatDuration(left)}`;
  const times =
    elapsed === '' ? '' : `  ${elapsed}${run.finishedAt === null ? `, left ${leftText}` : ''}`;
  const names =
    run.workspace === null
      ? ''
      : `  ${safe(run.workspace)} ${glyphs.arrow} ${safe(run.organization ?? '')}`;
  return line(['title', run.migration ?? 'migrator'], '  ', [role, word], times, ['quiet', names]);
}

function statusWords(state: DashboardState): readonly [Role, string] {
  const { run, isEnding } = state;
  if (isEnding && run.finishedAt === null) return ['warning', 'ending'];
  if (run.isHeld) return ['warning', 'paused'];
  switch (run.status) {
    case 'starting':
      return ['quiet', 'starting'];
    case 'checking':
      return ['active', 'checking before anything is written'];
    case 'running':
      return ['active', 'running'];
    case 'completed':
      return ['good', 'completed'];
    case 'completed_with_failures':
      return ['bad', 'completed with failures'];
    case 'failed':
      return ['bad', 'failed'];
    case 'paused':
      return ['warning', 'paused'];
  }
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
    ...part(pending, 'quiet', glyphs.pending, 'to come'),
  );
}

function listLines(
  state: DashboardState,
  frame: Frame,
  { rows, place }: Pick<ReturnType<typeof listing>, 'rows' | 'place'>,
  { listRows }: DashboardLayout,
): readonly Line[] {
  const { view, run } = state;
  const titles = { open: 'Repositories', failed: 'Failed', all: 'All repositories' };
  const filter = view.filter === '' && !view.isFiltering ? '' : `  filter: ${view.filter}`;
  const where =
    rows.length > listRows
      ? `  ${place.top + 1}-${Math.min(rows.length, place.top + listRows)} of ${rows.length}`
      : '';
  const head = line(
    ['strong', titles[view.shown]],
    ['quiet', where],
    ['key', `${filter}${view.isFiltering ? '_' : ''}`],
  );
  if (rows.length === 0) return [head, line(['quiet', `  ${nothingText(run.repositories.size)}`])];
  const shown = rows.slice(place.top, place.top + listRows);
  return [
    head,
    ...shown.map((repository, index) =>
      repositoryRow(repository, {
        ...frame,
        now: state.now,
        isHere: place.top + index === place.cursor,
        isSkipping: view.skipping === repository.source,
      }),
    ),
  ];
}

function nothingText(all: number): string {
  return all === 0 ? 'The plan is being looked at.' : 'None of these.';
}

/** What a person has to know now, or the last key has led to. */
function noticeLine(state: DashboardState, work: WorkDone): Line {
  const { view, run, now } = state;
  if (view.skipping !== null) {
    return line(['warning', `Skip ${safe(view.skipping)}? y yes, any other key no`]);
  }
  if (view.notice !== null && now < view.notice.until) return line(['warning', view.notice.text]);
  if (waitsForPerson(state)) {
    const ending = endsItselfAt(state) - now;
    const some = work.failed === 1 ? '1 has failed' : `${work.failed} have failed`;
    return line([
      'warning',
      `${some}: r tries again, q ends the run (by itself in ${formatDuration(ending)})`,
    ]);
  }
  if (run.wait !== null && run.wait.until > now) {
    const { host, reason, until } = run.wait;
    return line([
      'warning',
      `waits ${formatDuration(until - now)} for ${safe(host)}: ${safe(reason)}`,
    ]);
  }
  return [];
}

/** Milliseconds that a run waits, after the last key, for somebody to try again what has failed. */
const patience = 5 * 60_000;

/** Every repository has had its turn, some have failed, and there is somebody who may want to try again. Pure. */
export function waitsForPerson({ run, isEnding, settings }: DashboardState): boolean {
  if (settings.kind !== 'run' || run.status !== 'running' || isEnding) return false;
  const { total, failed, succeeded, skipped } = workDone(run);
  return failed > 0 && failed + succeeded + skipped === total;
}

/** When a run that waits for a person ends all the same, in milliseconds since 1970. Pure. */
export function endsItselfAt({ run, view }: DashboardState): number {
  let last = view.touchedAt ?? 0;
  for (const { finishedAt } of run.repositories.values()) last = Math.max(last, finishedAt ?? 0);
  return last + patience;
}
