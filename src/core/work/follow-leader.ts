import type { Clock } from '../kernel/clock.ts';
import { hasCode } from '../kernel/errors.ts';
import type { LeaseHolder } from '../ports/records/migration.ts';
import type { Dispatcher } from '../ports/state/dispatcher.ts';
import {
  isRepositoryClaim,
  type SharedRun,
  type SharedRuns,
  StateLost,
} from '../ports/state/shared-run.ts';
import type { MigrationWriter, Store } from '../ports/store.ts';
import { setRun } from './set-run.ts';

/** Milliseconds between two looks at whether anybody leads a run. */
const leaderInterval = 15_000;

interface Joined {
  readonly services: {
    readonly store: Pick<Store, 'acquire'>;
    readonly process: LeaseHolder;
    readonly clock: Pick<Clock, 'now'>;
  };
  readonly runs: Pick<SharedRuns, 'findRun' | 'listClaims' | 'listBusy'>;
  readonly dispatcher: Pick<Dispatcher, 'findQueues'>;
  readonly migration: string;
  readonly run: SharedRun;
}

/**
 * Follows the run that a process has joined.
 * @returns tells whether the run has ended. Now and then, while the process has nothing to do, it first ends a run that nobody leads
 */
export function followLeader(
  joined: Joined,
): (now: { readonly isIdle: boolean }) => Promise<boolean> {
  const { services, runs, migration, run } = joined;
  const { clock } = services;
  let lookedAt = clock.now();
  return async ({ isIdle }) => {
    if (isIdle && clock.now() - lookedAt >= leaderInterval) {
      lookedAt = clock.now();
      await endWithoutLeader(joined);
    }
    return (await runs.findRun(migration))?.id !== run.id;
  };
}

/** Ends a run that nobody leads or works on: it would keep workers from others. */
export async function endWithoutLeader(joined: Joined): Promise<void> {
  const { services, runs, migration, run } = joined;
  const { store, process } = services;
  let writer: MigrationWriter;
  try {
    writer = await store.acquire(migration, process, run.task);
  } catch (thrown) {
    // It is there.
    if (hasCode(thrown, 'state') && !(thrown instanceof StateLost)) return;
    throw thrown;
  }
  try {
    const isSame = (await runs.findRun(migration))?.id === run.id;
    const claims = await runs.listClaims(migration);
    if (isSame && !claims.some(isRepositoryClaim)) await setRun({ ...joined, writer }, null);
  } finally {
    await writer.release();
  }
}
