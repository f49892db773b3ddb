import { describe, expect, it } from 'vitest';
import { migrationLines } from '../../../../src/core/commands/status/migration-lines.ts';
import {
  migrationReport,
  type SyncedState,
} from '../../../../src/core/commands/status/migration-report.ts';
import type { Migration } from '../../../../src/core/ports/records/migration.ts';
import { plainPage } from '../../../../src/core/report/page.ts';
import {
  pendingView,
  type RepositoryView,
} from '../../../../src/core/report/run/repository-view.ts';
import { initialRunState } from '../../../../src/core/report/run/run-state.ts';
import { failure } from '../../report/events.ts';

const now = Date.UTC(2026, 10, 22, 14, 5);
const migration: Migration = {
  ...{ id: 'mig_000000000001', planDigest: 'd', planText: '{}', settings: '{}' },
  source: { kind: 'bitbucket-cloud', workspace: 'acme-workspace' },
  target: { organization: 'acme' },
  ...{ status: 'running', createdAt: now - 90_000, updatedAt: now },
};

function state(source: string, known: Partial<SyncedState>): SyncedState {
  return {
    ...{ source, target: source, status: 'pending', refs: null, webUrl: null, reason: null },
    ...{ failure: null, sync: null, startedAt: null, finishedAt: null },
    ...known,
  };
}

function view(source: string, known: Partial<RepositoryView>): RepositoryView {
  return { ...pendingView({ source, target: source }), ...known };
}

const reason = 'limit of 900 points a minute reached';
const wait = { host: 'api.github.com', reason, until: now + 24_000 };
const writing = { done: 9, total: 17, unit: 'pull requests', what: 'writing' } as const;
const refused = failure({ message: 'Push rejected', hint: 'Allow it' });
const views = [
  view('web', {
    status: 'succeeded',
    pullRequests: { total: 3, comments: 5, changed: 0, images: 0, placeholders: 0 },
  }),
  view('api', { status: 'waiting', step: 'pull-requests', progress: writing, stepsDone: 6, wait }),
  view('docs', { status: 'failed' }),
  view('wiki', { status: 'failed' }),
  view('old', { expected: 4 }),
];
const targets = {
  repositories: 5,
  created: 1,
  rolledBack: 0,
  unlocking: 0,
  locked: 0,
  opening: 0,
  opened: 0,
};
const report = migrationReport({
  migration,
  targets,
  written: new Map(),
  repositories: [
    state('web', { status: 'succeeded', refs: 12 }),
    state('api', { status: 'running' }),
    state('docs', { status: 'failed', failure: refused }),
    state('wiki', { status: 'failed', failure: refused }),
    state('old', {}),
  ],
  run: {
    ...initialRunState,
    ...{ status: 'running', startedAt: now - 80_000, workers: 2 },
    repositories: new Map(views.map((one) => [one.source, one])),
  },
  isOver: false,
  now,
});

