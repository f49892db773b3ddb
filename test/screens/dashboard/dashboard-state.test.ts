import { describe, expect, it } from 'vitest';
import type { RepositoryView } from '../../../src/core/report/run/run-state.ts';
import { dashboardBindings } from '../../../src/screens/dashboard/keys/dashboard-keys.ts';
import { listing } from '../../../src/screens/dashboard/lines/dashboard-layout.ts';
import {
  type DashboardState,
  endsItselfAt,
  reduceDashboard,
  waitsForPerson,
} from '../../../src/screens/dashboard/state/dashboard-state.ts';
import { ended, failed, finished, noon, resumed, started } from '../../core/report/events.ts';
import { dashboard, full, glyphs, shown, step, updated } from './dashboard-of-events.ts';

const frame = { width: 79, height: 22, glyphs };

describe('the list of the dashboard', () => {
  it('shows a window of thousands, and where it is', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `repository-${index}`);
    const state = dashboard([started(...many)]);
    const { slugs, layout } = listing(state, frame);
    const view = { type: 'move', move: 'end', rows: slugs, height: layout.listRows } as const;
    const text = shown(reduceDashboard(state, { type: 'view', action: view }), 79, 22).join('\n');
    expect(text).toContain('❯ ∙ repository-4999');
    expect(text).toMatch(/Repositories {2}\d+-5000 of 5000/);
  });

  it('keeps the cursor on a repository while others come and go', () => {
    const state = dashboard([started('one', 'two', 'three'), step('one', 'fetch')]);
    const { slugs, layout } = listing(state, frame);
    const down = { type: 'move', move: 'down', rows: slugs, height: layout.listRows } as const;
    const moved = reduceDashboard(state, { type: 'view', action: down });
    expect(listing(moved, frame).selected?.source).toBe('two');
    const later = updated(moved, [finished('one'), step('three', 'fetch')]);
    expect(listing(later, frame).selected?.source).toBe('two');
  });

  it('lists what a filter leaves, also of what has ended', () => {
    const filter = { type: 'filter', text: 'WEB' } as const;
    const all = { type: 'show', shown: 'all' } as const;
    const state = [all, filter].reduce(
      (before, action) => reduceDashboard(before, { type: 'view', action }),
      full,
    );
    expect(listing(state, frame).slugs).toEqual(['web']);
  });

  it('counts what earlier runs have finished, and offers no retry of it', () => {
    const state = dashboard([resumed('web')]);
    expect(shown(state, 79, 22).join('\n')).toMatch(/2 of 3 .* 1 done .* 1 skipped .* 1 queued/);
    const skipped = { ...state.run.repositories.get('old'), reason: 'skipped by you' };
    const repositories = new Map([['old', skipped as RepositoryView]]);
    const bindings = keysOf({
      ...state,
      run: { ...state.run, repositories },
      view: { ...state.view, shown: 'all' },
    });
    expect(bindings.find(({ keys }) => keys.includes('r'))?.disabled).toBe('old has not failed');
  });
});

describe('the key that changes what is listed', () => {
  it('passes failed repositories over while there are none', () => {
    const label = (state: DashboardState) =>
      keysOf(state).find(({ keys }) => keys.includes('tab'))?.label;
    expect(label(dashboard([started('api', 'web')]))).toBe('all');
    expect(label(dashboard([started('api', 'web'), failed('api')]))).toBe('failed only');
  });
});

function keysOf(state: DashboardState) {
  const nothing = () => {};
  return dashboardBindings(
    state,
    { ...frame, panelRows: 0 },
    {
      controls: {
        ...{ pause: nothing, resume: nothing, retry: nothing },
        ...{ skip: nothing, finish: nothing },
      },
      ...{ view: nothing, interrupt: nothing, leave: nothing },
    },
  );
}

describe('a dashboard whose repositories have ended', () => {
  it('waits for a person only when all had their turn and some have failed', () => {
    const one = dashboard([started('api', 'web'), failed('api')]);
    expect(waitsForPerson(one)).toBe(false);
    const all = dashboard([started('api', 'web'), failed('api'), finished('web')]);
    expect(waitsForPerson(all)).toBe(true);
    expect(endsItselfAt(all)).toBe(noon + 300_000);
    const touched = reduceDashboard(all, {
      type: 'view',
      action: { type: 'touch', at: noon + 1000 },
    });
    expect(endsItselfAt(touched)).toBe(noon + 301_000);
    const over = dashboard([
      started('api'),
      failed('api'),
      ended({ succeeded: 0, skipped: 0, failed: 1 }, 'completed_with_failures'),
    ]);
    expect(waitsForPerson(over)).toBe(false);
  });

  it('keeps what has ended as lines above, once each', () => {
    expect(full.said.map(({ text }) => text)).toEqual([
      'mig_000000000001  6 repositories from acme-workspace to acme, 2 workers',
      'done     web  3 refs, 1.5s',
      'failed   old  acme/api was refused',
    ]);
    const next = updated(full, [finished('api')]);
    expect(next.said.slice(0, 3)).toEqual(full.said);
    expect(next.said).toHaveLength(4);
  });
});
