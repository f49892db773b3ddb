import type { PlannedRepository } from '../../plan/plan-schema.ts';
import type { DispatchedRepository, Dispatcher } from '../../ports/state/dispatcher.ts';
import type { ClaimWriter, SharedRun, SharedRuns } from '../../ports/state/shared-run.ts';
import { createSharedQueue, nothingDecided } from '../../work/shared-queue.ts';
import type { MigrationServices } from '../context/migration-context.ts';
import { withClaim } from '../control/with-claim.ts';
import type { SharedWork } from '../run/repositories-run.ts';
import type { RepositoryWork } from '../run/repository-work.ts';

export interface SharedWorkOptions {
  readonly services: Pick<
    MigrationServices,
    'process' | 'clock' | 'held' | 'runController' | 'store'
  >;
  readonly runs: SharedRuns;
  readonly dispatcher: Dispatcher;
  readonly migration: string;
  readonly run: SharedRun;
  readonly repositories: readonly PlannedRepository[];
  /** Applies requests of a person here to all processes. */
  readonly leads: boolean;
  /** `null`: all of them, also those of no wave. */
  readonly waves: readonly string[] | null;
  /** Given out before all others, by this process alone. */
  readonly first?: readonly PlannedRepository[];
  /**
   * Works on a repository by its claim.
   * @param decided by the process that leads; `null` where this process has not taken it from the queue
   */
  readonly workBy: (claim: ClaimWriter, decided: string | null) => RepositoryWork;
  /** True if a repository has come to its end, whichever process worked on it. */
  readonly hasEnded: (source: string) => Promise<boolean>;
  /** How one is queued that a person wants again; `null` or left out: this process works on it. */
  readonly again?: (planned: PlannedRepository) => DispatchedRepository | null;
  /** Nothing will be queued any more. */
  readonly isDone: () => Promise<boolean>;
  /** Of a process that died, where this one leads. */
  readonly takeLost?: () => Promise<PlannedRepository | null>;
  /** Before a repository that was worked on here is let go. */
  readonly beforeRelease: () => Promise<void>;
  readonly onSettled?: (source: string) => void;
  readonly onQueued?: (planned: PlannedRepository) => void;
  readonly follow?: SharedWork['follow'];
  readonly signal: AbortSignal;
  readonly onError: (thrown: unknown) => void;
}

/** The repositories of a run that several processes work on. */
export function createSharedWork(options: SharedWorkOptions): SharedWork {
  const { services, runs, dispatcher, migration, run, repositories, signal, leads } = options;
  const ended = new Set<string>();
  const decided = new Map<string, string>();
  const planned = new Map(repositories.map((one) => [one.source, one]));
  return {
    createQueue: (conditions) =>
      createSharedQueue({
        ...conditions,
        ...{ dispatcher, ended, signal, run, first: options.first ?? [] },
        selection: { migrations: [migration], waves: options.waves },
        isMeant: (next) => next.decided === nothingDecided,
        find(source, settled) {
          if (settled !== null) decided.set(source, settled);
          return planned.get(source) ?? null;
        },
        hasEnded: options.hasEnded,
        isKeptBack: (source) => runs.isKeptBack(migration, source),
        clock: services.clock,
        isDone: options.isDone,
        takeLost: options.takeLost ?? (async () => null),
        onSettled(source) {
          ended.add(source);
          options.onSettled?.(source);
        },
        async queueAgain(planned) {
          ended.delete(planned.source);
          options.onQueued?.(planned);
          const again = options.again?.(planned) ?? null;
          if (again !== null) await dispatcher.queue([again]);
          return again !== null;
        },
        onError: options.onError,
      }),
    withTurn: ({ source }, use) =>
      withClaim({ services, runs, migration, run: run.id, source }, async (claim) => {
        const { writer, lost, skip } = claim;
        const work = options.workBy(writer, decided.get(source) ?? null);
        try {
          return await use({ work, signal: AbortSignal.any([signal, lost]), skip });
        } finally {
          await options.beforeRelease();
        }
      }),
    follow(onEnded) {
      options.follow?.((source, outcome) => {
        ended.add(source);
        onEnded(source, outcome);
      });
    },
    async hold(isHeld) {
      if (leads) await runs.tell(migration, { kind: isHeld ? 'hold' : 'resume' });
    },
    skip: (source) => runs.tell(migration, { kind: 'skip', source }),
  };
}

export function toDispatched(
  { id, task }: SharedRun,
  migration: string,
  { source, wave, decided }: PlannedRepository & { readonly decided: string },
): DispatchedRepository {
  return {
    ...{ migration, source, task, run: id, decided },
    wave: wave === undefined ? null : String(wave),
  };
}
