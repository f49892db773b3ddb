import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../../src/core/ports/records/events.ts';
import { budgetLines } from '../../../src/screens/dashboard/lines/budget-lines.ts';
import { detailLines } from '../../../src/screens/dashboard/lines/detail-lines.ts';
import {
  type DashboardState,
  reduceDashboard,
} from '../../../src/screens/dashboard/state/dashboard-state.ts';
import { lineWidth, plainText } from '../../../src/ui/text/line.ts';
import { at, finished, noon, started } from '../../core/report/events.ts';
import { dashboard, full, glyphs, shown, updated } from './dashboard-of-events.ts';

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
      'mig_000000000001  running  1m 00s, time left unknown  acme-workspace → acme',
      expect.stringMatching(/^█+▌?░+ +25%$/),
      '2 of 6  ✓ 1 done  ✗ 1 failed  ◉ 1 running  ◷ 1 waiting  ∙ 2 queued',
      '3,600 pull requests an hour  limited by: writing to GitHub',
      'GitHub requests  █░░░░░  1,200 of 5,000/hour, more at 14:05',
      '✗ old  acme/api was refused. Allow it. Then press r to retry.',
      '',
      'Repositories',
      '❯ ✗ old                        failed  acme/api was refused',
      '  ⠋ api                        pull requests ████░░░░  160 of 300  60/min',
      '  ◷ busy                       waiting 40s for GitHub: the rate limit is excee…',
      '  ∙ docs                       queued',
      '  ∙ evil\\u001b[2J\\u202e日本…   queued',
      '',
      'Log',
      '  12:00  api: started, as api',
      '  12:00  busy: started, as busy',
      '  12:00  waiting  busy: 1m 40s for GitHub: the rate limit is exceeded',
      '  12:00  done     web  3 refs, 1.5s',
      '  12:00  failed   old  acme/api was refused',
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
      expect.stringMatching(/^Bitbucket .*2,000 of 2,000\/hour, 2 tokens, continues in 39s$/),
    );
  });

  it('says in any terminal that the time left is unknown', () => {
    for (const width of [119, 79]) {
      const [head = ''] = shown(full, width, 30);
      expect(head).toContain('running  1m 00s, time left unknown  acme-workspace');
    }
  });

  it('shows by its role how full a gauge is, and cuts what is too long', () => {
    const budget = {
      host: 'GitHub',
      name: 'requests an hour',
      used: 4800,
      limit: 5000,
      resetAt: noon + 1,
    };
    const limits = { budgets: [budget], holding: null, now: noon };
    const gauge = (width: number) => budgetLines(limits, { width, glyphs, rows: 9 })[0] ?? [];
    const time = new Date(noon).toTimeString().slice(0, 5);
    expect(plainText(gauge(79))).toBe(
      `GitHub requests  █████▌  4,800 of 5,000/hour, more at ${time}`,
    );
    expect(plainText(gauge(33))).toBe('GitHub requests  ███▌  4,800 of …');
    expect(lineWidth(gauge(33))).toBeLessThanOrEqual(33);
    expect(gauge(79)[2]?.role).toBe('bad');
  });

  it('puts the limit first that holds up the run, and says when it continues', () => {
    const of = (host: string, name: string) => ({
      host,
      name,
      used: 27,
      limit: 500,
      resetAt: null,
    });
    const github = { ...of('127.0.0.1:1', 'requests an hour'), service: 'GitHub' } as const;
    const writes = { ...of('127.0.0.1:1', 'content-creating requests an hour'), used: 500 };
    const budgets = [
      { ...of('127.0.0.1:2', 'requests an hour'), service: 'Bitbucket' as const },
      github,
      { ...writes, service: 'GitHub' as const },
    ];
    const gauges = (reason: string) => {
      const service = 'GitHub' as const;
      const wait = { host: '127.0.0.1:1', service, reason, until: noon + 24_000, limit: 'points' };
      return budgetLines({ budgets, holding: wait, now: noon }, { width: 79, glyphs, rows: 9 });
    };
    const minute = gauges('limit of 900 points a minute reached').map(plainText);
    expect(minute).toEqual([
      'GitHub points       ██████  limit of 900/minute reached, continues in 24s',
      'Bitbucket requests  ░░░░░░  27 of 500/hour',
      'GitHub requests     ░░░░░░  27 of 500/hour',
      'GitHub writes       ██████  500 of 500/hour',
    ]);
    const hour = gauges('limit of 500 content-creating requests an hour reached').map(plainText);
    expect(hour).toHaveLength(3);
    expect(hour[0]).toBe('GitHub writes       ██████  500 of 500/hour, continues in 24s');
  });

  it('tells hosts of one service apart where they have the same limit', () => {
    const of = (host: string) =>
      ({
        host,
        service: 'GitHub',
        name: 'requests an hour',
        used: 1,
        limit: 5,
        resetAt: null,
      }) as const;
    const limits = { budgets: [of('api.one.example'), of('two.example')], holding: null, now: 0 };
    const labels = budgetLines(limits, { width: 79, glyphs, rows: 9 }).map((one) =>
      one[0]?.text.trim(),
    );
    expect(labels).toEqual(['one.example requests', 'two.example requests']);
  });

  it('says what is paused, stopping, or waited for by the run itself', () => {
    const held = dashboard([started('api'), at({ type: 'run-held', held: true })]);
    expect(shown(held, 79, 22)[0]).toContain('paused');
    expect(shown(reduceDashboard(held, { type: 'ending' }), 79, 22)[0]).toContain('stopping');
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
    expect(text(state)).toContain('Process 42 on east\\u001b[2J is working on it');
    for (const after of [at(begun), finished('api')])
      expect(text(updated(state, [after]))).not.toContain('Process 42');
  });
});
