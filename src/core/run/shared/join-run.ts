import type { Migration } from '../../ports/records/migration.ts';
import type { Dispatcher } from '../../ports/state/dispatcher.ts';
import type { SharedRun } from '../../ports/state/shared-run.ts';
import type { MigrationServices, Sharing } from '../../replica/context/migration-context.ts';
import type { EventSink } from '../../report/event-sink.ts';
import { endWithoutLeader, followLeader } from '../../work/follow-leader.ts';
import type { SharedWork } from '../repositories/repositories-run.ts';
import { createSharedWork, type SharedHooks } from './shared-work.ts';

export interface JoinRun {
  readonly services: MigrationServices;
  readonly sharing: Sharing;
  readonly dispatcher: Dispatcher;
  readonly events: EventSink;
  readonly migration: Migration;
  readonly run: SharedRun;
  /** `null`: all repositories, also those of no wave. */
  readonly waves: readonly string[] | null;
  /** Repositories at the same time; left out where nobody has said. */
  readonly askedWorkers: number | undefined;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** Aborted: take nothing new, and leave after the running steps. */
  readonly drain: AbortSignal;
}

interface Joining {
  /** Takes repositories of the run from its queue. */
  share<One extends { readonly source: string }, Work>(
    hooks: SharedHooks<One, Work>,
  ): SharedWork<One, Work>;
  /** Tells whether the run has ended. */
  readonly hasEnded: ReturnType<typeof followLeader>;
}

/**
 * Takes a share of a run that another process leads.
 * @param onFailure `end`: the run is of no use where the work has failed here and nobody leads it
 */
export async function joinRun<T>(
  job: JoinRun,
  { onFailure }: { readonly onFailure: 'leave' | 'end' },
  work: (joining: Joining) => Promise<T>,
): Promise<T> {
  const { services, dispatcher, run, waves } = job;
  const joined = { services, runs: job.sharing.runs, dispatcher, migration: job.migration.id, run };
  const hasEnded = followLeader(joined);
  const isDone = () => hasEnded({ isIdle: false });
  try {
    return await work({
      hasEnded,
      share: (hooks) => createSharedWork({ ...joined, waves, leads: false, isDone, ...hooks }),
    });
  } catch (thrown) {
    if (onFailure === 'end') await endWithoutLeader(joined).catch(() => {});
    throw thrown;
  }
}
