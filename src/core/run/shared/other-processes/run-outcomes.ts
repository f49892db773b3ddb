import type { EventOf, TimedEvent } from '../../../ports/records/events.ts';
import type { RepositoryState, StepState } from '../../../ports/records/migration.ts';
import type { SharedRuns } from '../../../ports/state/shared-run.ts';
import type { Store } from '../../../ports/store.ts';

/** That another process has ended a repository's turn, as if this process had reported it. */
export type EndOfRepository = EventOf<'repository-finished'>;

/** How the task of a run keeps what becomes of its repositories. */
export interface RunOutcomes {
  /** Keeps ended repositories ended: a retry by a person happens on that person's machine. */
  readonly areFinal: boolean;
  /** Tells whether one has come to its end in this run, whichever process worked on it. */
  hasEnded(source: string): Promise<boolean>;
  /** Repositories that other processes have ended since the last call. */
  news(): Promise<readonly EndOfRepository[]>;
  /** Of these repositories those that have ended untold, as where the clocks of two machines differ a little. */
  missed(isOpen: (source: string) => boolean): Promise<readonly EndOfRepository[]>;
  /** How far another process has come with one; none where the task keeps no steps. */
  listSteps(source: string): Promise<readonly StepState[]>;
}

/** Tells whether a repository was migrated to its end, or left out. */
export function hasMigrated(
  runs: Pick<SharedRuns, 'findRepository'>,
  migration: string,
): RunOutcomes['hasEnded'] {
  return async (source) => {
    const state = await runs.findRepository(migration, source);
    return state?.status === 'succeeded' || state?.status === 'skipped';
  };
}

interface MigratedOutcomes {
  readonly store: Pick<Store, 'listEvents' | 'listSteps' | 'listRepositories'>;
  readonly runs: Pick<SharedRuns, 'findRepository'>;
  readonly migration: string;
  /** Milliseconds since 1970: earlier events are of an earlier run. */
  readonly since: number;
  /** True if this process has recorded the event. */
  readonly isOwn: (event: TimedEvent) => boolean;
}

/** A migrated repository has ended when its status says so; processes report it as events. */
export function migratedOutcomes({
  store,
  runs,
  migration,
  since,
  isOwn,
}: MigratedOutcomes): RunOutcomes {
  let read = 0;
  return {
    areFinal: false,
    hasEnded: hasMigrated(runs, migration),
    async news() {
      const news = await store.listEvents(migration, 'repository-finished', read);
      read += news.length;
      return news.filter(
        (event): event is EndOfRepository =>
          event.type === 'repository-finished' && event.at >= since && !isOwn(event),
      );
    },
    async missed(isOpen) {
      const states = await store.listRepositories(migration);
      return states.flatMap((state) => {
        const { status } = state;
        const isOver = status === 'succeeded' || status === 'skipped';
        return isOver && isOpen(state.source) ? [endOf({ ...state, status })] : [];
      });
    },
    listSteps: (source) => store.listSteps(migration, source),
  };
}

function endOf(state: RepositoryState & { status: 'succeeded' | 'skipped' }): EndOfRepository {
  const { source, target, status, refs, webUrl, reason, failure, startedAt, finishedAt } = state;
  const at = finishedAt ?? 0;
  return {
    ...{ type: 'repository-finished', repository: source, target, outcome: status, at },
    ...{ refs, webUrl, reason, failure, lfsObjects: null, pullRequests: null },
    milliseconds: at - (startedAt ?? at),
  };
}
