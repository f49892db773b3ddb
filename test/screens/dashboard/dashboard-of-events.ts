import type { TimedEvent } from '../../../src/core/ports/records/events.ts';
import type { StepName } from '../../../src/core/ports/records/migration.ts';
import { reduceRunAll } from '../../../src/core/report/run/run-state.ts';
import { dashboardLines } from '../../../src/screens/dashboard/lines/dashboard-lines.ts';
import {
  type DashboardState,
  initialDashboard,
  reduceDashboard,
} from '../../../src/screens/dashboard/state/dashboard-state.ts';
import { plainText } from '../../../src/ui/text/line.ts';
import { glyphsOf } from '../../../src/ui/theme/glyphs.ts';
import { at, failed, finished, noon, started } from '../../core/report/events.ts';

export const glyphs = glyphsOf({ LANG: 'en_US.UTF-8', TERM: 'xterm' });

/** The dashboard of a run after these events. */
export function dashboard(events: readonly TimedEvent[], now = noon + 60_000): DashboardState {
  const empty = initialDashboard({ color: false, verbosity: 0, kind: 'run' }, noon);
  return updated(empty, events, now);
}

/** The same after further events. */
export function updated(
  state: DashboardState,
  news: readonly TimedEvent[],
  now = noon,
): DashboardState {
  const run = reduceRunAll(state.run, news);
  return reduceDashboard(state, { type: 'update', now, run, news });
}

export function step(repository: string, name: StepName, milliseconds = 0): TimedEvent {
  return at({ type: 'step-started', repository, step: name }, milliseconds);
}

function progress(repository: string, done: number, milliseconds: number): TimedEvent {
  const told = { done, total: 300, unit: 'pull requests', what: 'writing' } as const;
  return at(
    { type: 'step-progress', repository, step: 'pull-requests', progress: told },
    milliseconds,
  );
}

const hostile = 'evil\u001b[2J\u202e日本語の名前';

/** Of six repositories: two run, one of which waits; one is done, one has failed, two are queued. */
export const full = dashboard([
  started('api', 'web', 'old', 'docs', 'busy', hostile),
  at({ type: 'repository-started', repository: 'api', target: 'api' }),
  step('api', 'pull-requests'),
  progress('api', 100, 0),
  progress('api', 160, 60_000),
  at({ type: 'repository-started', repository: 'busy', target: 'busy' }),
  step('busy', 'create'),
  at({
    type: 'waiting',
    repository: 'busy',
    host: 'api.github.com',
    reason: 'the rate limit is exceeded',
    until: noon + 100_000,
  }),
  finished('web'),
  failed('old'),
]);

/** Its lines in so many columns and rows. */
export function shown(state: DashboardState, width: number, height: number): string[] {
  return dashboardLines(state, { width, height, glyphs }).map(plainText);
}