describe('migrationReport', () => {
  it('tells how far a migration is, what it waits for, and failures by cause', () => {
    expect(report).toMatchObject({
      counts: { succeeded: 1, failed: 2, waiting: 1, pending: 1, running: 0, skipped: 0 },
      milliseconds: 80_000,
      waiting: { host: 'api.github.com', reason, until: '2026-11-22T14:05:24.000Z' },
      pullRequests: { done: 12, total: 24, comments: 5 },
      failures: [{ message: 'Push rejected', hint: 'Allow it', repositories: ['docs', 'wiki'] }],
    });
    expect(report.percent).toBeGreaterThan(20);
    expect(report.percent).toBeLessThan(40);
    expect(report.repositories[1]).toMatchObject({
      ...{ status: 'waiting', step: 'pull-requests', progress: { done: 9, total: 17 } },
    });
  });

  it('says what waits for its cut-over, and what was rolled back', () => {
    const of = {
      ...{ migration: { ...migration, status: 'completed' } as const, targets, isOver: true, now },
      ...{ written: new Map(), repositories: [state('web', { status: 'succeeded' })] },
      run: initialRunState,
    };
    expect(migrationReport({ ...of, follows: true }).stage).toBe('waits-for-cutover');
    expect(migrationReport(of).stage).toBeNull();
    const back = migrationReport({
      ...of,
      targets: { ...targets, created: 0, rolledBack: 1 },
      rolledBackSources: new Set(['web']),
    });
    expect(back).toMatchObject({ stage: 'rolled-back', repositories: [{ rolledBack: true }] });
    const rows = migrationLines(back, plainPage, { follows: true });
    expect(rows.join('\n')).toMatch(/rolled back +web/);
  });

  it('counts the pull requests that an earlier run has migrated', () => {
    const earlier = view('web', { status: 'succeeded', endedEarlier: true });
    const again = migrationReport({
      ...{ migration, targets, isOver: true, now },
      written: new Map([['web', { total: 3, comments: 5 }]]),
      repositories: [state('web', { status: 'succeeded' })],
      run: { ...initialRunState, repositories: new Map([['web', earlier]]) },
    });
    expect(again.pullRequests).toEqual({ done: 3, total: 3, comments: 5 });
    expect(again.repositories[0]?.pullRequests).toBe(3);
  });

  it('says of one that has ended neither what holds it up nor what is left', () => {
    const run = { ...initialRunState, repositories: new Map([['api', view('api', { wait })]]) };
    const ended = migrationReport({
      ...{ migration, repositories: [], run, targets, written: new Map(), isOver: true, now },
    });
    expect(ended).toMatchObject({ waiting: null, limitedBy: null, millisecondsLeft: null });
  });
});

describe('migrationLines', () => {
  it('says that a completed migration waits for its cut-over, and names it next', () => {
    const completed = { ...report, status: 'completed' } as const;
    const [head = '', ...more] = migrationLines(completed, plainPage, { follows: true });
    expect(head).toBe('mig_000000000001  completed, waits for its cut-over');
    expect(more.at(-1)).toBe('Next: migrator cutover --migration mig_000000000001 --dry-run');
    const open = { ...completed, targets: { ...targets, opened: 1 } };
    const after = migrationLines(open, plainPage, { follows: true });
    expect(after[0]).toBe('mig_000000000001  cut over');
  });

  it('says how far a cut-over is that has not ended, and what continues or undoes it', () => {
    const locked = { ...targets, created: 5, locked: 2 };
    const lockedSince = new Date(2026, 10, 22, 10, 32).toISOString();
    const halfway = { ...report, status: 'completed', targets: locked, lockedSince } as const;
    const [head = '', ...more] = migrationLines(halfway, plainPage, { follows: true });
    expect(head).toBe('mig_000000000001  completed, cut-over not finished');
    expect(more).toContain('cut-over       2 of 5 locked since 2026-11-22 10:32');
    expect(more.slice(-2)).toEqual([
      'Continue:  migrator cutover --migration mig_000000000001',
      'Unlock:    migrator cutover --migration mig_000000000001 --abort',
    ]);
  });

  it('says that a rollback has not unlocked Bitbucket, and how to continue it', () => {
    const back = { ...targets, created: 0, opened: 0, rolledBack: 5, unlocking: 2 };
    const killed = { ...report, status: 'completed', targets: back } as const;
    const [head = '', ...more] = migrationLines(killed, plainPage, { follows: true });
    expect(head).toBe('mig_000000000001  completed, rollback not finished');
    expect(more).toContain('rollback       5 of 5 archived, 2 still locked on Bitbucket');
    expect(more.at(-1)).toBe('Continue:  migrator rollback --migration mig_000000000001');
  });

  const lines = migrationLines(report, plainPage, { follows: false });

  it('names the repositories of a cause once, with the fix', () => {
    const start = lines.indexOf('Failures');
    expect(lines.slice(start, start + 3)).toEqual([
      'Failures',
      'failed  docs, wiki: Push rejected',
      '   Allow it',
    ]);
  });

  it('shows progress, pull requests and the wait', () => {
    expect(lines).toContain('pull requests  12 of 24, with 5 comments');
    expect(lines.find((line) => line.startsWith('waiting '))).toMatch(
      /^waiting {8}until \d\d:\d\d for GitHub: limit of 900 points a minute reached$/,
    );
    expect(lines).toContain('waiting  api   pull-requests, 9 of 17');
  });
});
