import { recordedEvents } from '../../migration/control/record-events.ts';
import type { TimedEvent } from '../../ports/events.ts';
import type { StepState } from '../../ports/records/migration.ts';
import type { Store } from '../../ports/store.ts';
import type { LiveSnapshot } from '../../report/run/live-snapshot.ts';
import type { RunState } from '../../report/run/run-state.ts';
import { runFromStore } from '../../report/run/stored-run.ts';

/** A run of another process, by its state and its live snapshot. */
export interface FollowedRun {
  readonly run: RunState;
  /** Recorded since the last read; empty at the first. */
  readonly news: readonly TimedEvent[];
  /** No process runs it. */
  readonly isOver: boolean;
}

/** Reads a run of another process at each call; of its events only those that are new. */
export function followRun(options: {
  store: Pick<
    Store,
    'findHolder' | 'findMigration' | 'listRepositories' | 'listEvents' | 'listSteps'
  >;
  migration: string;
  readSnapshot: () => Promise<LiveSnapshot | null>;
}): () => Promise<FollowedRun> {
  const { store, migration: id } = options;
  let known: ReadonlyMap<TimedEvent['type'], readonly TimedEvent[]> | null = null;
  return async () => {
    // The holder first, so that its last writes are read after it has left.
    const holder = await store.findHolder(id);
    const migration = await store.findMigration(id);
    const repositories = await store.listRepositories(id);
    const events = new Map<TimedEvent['type'], readonly TimedEvent[]>();
    const news: TimedEvent[] = [];
    for (const type of recordedEvents) {
      const before: readonly TimedEvent[] = known?.get(type) ?? [];
      const added = await store.listEvents(id, type, before.length);
      events.set(type, [...before, ...added]);
      if (known !== null) news.push(...added);
    }
    known = events;
    const steps = new Map<string, readonly StepState[]>();
    for (const { source, status } of repositories) {
      if (status === 'running') steps.set(source, await store.listSteps(id, source));
    }
    const isOver = holder === null;
    const snapshot = isOver ? null : await options.readSnapshot();
    const byTime = (one: TimedEvent, other: TimedEvent) => one.at - other.at;
    return {
      run: runFromStore({
        ...{ migration, repositories, steps, snapshot, isOver },
        events: [...events.values()].flat().sort(byTime),
      }),
      news: news.sort(byTime),
      isOver,
    };
  };
}
