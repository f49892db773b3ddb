import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunEvent } from '../../../../src/core/ports/records/events.ts';
import { withSnapshot } from '../../../../src/core/report/run/live-snapshot.ts';
import {
  readLiveSnapshot,
  writeLiveSnapshots,
} from '../../../../src/core/report/run/live-snapshot-file.ts';
import { noPace } from '../../../../src/core/report/run/pace.ts';
import type { RunModel } from '../../../../src/core/report/run/run-model.ts';
import {
  initialRunState,
  type RunState,
  reduceRunAll,
} from '../../../../src/core/report/run/run-state.ts';

const migration = 'mig_000000000001';
const budget = { host: 'api.github.com', name: 'requests an hour', used: 3, limit: 5000 };
const progress = { done: 40, total: 100, unit: 'percent', what: 'receiving objects' } as const;

describe('a live snapshot', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'live-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  function keep(state: () => RunState) {
    return writeLiveSnapshots({
      folder,
      model: modelOf(state),
      budgets: async () => [{ ...budget, resetAt: null }],
    });
  }
  const read = (now = Date.now()) => readLiveSnapshot({ folder, migration, now });

  it('reaches another process while the run lasts, and is gone afterwards', async () => {
    const state = running(
      { type: 'step-started', repository: 'one', step: 'fetch' },
      { type: 'step-progress', repository: 'one', step: 'fetch', progress },
      { type: 'waiting', repository: 'two', host: 'api.github.com', reason: 'limit', until: 9e12 },
    );
    const kept = keep(() => state);
    const snapshot = await vi.waitFor(async () => {
      const found = await read();
      expect(found).not.toBeNull();
      return found;
    }, 10_000);
    await kept[Symbol.asyncDispose]();
    expect(await readdir(folder)).toEqual([]);
    if (snapshot === null) return;
    expect(snapshot.budgets).toEqual([{ ...budget, resetAt: null }]);
    const bare = running();
    const { repositories } = withSnapshot(bare, snapshot);
    // What the state does not know to be worked on has no bar, whatever the snapshot says.
    expect(repositories.get('one')).toMatchObject({ progress: null, status: 'pending' });
    const begun = withSnapshot(
      running(
        { type: 'step-started', repository: 'one', step: 'fetch' },
        { type: 'step-started', repository: 'two', step: 'fetch' },
      ),
      snapshot,
    ).repositories;
    expect(begun.get('one')).toMatchObject({ progress, status: 'running' });
    expect(begun.get('two')).toMatchObject({ status: 'waiting', wait: { reason: 'limit' } });
  });

  it('is not written before there is a migration', async () => {
    const budgets = vi.fn(async () => []);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const kept = writeLiveSnapshots({ folder, model: modelOf(() => initialRunState), budgets });
      vi.advanceTimersByTime(5000);
      await kept[Symbol.asyncDispose]();
    } finally {
      vi.useRealTimers();
    }
    expect(budgets).not.toHaveBeenCalled();
    expect(await readdir(folder)).toEqual([]);
  });

  it('is null once it is stale, or where the file is damaged', async () => {
    const path = join(folder, `live-${migration}.json`);
    const snapshot = {
      ...{ startedAt: 1000, heldSince: null, wait: null, samples: [] },
      ...{ pace: noPace, budgets: [], firstBudgets: [], repositories: {} },
    };
    await writeFile(path, JSON.stringify({ at: 1000, snapshot }));
    expect(await read(2000)).toEqual({ ...snapshot, processes: 1, leastShare: 0, synced: null });
    expect(await read(60_000)).toBeNull();
    for (const text of ['', '{"at":1', '{"at":1000,"snapshot":{"heldSince":"1"}}', '[]']) {
      await writeFile(path, text);
      expect(await read(2000)).toBeNull();
    }
  });
});

function modelOf(state: () => RunState): Pick<RunModel, 'state' | 'setBudgets'> {
  let budgets: RunState['budgets'] = [];
  return {
    state: () => ({ ...state(), budgets }),
    setBudgets(read) {
      budgets = read;
    },
  };
}

function running(...events: readonly RunEvent[]): RunState {
  const started = {
    type: 'run-started',
    migration,
    source: { kind: 'bitbucket-cloud', workspace: 'acme' },
    target: { organization: 'acme' },
    repositories: ['one', 'two'].map((slug) => ({ source: slug, target: slug })),
    workers: 2,
    resumed: false,
  } as const;
  return reduceRunAll(
    initialRunState,
    [started, ...events].map((event) => ({ ...event, at: 1000 })),
  );
}
