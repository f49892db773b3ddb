import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { BudgetView } from '../../network/budget/budget-view.ts';
import { type LiveSnapshot, momentOf } from './live-snapshot.ts';
import type { RunState } from './run-state.ts';

/** Milliseconds between two moments that are written. */
const interval = 1000;
/** Milliseconds after which a moment is none any more: its process hangs, was stopped, or is gone. */
const staleAfter = 5000;

/**
 * Writes the moment of a run once a second into a file beside the state, for whoever watches from another process. It is
 * no part of the state: nothing is flushed, nothing depends on it, and what goes wrong with it is of no account.
 * @returns disposed of, the file is gone
 */
export function keepLiveSnapshot(options: {
  folder: string;
  state: () => RunState;
  budgets: () => Promise<readonly BudgetView[]>;
}): AsyncDisposable {
  const { folder, state, budgets } = options;
  let path: string | null = null;
  let writing: Promise<void> = Promise.resolve();
  let isWriting = false;
  const timer = setInterval(() => {
    const run = state();
    if (run.migration === null || isWriting) return;
    path = snapshotPath(folder, run.migration);
    isWriting = true;
    writing = writeLiveSnapshot(path, momentOf(run, []), budgets)
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

async function writeLiveSnapshot(
  path: string,
  moment: LiveSnapshot,
  budgets: () => Promise<readonly BudgetView[]>,
): Promise<void> {
  const text = JSON.stringify({ at: Date.now(), moment: { ...moment, budgets: await budgets() } });
  // The name is ours alone: one process at a time has the lease of a migration.
  await writeFile(`${path}.tmp`, text, { mode: 0o600 });
  await rename(`${path}.tmp`, path);
}

/** The moment of a run that another process makes; `null` where that tells none, or has stopped telling. */
export async function readLiveSnapshot(options: {
  folder: string;
  migration: string;
  now: number;
}): Promise<LiveSnapshot | null> {
  try {
    const text = await readFile(snapshotPath(options.folder, options.migration), 'utf8');
    const { at, moment } = schema.parse(JSON.parse(text));
    return options.now - at > staleAfter ? null : moment;
  } catch {
    return null;
  }
}

function snapshotPath(folder: string, migration: string): string {
  return join(folder, `moment-${migration}.json`);
}

const wait = z.object({ host: z.string(), reason: z.string(), until: z.number() }).nullable();
const schema = z.object({
  at: z.number(),
  moment: z.object({
    isHeld: z.boolean(),
    wait,
    budgets: z.array(
      z.object({
        host: z.string(),
        name: z.string(),
        used: z.number(),
        limit: z.number(),
        resetAt: z.number().nullable(),
      }),
    ),
    repositories: z.record(
      z.string(),
      z.object({
        progress: z
          .object({
            done: z.number(),
            total: z.number().nullable(),
            unit: z.enum(['refs', 'objects', 'bytes', 'percent', 'pull requests']),
            what: z.string(),
          })
          .nullable(),
        points: z.array(z.object({ at: z.number(), done: z.number() })),
        wait,
      }),
    ),
  }),
});
