import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Failure } from '../../kernel/errors.ts';
import type { BudgetView } from '../../network/budgets.ts';
import { services } from '../../ports/credentials/host-service.ts';
import { repositoryStatuses, stepNames } from '../../ports/records/migration.ts';
import { type LiveSnapshot, snapshotOf } from './live-snapshot.ts';
import type { RunModel } from './run-model.ts';

/** Milliseconds between two snapshots: a watcher is less than a second behind. */
const interval = 400;
/** Milliseconds between two reads of the hosts' limits. */
const budgetInterval = 1000;
/** Milliseconds after which a snapshot is stale: its process hangs, was stopped, or is gone. */
const staleAfter = 5000;

/**
 * Reads the hosts' limits into the model of a run, and writes a snapshot of it several times a second into a file beside the state, for `status --watch` in another process. It is
 * no part of the state: nothing is flushed, nothing depends on it, and its failures are ignored.
 * @returns removes the file when disposed of
 */
export function writeLiveSnapshots(options: {
  folder: string;
  model: Pick<RunModel, 'state' | 'setBudgets'>;
  budgets: () => Promise<readonly BudgetView[]>;
}): AsyncDisposable {
  const { folder, model, budgets } = options;
  let path: string | null = null;
  let writing: Promise<void> = Promise.resolve();
  let isWriting = false;
  let budgetsAt = 0;
  async function readBudgets(): Promise<void> {
    if (Date.now() - budgetsAt < budgetInterval) return;
    budgetsAt = Date.now();
    model.setBudgets(await budgets());
  }
  const timer = setInterval(() => {
    const { migration } = model.state();
    if (migration === null || isWriting) return;
    const file = snapshotPath(folder, migration);
    path = file;
    isWriting = true;
    // Without an answer the last limits stay.
    writing = readBudgets()
      .catch(() => {})
      .then(() => writeLiveSnapshot(file, snapshotOf(model.state())))
      .catch(() => {})
      .finally(() => {
        isWriting = false;
      });
  }, interval);
  timer.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await writing;
      if (path !== null) await rm(path, { force: true }).catch(() => {});
    },
  };
}

async function writeLiveSnapshot(path: string, snapshot: LiveSnapshot): Promise<void> {
  const text = JSON.stringify({ at: Date.now(), snapshot });
  // The name is ours alone: one process at a time has the lease of a migration.
  await writeFile(`${path}.tmp`, text, { mode: 0o600 });
  await rename(`${path}.tmp`, path);
}

/** The newest snapshot of another process's run; `null` where there is none, or it is stale. */
export async function readLiveSnapshot(options: {
  folder: string;
  migration: string;
  now: number;
}): Promise<LiveSnapshot | null> {
  try {
    const text = await readFile(snapshotPath(options.folder, options.migration), 'utf8');
    const { at, snapshot } = schema.parse(JSON.parse(text));
    return options.now - at > staleAfter ? null : snapshot;
  } catch {
    return null;
  }
}

function snapshotPath(folder: string, migration: string): string {
  return join(folder, `live-${migration}.json`);
}

const service = z.enum(services);
const wait = z
  .object({
    host: z.string(),
    service: service.exactOptional(),
    reason: z.string(),
    until: z.number(),
    limit: z.string().exactOptional(),
  })
  .nullable();
const point = z.object({ at: z.number(), done: z.number() });
const sample = point.extend({ bytes: z.number(), pulls: z.number() });
const time = z.number().nullable();

const progress = z.object({
  done: z.number(),
  total: z.number().nullable(),
  unit: z.enum(['refs', 'objects', 'bytes', 'percent', 'pull requests', 'state']),
  what: z.string(),
});

const step = z.object({
  name: z.enum(stepNames),
  status: z.enum(['running', 'done', 'skipped', 'failed']),
  summary: z.string().nullable(),
  startedAt: time,
  finishedAt: time,
});

const repository = z.object({
  status: z.enum(['running', 'waiting']),
  startedAt: time,
  step: z.enum(stepNames).nullable(),
  steps: z.array(step),
  stepsDone: z.number(),
  progress: progress.nullable(),
  points: z.array(point),
  wait,
  waited: z.number(),
  pulls: z.object({ at: z.number(), waited: z.number(), from: z.number().nullable() }).nullable(),
  expected: z.number().nullable().default(null),
});

const synced = z.object({
  source: z.string(),
  target: z.string(),
  status: z.enum(repositoryStatuses),
  startedAt: time,
  finishedAt: time,
  refs: z.number().nullable(),
  webUrl: z.string().nullable(),
  reason: z.string().nullable(),
  // Written by this program, into a file of its owner alone.
  failure: z.custom<Failure>().nullable(),
  warnings: z.array(z.string()),
});

const budget = z.object({
  host: z.string(),
  service: service.exactOptional(),
  name: z.string(),
  used: z.number(),
  limit: z.number(),
  resetAt: time,
  credentials: z.number().exactOptional(),
});

const pace = z.object({
  git: z.object({
    count: z.number(),
    size: z.number(),
    sizeSquared: z.number(),
    time: z.number(),
    timeSquared: z.number(),
    sizeTime: z.number(),
  }),
  pulls: z.object({
    count: z.number(),
    total: z.number(),
    totalSquared: z.number(),
    written: z.number(),
    requests: z.number(),
    time: z.number(),
  }),
  bytes: z.number(),
});

const schema = z.object({
  at: z.number(),
  snapshot: z.object({
    startedAt: time,
    processes: z.number().default(1),
    heldSince: time,
    wait,
    leastShare: z.number().default(0),
    samples: z.array(sample),
    pace,
    budgets: z.array(budget),
    firstBudgets: z.array(budget),
    repositories: z.record(z.string(), repository),
    synced: z.array(synced).nullable().default(null),
  }),
});
