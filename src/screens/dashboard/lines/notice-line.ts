import { count, formatClock, formatDuration } from '../../../core/kernel/format/format.ts';
import { safe } from '../../../core/kernel/format/terminal-text.ts';
import { serviceName } from '../../../core/ports/credentials/host-service.ts';
import type { WorkDone } from '../../../core/report/run/work-done.ts';
import { type Line, line } from '../../../ui/text/line.ts';
import { type DashboardState, endsItselfAt, waitsForPerson } from '../state/dashboard-state.ts';

/** Describes what a person has to know now, or the result of the last key. Pure. */
export function noticeLine(state: DashboardState, work: WorkDone): Line {
  const { view, run, now } = state;
  if (view.skipping !== null) {
    return line(['warning', `Skip ${safe(view.skipping)}? y/N`]);
  }
  if (view.isStopping) return line(['warning', 'Stop after the current steps? y/N']);
  if (view.notice !== null && now < view.notice.until) return line(['warning', view.notice.text]);
  if (state.comparison !== null) {
    const { requests } = state.comparison;
    const cost = `about ${count(requests, 'request')}`;
    return line(['active', `Comparing with GitHub, ${cost}. Press s to skip it.`]);
  }
  if (waitsForPerson(state)) {
    const ending = endsItselfAt(state) - now;
    const some = work.failed === 1 ? '1 failed' : `${work.failed} failed`;
    return line([
      'warning',
      `${some}: press r to retry, q to end the run (ends automatically in ${formatDuration(ending)})`,
    ]);
  }
  if (state.isEnding && run.finishedAt === null)
    return line(['warning', 'Stopping after the current steps. Press Ctrl+C again to stop now.']);
  if (run.heldSince !== null && run.finishedAt === null) {
    const rest =
      state.settings.kind === 'run'
        ? ': no new steps, no requests. Press p to resume.'
        : '; resume it in the terminal where it is running.';
    return line(['warning', `Paused since ${formatClock(run.heldSince)}${rest}`]);
  }
  if (run.wait !== null && run.wait.until > now) {
    const { reason, until } = run.wait;
    return line([
      'warning',
      `waiting ${formatDuration(until - now)} for ${safe(serviceName(run.wait))}: ${safe(reason)}`,
    ]);
  }
  return [];
}
