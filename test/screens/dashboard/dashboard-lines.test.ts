import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunEvent, TimedEvent } from '../../../src/core/ports/events.ts';
import type { StepName } from '../../../src/core/ports/records/migration.ts';
import { type RepositoryView, reduceRunAll } from '../../../src/core/report/run/run-state.ts';
import { budgetLines } from '../../../src/screens/dashboard/budget-lines.ts';
import { dashboardBindings } from '../../../src/screens/dashboard/dashboard-keys.ts';
import { dashboardLayout, listing } from '../../../src/screens/dashboard/dashboard-layout.ts';
import { dashboardLines } from '../../../src/screens/dashboard/dashboard-lines.ts';
import {
  type DashboardState,
  endsItselfAt,
  initialDashboard,
  reduceDashboard,
  waitsForPerson,
} from '../../../src/screens/dashboard/dashboard-state.ts';
import { detailLines } from '../../../src/screens/dashboard/detail-lines.ts';
import { lineWidth, plainText } from '../../../src/ui/text/line.ts';
import { glyphsOf } from '../../../src/ui/theme/glyphs.ts';
import { at, ended, failed, finished, noon, resumed, started } from '../../core/report/events.ts';

const glyphs = glyphsOf({ LANG: 'en_US.UTF-8', TERM: 'xterm' });

function dashboard(events: readonly TimedEvent[], now = noon + 60_000): DashboardState {
  const empty = initialDashboard({ color: false, verbosity: 0, kind: 'run' }, noon);
  return updated(empty, events, now);
}

function updated(state: DashboardState, news: readonly TimedEvent[], now = noon): DashboardState {
  const run = reduceRunAll(state.run, news);
  return reduceDashboard(state, { type: 'update', now, run, news });
}

