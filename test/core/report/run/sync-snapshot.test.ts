import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunEvent, TimedEvent } from '../../../../src/core/ports/records/events.ts';
import type { RepositoryState } from '../../../../src/core/ports/records/migration.ts';
import {
  readLiveSnapshot,
  writeLiveSnapshots,
} from '../../../../src/core/report/run/live-snapshot-file.ts';
import { initialRunState, reduceRunAll } from '../../../../src/core/report/run/run-state.ts';
import { runFromStore } from '../../../../src/core/report/run/stored-run.ts';

const id = 'mig_000000000001';
const names = ['one', 'two', 'three', 'four', 'five'];
const begun = {
  type: 'run-started',
  kind: 'sync',
  migration: id,
  workers: 2,
  resumed: false,
  source: { kind: 'bitbucket-cloud', workspace: 'acme' },
  target: { organization: 'acme' },
} as const;
const ended = {
  type: 'repository-finished',
  refs: 3,
  lfsObjects: null,
  pullRequests: null,
  webUrl: null,
  reason: null,
  failure: null,
  milliseconds: 5,
} as const;
const failure = { code: 'refused', message: 'No', hint: null, retry: 'no', detail: null } as const;
const progress = { done: 4, total: 9, unit: 'pull requests', what: 'writing' } as const;
const events: readonly RunEvent[] = [
  { ...begun, repositories: names.map((source) => ({ source, target: source })) },
  { type: 'repository-started', repository: 'one', target: 'one' },
  { ...ended, repository: 'one', target: 'one', outcome: 'succeeded' },
  { type: 'repository-started', repository: 'two', target: 'two' },
  { ...ended, repository: 'two', target: 'two', outcome: 'failed', failure },
  { type: 'repository-started', repository: 'three', target: 'three' },
  { type: 'step-started', repository: 'three', step: 'pull-requests' },
  { type: 'step-progress', repository: 'three', step: 'pull-requests', progress },
  { type: 'repository-started', repository: 'four', target: 'four' },
  { type: 'waiting', repository: 'four', host: 'api.github.com', reason: 'limit', until: 9e12 },
];
const timed = events.map((event, index): TimedEvent => ({ ...event, at: 1000 + index }));

/** As the migration has left them: a sync changes nothing there. */
const states = names.map((source) => ({
  ...{ source, target: source, status: 'succeeded', refs: 3, webUrl: null },
  ...{ reason: null, failure: null, startedAt: 1, finishedAt: 2 },
})) as readonly RepositoryState[];

describe('a sync that another process watches', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'live-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('shows what its own dashboard shows, repository by repository', async () => {
    const own = reduceRunAll(initialRunState, timed);
    await using _kept = writeLiveSnapshots({
      ...{ folder, budgets: async () => [] },
      model: { state: () => own, setBudgets: () => {} },
    });
    const snapshot = await vi.waitFor(async () => {
      const found = await readLiveSnapshot({ folder, migration: id, now: Date.now() });
      expect(found).not.toBeNull();
      return found;
    }, 10_000);
    // What the state records of a sync is its beginning, without the repositories.
    const recorded = [{ ...begun, repositories: [], at: 1000 }];
    const migration = { id, source: begun.source, target: begun.target } as never;
    const watched = runFromStore({
      ...{ migration, repositories: states, steps: new Map(), events: recorded },
      ...{ snapshot, isOver: false },
    });
    const shown = (run: typeof own) =>
      [...run.repositories.values()].map((view) => {
        const { source, status, step, progress: done, wait, endedEarlier, reason } = view;
        const why = view.failure?.message ?? null;
        return { source, status, step, done, wait, endedEarlier, reason, why };
      });
    expect(shown(watched)).toEqual(shown(own));
    expect(shown(own).map(({ status }) => status)).toEqual([
      ...['succeeded', 'failed', 'running', 'waiting', 'pending'],
    ]);
  });
});
