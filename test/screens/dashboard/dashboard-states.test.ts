import { describe, expect, it } from 'vitest';
import type { ComparisonView } from '../../../src/core/commands/live-view.ts';
import { throughputGraph } from '../../../src/core/report/estimate/throughput.ts';
import {
  answerBindings,
  dashboardBindings,
} from '../../../src/screens/dashboard/keys/dashboard-keys.ts';
import type { DashboardEffects } from '../../../src/screens/dashboard/keys/ending-keys.ts';
import { dashboardLines } from '../../../src/screens/dashboard/lines/dashboard-lines.ts';
import {
  type DashboardState,
  reduceDashboard,
} from '../../../src/screens/dashboard/state/dashboard-state.ts';
import { press } from '../../../src/ui/keys/keymap.ts';
import { lineWidth, plainText } from '../../../src/ui/text/line.ts';
import { at, finished, started } from '../../core/report/events.ts';
import { dashboard, full, glyphs, shown, step, updated } from './dashboard-of-events.ts';

const size = { width: 79, height: 22, glyphs, panelRows: 0 };

/** Presses keys on a dashboard, and keeps the calls that they make. */
function keyboard(initial: DashboardState) {
  let state = initial;
  const calls: string[] = [];
  const call = (name: string) => () => void calls.push(name);
  const effects: DashboardEffects = {
    controls: {
      ...{ pause: call('pause'), resume: call('resume'), retry: call('retry') },
      ...{ skip: call('skip'), finish: call('finish') },
    },
    view(action) {
      state = reduceDashboard(state, { type: 'view', action });
    },
    interrupt: call('interrupt'),
    leave: call('leave'),
  };
  return {
    calls,
    state: () => state,
    press(key: string) {
      const bindings = state.view.isStopping
        ? answerBindings(state, effects)
        : dashboardBindings(state, size, effects);
      return press(bindings, { key, text: key }).result;
    },
  };
}

describe('q on the dashboard', () => {
  it('asks before it stops the run, and takes only y for a yes', () => {
    const keys = keyboard(full);
    keys.press('q');
    expect(shown(keys.state(), 79, 22).at(-1)).toBe('Stop after the current steps? y/N');
    keys.press('n');
    expect(keys.calls).toEqual([]);
    expect(keys.state().view.isStopping).toBe(false);
    keys.press('q');
    keys.press('y');
    expect(keys.calls).toEqual(['interrupt']);
    expect(keys.state().view.isStopping).toBe(false);
  });

  it('stops at once a run that is stopping, and leaves one that is only watched', () => {
    const stopping = keyboard(reduceDashboard(full, { type: 'ending' }));
    stopping.press('q');
    expect(stopping.calls).toEqual(['interrupt']);
    const watched = keyboard({ ...full, settings: { ...full.settings, kind: 'watch' } });
    watched.press('q');
    expect(watched.calls).toEqual(['leave']);
  });

  it('leaves Ctrl+C without a question', () => {
    const keys = keyboard(full);
    keys.press('ctrl+c');
    expect(keys.calls).toEqual(['interrupt']);
  });
});

describe('a comparison on the dashboard', () => {
  const skipped: string[] = [];
  const comparison: ComparisonView = {
    ...{ done: 5, total: 14, compared: 1204, equal: 1203, defects: 1, requests: 320 },
    current: ['web'],
    skip: () => void skipped.push('skipped'),
  };
  const state = reduceDashboard(full, { type: 'compare', comparison });

  it('shows how far it is, what it found, and how it is skipped', () => {
    const lines = shown(state, 79, 22);
    expect(lines[0]).toContain('verifying');
    expect(lines[1]).toMatch(/ 35%$/);
    expect(lines[2]).toBe('5 of 14 compared  ✓ 1,203 of 1,204 items as migrated  ✗ 1 defect');
    expect(lines.at(-1)).toBe('Comparing with GitHub, about 320 requests. Press s to skip it.');
  });

  it('marks the repository that is being compared', () => {
    const rows = (width: number) =>
      shown(state, width, 22)
        .filter((text) => text.includes('verifying'))
        .slice(1);
    expect(rows(79)).toEqual([expect.stringMatching(/web +verifying/)]);
    const [web] = shown(state, 130, 22).filter((text) => /^. \S web/.test(text));
    expect(web).not.toContain('✓ web');
  });

  it.each(['s', 'q'])('is skipped by %s, which skips no repository', (key) => {
    skipped.length = 0;
    const keys = keyboard(state);
    keys.press(key);
    expect(skipped).toEqual(['skipped']);
    expect(keys.calls).toEqual([]);
    expect(keys.state().view.skipping).toBe(null);
  });
});

