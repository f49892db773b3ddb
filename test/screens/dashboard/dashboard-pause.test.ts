import { describe, expect, it } from 'vitest';
import { reduceRunAll } from '../../../src/core/report/run/run-state.ts';
import {
  dashboardLines,
  dashboardTitle,
} from '../../../src/screens/dashboard/lines/dashboard-lines.ts';
import { detailLines } from '../../../src/screens/dashboard/lines/detail-lines.ts';
import {
  type DashboardState,
  initialDashboard,
  reduceDashboard,
} from '../../../src/screens/dashboard/state/dashboard-state.ts';
import { plainText } from '../../../src/ui/text/line.ts';
import { glyphsOf } from '../../../src/ui/theme/glyphs.ts';
import { at, finished, noon, started } from '../../core/report/events.ts';

const glyphs = glyphsOf({ LANG: 'en_US.UTF-8', TERM: 'xterm' });
const begun = [
  started('api', 'web'),
  at({ type: 'repository-started', repository: 'api', target: 'api' }),
  at({ type: 'step-started', repository: 'api', step: 'push' }),
  finished('web'),
];
const pause = at({ type: 'run-held', held: true }, 30_000);

function dashboard(
  events: Parameters<typeof reduceRunAll>[1],
  now: number,
  kind: 'run' | 'watch' = 'run',
): DashboardState {
  const empty = initialDashboard({ color: false, verbosity: 0, kind }, noon);
  const run = reduceRunAll(empty.run, events);
  return reduceDashboard(empty, { type: 'update', now, run, news: [] });
}

function detailOf(events: Parameters<typeof reduceRunAll>[1], now: number): readonly string[] {
  const state = dashboard(events, now);
  const repository = state.run.repositories.get('api');
  if (repository === undefined) throw new Error('api is missing');
  return detailLines(state, repository, { width: 100, height: 20, glyphs }).map(plainText);
}

function shown(state: DashboardState): string {
  return dashboardLines(state, { width: 100, height: 20, glyphs }).map(plainText).join('\n');
}

describe('a paused dashboard', () => {
  it('does not move: spinners and clocks stand still', () => {
    const early = dashboard([...begun, pause], noon + 31_000);
    const late = dashboard([...begun, pause], noon + 95_000);
    expect(shown(late)).toBe(shown(early));
    expect(shown(late)).toContain('paused  30s');
  });

  it('stops the clocks of the steps as well', () => {
    const detail = (now: number) => detailOf([...begun, pause], now);
    expect(detail(noon + 95_000)).toEqual(detail(noon + 31_000));
    expect(detail(noon + 95_000).join('\n')).toMatch(/push +30s/);
    expect(detail(noon + 95_000)[0]).toBe('api  → api  paused');
  });

  it('says since when, and what resumes it', () => {
    const time = new Date(noon + 30_000).toTimeString().slice(0, 5);
    expect(shown(dashboard([...begun, pause], noon + 60_000))).toContain(
      `Paused since ${time}: no new steps, no requests. Press p to resume.`,
    );
    expect(shown(dashboard([...begun, pause], noon + 60_000, 'watch'))).toContain(
      'resume it in the terminal where it is running.',
    );
  });

  it('continues its clock without the pause', () => {
    const resume = at({ type: 'run-held', held: false }, 90_000);
    const resumed = [...begun, pause, resume];
    expect(shown(dashboard(resumed, noon + 100_000))).toContain('running  40s');
    const detail = detailOf(resumed, noon + 100_000).join('\n');
    expect(detail).toContain('api  → api  running');
    expect(detail).toMatch(/push +40s/);
  });

  it('counts nothing of the pause for a step that ends in it', () => {
    const end = { repository: 'api', step: 'push', outcome: 'done', summary: '' } as const;
    const ended = at({ type: 'step-finished', ...end }, 45_000);
    const resume = at({ type: 'run-held', held: false }, 90_000);
    for (const events of [
      [...begun, pause, ended],
      [...begun, pause, ended, resume],
    ])
      expect(detailOf(events, noon + 95_000).join('\n')).toMatch(/push +30s/);
  });
});

describe('dashboardTitle', () => {
  it('has the percentage, the count and the pause', () => {
    expect(dashboardTitle(dashboard([], noon))).toBe('migrator');
    expect(dashboardTitle(dashboard(begun, noon))).toBe('migrator 50%, 1 of 2');
    expect(dashboardTitle(dashboard([...begun, pause], noon))).toBe('migrator 50%, 1 of 2, paused');
  });
});

describe('a filter', () => {
  it('marks its matches, also in the row of the cursor', () => {
    const state = dashboard(begun, noon);
    const view = { ...state.view, filter: 'ap', shown: 'all' as const };
    const lines = dashboardLines({ ...state, view }, { width: 100, height: 20, glyphs });
    const marked = lines.flat().filter(({ role }) => role === 'match');
    expect(marked.map(({ text }) => text)).toEqual(['ap']);
  });
});

describe('the bar of a repository', () => {
  it('is not full before its step has ended', () => {
    const progress = { done: 17, total: 17, unit: 'refs', what: 'pushing' } as const;
    const all = at({ type: 'step-progress', repository: 'api', step: 'push', progress });
    expect(shown(dashboard([...begun, all], noon))).toContain('███████▌  17 of 17 refs');
  });
});