function step(repository: string, name: StepName, milliseconds = 0): TimedEvent {
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

const full = dashboard([
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

function shown(state: DashboardState, width: number, height: number): string[] {
  return dashboardLines(state, { width, height, glyphs }).map(plainText);
}

describe('the dashboard', () => {
  it('says in 80 columns what there is to know', () => {
    const state: DashboardState = {
      ...full,
      run: {
        ...full.run,
        budgets: [
          {
            host: 'api.github.com',
            name: 'requests an hour',
            used: 1200,
            limit: 5000,
            resetAt: new Date(2026, 10, 20, 14, 5).getTime() + 365 * 86_400_000,
          },
        ],
      },
    };
    expect(shown(state, 79, 22)).toEqual([
      'mig_000000000001  running  1m 00s, left –  acme-workspace → acme',
      expect.stringMatching(/^█+▌?░+ +34 %$/),
      '2 of 6  ✓ 1 done  ✗ 1 failed  ❯ 1 running  ◷ 1 waiting  ∙ 2 queued',
      '3,600 pull requests an hour  limited by: writing to the target',
      'github.com  █░░░░░  1,200 of 5,000 requests an hour, more at 14:05',
      '',
      'Repositories',
      '❯ ⠋ api                   pull-requests ████░░░░  160 of 300  60/min',
      '  ◷ busy                  waiting 40s for api.github.com: the rate limit is ex…',
      '  ✗ old                   failed  acme/api was refused',
      '  ∙ docs                  queued',
      '  ∙ evil\\u001b[2J\\u202e…  queued',
      '',
      'Log',
      '  mig_000000000001  6 repositories from acme-workspace to acme, 2 workers',
      '  api: started, as api',
      '  busy: started, as busy',
      '  waiting  busy: 1m 40s for api.github.com: the rate limit is exceeded',
      '  done     web  3 refs, 1.5s',
      '  failed   old  acme/api was refused',
      '',
    ]);
  });

  it('says by which limit of how many tokens it is limited, rather than how fast it is', () => {
    const wait = {
      host: 'api.bitbucket.org',
      reason: 'the rate limit is exceeded',
      until: noon + 99_000,
    };
    const both = ['api', 'web'].map((repository) =>
      at({ type: 'waiting', repository, ...wait, limit: 'requests' } as RunEvent, 50_000),
    );
    const begun = ['api', 'web'].map((repository) =>
      at({ type: 'repository-started', repository, target: repository }),
    );
    const state = dashboard([started('api', 'web', 'docs'), ...begun, ...both]);
    const budget = { host: wait.host, name: 'requests an hour', used: 2000, limit: 2000 };
    const budgets = [{ ...budget, resetAt: null, credentials: 2 }];
    const lines = shown({ ...state, run: { ...state.run, budgets } }, 79, 22);
    expect(lines).toContain('limited by: requests of 2 Bitbucket tokens');
    expect(lines).toContainEqual(
      expect.stringMatching(/^bitbucket\.org .*2,000 of 2,000 requests an hour, 2 tokens$/),
    );
  });

  it('shows by its role how full a gauge is, and cuts what is too long', () => {
    const budget = { host: 'GitHub', name: 'an hour', used: 4800, limit: 5000, resetAt: noon + 1 };
    const gauge = (width: number) =>
      budgetLines({ budgets: [budget], now: noon }, { width, glyphs })[0] ?? [];
    const time = new Date(noon).toTimeString().slice(0, 5);
    expect(plainText(gauge(79))).toBe(`GitHub  █████▌  4,800 of 5,000 an hour, more at ${time}`);
    expect(plainText(gauge(33))).toBe('GitHub  ███▌  4,800 of 5,000 an …');
    expect(lineWidth(gauge(33))).toBeLessThanOrEqual(33);
    expect(gauge(79)[2]?.role).toBe('bad');
  });

  it('counts what earlier runs have finished, and offers no retry of it', () => {
    const state = dashboard([resumed('web')]);
    expect(shown(state, 79, 22).join('\n')).toMatch(/2 of 3 .* 1 done .* 1 skipped .* 1 queued/);
    const skipped = { ...state.run.repositories.get('old'), reason: 'skipped by you' };
    const repositories = new Map([['old', skipped as RepositoryView]]);
    const nothing = () => {};
    const bindings = dashboardBindings(
      { ...state, run: { ...state.run, repositories }, view: { ...state.view, shown: 'all' } },
      { height: 22, panelRows: 0 },
      {
        controls: {
          ...{ pause: nothing, resume: nothing, retry: nothing },
          ...{ skip: nothing, finish: nothing },
        },
        ...{ view: nothing, interrupt: nothing, leave: nothing },
      },
    );
    expect(bindings.find(({ keys }) => keys.includes('r'))?.disabled).toBe('old has not failed');
  });

  it.each([
    [40, 15],
    [60, 20],
    [80, 24],
    [120, 40],
    [200, 50],
    [300, 100],
  ])('fits %i x %i with a row to spare for its keys', (columns, rows) => {
    const lines = dashboardLines(full, { width: columns - 1, height: rows - 2, glyphs });
    expect(lines.length).toBeLessThanOrEqual(rows - 3);
    for (const line of lines) {
      expect(lineWidth(line)).toBeLessThanOrEqual(columns - 1);
      expect(plainText(line)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
    }
    expect(lines.map(plainText).join('\n')).toContain('api');
  });

  it('shows a window of thousands, and where it is', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `repository-${index}`);
    const state = dashboard([started(...many)]);
    const { slugs, layout } = listing(state, 22);
    const view = { type: 'move', move: 'end', rows: slugs, height: layout.listRows } as const;
    const text = shown(reduceDashboard(state, { type: 'view', action: view }), 79, 22).join('\n');
    expect(text).toContain('❯ ∙ repository-4999');
    expect(text).toMatch(/Repositories {2}\d+-5000 of 5000/);
  });

  it('keeps the cursor on a repository while others come and go', () => {
    const state = dashboard([started('one', 'two', 'three'), step('one', 'fetch')]);
    const { slugs, layout } = listing(state, 22);
    const down = { type: 'move', move: 'down', rows: slugs, height: layout.listRows } as const;
    const moved = reduceDashboard(state, { type: 'view', action: down });
    expect(listing(moved, 22).selected?.source).toBe('two');
    const later = updated(moved, [finished('one'), step('three', 'fetch')]);
    expect(listing(later, 22).selected?.source).toBe('two');
  });

  it('lists what a filter leaves, also of what has ended', () => {
    const filter = { type: 'filter', text: 'WEB' } as const;
    const all = { type: 'show', shown: 'all' } as const;
    const state = [all, filter].reduce(
      (before, action) => reduceDashboard(before, { type: 'view', action }),
      full,
    );
    expect(listing(state, 22).slugs).toEqual(['web']);
  });

  it('says what is paused, ending, or waited for by the run itself', () => {
    const held = dashboard([started('api'), at({ type: 'run-held', held: true })]);
    expect(shown(held, 79, 22)[0]).toContain('paused');
    expect(shown(reduceDashboard(held, { type: 'ending' }), 79, 22)[0]).toContain('ending');
    const wait: RunEvent = {
      type: 'waiting',
      repository: null,
      host: 'h',
      reason: 'r',
      until: noon + 5000,
    };
    const waiting = dashboard([at({ type: 'preflight-started', checks: [] }), at(wait)], noon);
    expect(shown(waiting, 79, 22).at(-1)).toBe('waiting 5.0s for h: r');
    expect(shown(waiting, 79, 22)[0]).toContain('checking; nothing written yet');
  });

  it('says how many processes work on it, and in its details which one has a repository', () => {
    const process = { pid: 42, hostname: 'east\u001b[2J' };
    const begun = { type: 'repository-started', repository: 'api', target: 'api' } as const;
    const alone = dashboard([started('api'), at(begun)]);
    expect(shown(alone, 119, 22)[0]).not.toContain('process');
    const many = [at({ type: 'processes', working: 3 }), at({ ...begun, process })];
    const state = updated(alone, many);
    expect(shown(state, 119, 22)[0]).toContain('  3 processes  ');
    const text = (now: DashboardState) => {
      const [api] = now.run.repositories.values();
      if (api === undefined) throw new Error('there is none');
      return detailLines(now, api, { width: 79, height: 22, glyphs }).map(plainText).join('\n');
    };
    expect(text(state)).toContain('Process 42 on east\\u001b[2J works on it');
    for (const after of [at(begun), finished('api')])
      expect(text(updated(state, [after]))).not.toContain('Process 42');
  });

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

describe('the detail of a repository', () => {
  const state = dashboard([
    started('api'),
    step('api', 'fetch'),
    at(
      {
        type: 'step-finished',
        repository: 'api',
        step: 'fetch',
        outcome: 'done',
        summary: '3 refs',
      },
      2000,
    ),
    step('api', 'push', 2000),
    at({ type: 'repository-warning', repository: 'api', message: 'something\u001b[2J' }),
    failed('api', { detail: 'the host said so' }),
  ]);
  const [api] = state.run.repositories.values();

  it('has its steps, its failure with what to do, its warnings and its log', () => {
    if (api === undefined) throw new Error('there is none');
    const lines = detailLines(state, api, { width: 79, height: 22, glyphs }).map(plainText);
    expect(lines).toEqual([
      'api  → api  failed',
      'acme/api was refused',
      'the host said so',
      'fix the cause before you retry. Allow it.',
      '',
      'Steps',
      '  ✓ fetch         2.0s       3 refs',
      '  ✗ push          0.0s       acme/api was refused',
      '',
      'Warnings',
      '  something\\u001b[2J',
      '',
      'Log',
      '  api: fetch: 3 refs',
      '  warning  api: something\\u001b[2J',
      '  failed   api  acme/api was refused',
    ]);
  });

  it('names the command for its pull requests where the state stays, as a shell reads it', () => {
    const pullRequests = { total: 2, comments: 1, changed: 1, placeholders: 0, images: 0 };
    const name = "it's";
    const ran = dashboard([started(name), finished(name, { pullRequests })]);
    const [it] = ran.run.repositories.values();
    if (it === undefined) throw new Error('there is none');
    const frame = { width: 120, height: 22, glyphs };
    const text = (shown: DashboardState) => detailLines(shown, it, frame).map(plainText).join('\n');
    const command = `migrator status --migration ${ran.run.migration} --repository 'it'\\''s'`;
    expect(text(ran)).toContain(command);
    const demo = { ...ran, settings: { ...ran.settings, stateGoes: true } };
    expect(text(demo)).toContain('2 pull requests');
    expect(text(demo)).not.toContain('migrator status');
  });
});

describe('the columns of a wide dashboard', () => {
  const wide = dashboard([
    {
      ...(started('api', 'web') as Extract<TimedEvent, { type: 'run-started' }>),
      repositories: [
        { source: 'api', target: 'acme-api', sizeBytes: 12_300_000, pullRequests: 1204 },
        { source: 'web', target: 'web', sizeBytes: null },
      ],
    },
    step('api', 'fetch'),
  ]);
  const rows = (width: number) =>
    shown(wide, width, 30).filter((text) => /Repositories|api {2}|web {2}/.test(text));

  it('are size, LFS objects, pull requests and target', () => {
    expect(rows(150)).toEqual([
      expect.stringMatching(/^Repositories +size +LFS +pull requests {2}target$/),
      expect.stringMatching(/^❯ ⠋ api +fetch +12 MB +1,204 {2}acme-api$/),
      expect.stringMatching(/^ {2}∙ web +queued +web$/),
    ]);
  });

  it('are left out one by one where the terminal is narrower', () => {
    expect(rows(119)[0]).not.toContain('LFS');
    expect(rows(119)[0]).toContain('target');
    expect(rows(109)[0]).toBe('Repositories');
    for (const width of [60, 119, 120, 130, 150, 200]) {
      for (const text of shown(wide, width, 30)) expect(text.length).toBeLessThanOrEqual(width);
    }
  });
});

describe('the rows of the dashboard', () => {
  it.each([
    [6, { hasBar: false, hasRates: false, budgetRows: 0, hasGaps: false, listRows: 1, logRows: 0 }],
    [13, { hasBar: true, hasRates: true, budgetRows: 3, hasGaps: false, listRows: 3, logRows: 0 }],
    [22, { hasBar: true, hasRates: true, budgetRows: 3, hasGaps: true, listRows: 6, logRows: 3 }],
    [48, { hasBar: true, hasRates: true, budgetRows: 3, hasGaps: true, listRows: 28, logRows: 7 }],
  ])('are dealt out of %i', (height, layout) => {
    expect(
      dashboardLayout({ height, hasRates: true, budgets: 3, repositories: 28, logLines: 100 }),
    ).toEqual(layout);
  });

  it('are never more than there are', () => {
    const amounts = fc.record({
      height: fc.integer({ min: 6, max: 120 }),
      budgets: fc.integer({ min: 0, max: 5 }),
      repositories: fc.integer({ min: 0, max: 3000 }),
      logLines: fc.integer({ min: 0, max: 500 }),
      hasRates: fc.boolean(),
    });
    fc.assert(
      fc.property(amounts, (amount) => {
        const layout = dashboardLayout(amount);
        const { hasBar, hasRates, hasGaps, budgetRows, listRows, logRows } = layout;
        const log = logRows === 0 ? 0 : logRows + 1;
        const all =
          5 +
          Number(hasBar) +
          Number(hasRates) +
          budgetRows +
          listRows +
          log +
          (hasGaps ? (log > 0 ? 2 : 1) : 0);
        expect(all).toBeLessThanOrEqual(amount.height);
        expect(listRows).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});