describe('the dashboard in a wide terminal', () => {
  it('shows the selected repository beside the list, and fills the width', () => {
    const lines = dashboardLines(full, { width: 199, height: 58, glyphs });
    const text = lines.map(plainText);
    const row = text.find((one) => one.includes('❯ ✗ old')) ?? '';
    expect(row).toContain(' │ ');
    expect(text.some((one) => one.endsWith('│ old  → old  failed'))).toBe(true);
    expect(text.some((one) => one.includes('│ Fix the cause') || one.includes('Allow it.'))).toBe(
      true,
    );
    for (const one of lines) expect(lineWidth(one)).toBeLessThanOrEqual(199);
  });

  it('has no second pane below 160 columns', () => {
    expect(shown(full, 158, 38).join('\n')).not.toContain(' │ ');
  });

  it('lets the log take the rows that are left', () => {
    const many = Array.from({ length: 60 }, (_, index) => step('api', 'fetch', index));
    const state = updated(
      { ...full, settings: { ...full.settings, verbosity: 2 } },
      many,
      full.now,
    );
    const logged = (height: number) =>
      shown(state, 119, height).filter((one) => one.includes('api: fetch')).length;
    expect(logged(30)).toBeLessThanOrEqual(8);
    expect(logged(58)).toBeGreaterThan(20);
  });
});

describe('rows of the dashboard', () => {
  const begun = at({ type: 'repository-started', repository: 'api', target: 'api' });

  it('shows a selected failure in red', () => {
    const lines = dashboardLines(full, { width: 79, height: 22, glyphs });
    const row = lines.find((one) => plainText(one).includes('❯ ✗ old')) ?? [];
    expect(row.every(({ role }) => role === 'bad')).toBe(true);
  });

  it('does not call a paused repository running', () => {
    const state = dashboard([started('api'), begun, at({ type: 'run-held', held: true }, 1)]);
    const lines = shown(state, 79, 22);
    expect(lines.join('\n')).toContain('◷ 1 paused');
    expect(lines).toContainEqual(expect.stringMatching(/^❯ ◷ api/));
    expect(lines.join('\n')).not.toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/);
  });

  it('counts what has arrived, one in the singular', () => {
    const pullRequests = { total: 3, comments: 0, changed: 0, placeholders: 0, images: 0 };
    const state = dashboard([started('api'), finished('api', { refs: 1, pullRequests })]);
    const all = reduceDashboard(state, { type: 'view', action: { type: 'show', shown: 'all' } });
    expect(shown(all, 79, 22).join('\n')).toContain('done  1 ref, 3 pull requests');
  });

  it('colours the bar as a warning once something has failed', () => {
    const [, bar = []] = dashboardLines(full, { width: 79, height: 22, glyphs });
    expect(bar[0]?.role).toBe('warning');
  });
});

describe('throughputGraph', () => {
  it('shows each rate as a share of the fastest, and nothing while nothing comes', () => {
    const sample = (second: number, bytes: number) => ({
      ...{ at: 1000 * second, done: 0, pulls: 0, bytes },
    });
    const samples = [sample(0, 0), sample(1, 100), sample(3, 700), sample(4, 700)];
    const [first = 0, ...rest] = throughputGraph({ samples });
    expect(first).toBeCloseTo(1 / 3);
    expect(rest).toEqual([1, 0]);
    expect(throughputGraph({ samples: [sample(0, 5), sample(1, 5)] })).toEqual([]);
  });
});
