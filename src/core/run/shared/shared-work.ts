import type { PlannedRepository } from '../../plan/plan-schema.ts';
import type { DispatchedRepository, Dispatcher } from '../../ports/state/dispatcher.ts';
import type { ClaimWriter, SharedRun, SharedRuns } from '../../ports/state/shared-run.ts';
import type { MigrationServices } from '../../replica/context/migration-context.ts';
import { createSharedQueue } from '../../work/shared-queue.ts';
import { withClaim } from '../control/with-claim.ts';
import type { SharedWork } from '../repositories/repositories-run.ts';
import type { RepositoryWork } from '../repositories/repository-work.ts';

export interface SharedWorkOptions<
  One extends { readonly source: string } = PlannedRepository,
  Work = RepositoryWork,
> {
  readonly services: Pick<MigrationServices, 'process' | 'clock' | 'lease' | 'store'>;
  readonly runs: SharedRuns;
  readonly dispatcher: Dispatcher;
  readonly migration: string;
  readonly run: SharedRun;
  /**
   * Finds one that this process may work on; `null`: it may not.
   * @param taskOptions `null` where it was not taken from the queue
   */
  readonly find: (source: string, taskOptions: string | null) => One | null;
  /** Applies requests of a person here to all processes. */
  readonly leads: boolean;
  /** `null`: all of them, also those of no wave. */
  readonly waves: readonly string[] | null;
  /** Given out before all others, by this process alone. */
  readonly first?: readonly One[];
  /**
   * Works on a repository by its claim.
   * @param taskOptions by the process that leads; `null` where this process has not taken it from the queue
   */
  readonly workBy: (claim: ClaimWriter, taskOptions: string | null) => Work;
  /** True if a repository has come to its end, whichever process worked on it. */
  readonly hasEnded: (source: string) => Promise<boolean>;
  /** How one is queued that a person wants again; `null` or left out: this process works on it. */
  readonly again?: (one: One) => DispatchedRepository | null;
  /** Nothing will be queued any more. */
  readonly isDone: () => Promise<boolean>;
  /** Of a process that died, where this one leads. */
  readonly takeLost?: () => Promise<One | null>;
  /** Before a repository that was worked on here is let go. */
  readonly beforeRelease?: () => Promise<void>;
  readonly onSettled?: (source: string) => void;
  readonly onQueued?: (one: One) => void;
  readonly watch?: SharedWork['watch'];
  readonly signal: AbortSignal;
  readonly onError: (thrown: unknown) => void;
}

/** Describes what differs between tasks: the process that leads a run, or has joined it, knows the rest. */
export type SharedHooks<One extends { readonly source: string }, Work> = Omit<
  SharedWorkOptions<One, Work>,
  'services' | 'runs' | 'dispatcher' | 'migration' | 'run' | 'leads' | 'waves' | 'isDone'
> &
  Partial<Pick<SharedWorkOptions<One, Work>, 'isDone'>>;

/** The repositories of a run that several processes work on. */
export function createSharedWork<One extends { readonly source: string }, Work>(
  options: SharedWorkOptions<One, Work>,
): SharedWork<One, Work> {
  const { services, runs, dispatcher, migration, run, signal, leads } = options;
  const ended = new Set<string>();
  const taskOptions = new Map<string, string>();
  return {
    createQueue: (conditions) =>
      createSharedQueue<One>({
        ...conditions,
        ...{ dispatcher, ended, run, first: options.first ?? [] },
        selection: { migrations: [migration], waves: options.waves },
        find(source, settled) {
          if (settled !== null) taskOptions.set(source, settled);
          return options.find(source, settled);
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
        async queueAgain(one) {
          ended.delete(one.source);
          options.onQueued?.(one);
          const again = options.again?.(one) ?? null;
          if (again !== null) await dispatcher.queue([again]);
          return again !== null;
        },
        onError: options.onError,
      }),
    withTask: ({ source }, use) =>
      withClaim({ services, runs, migration, run: run.id, source }, async (claim) => {
        const { writer, lost, skip } = claim;
        const work = options.workBy(writer, taskOptions.get(source) ?? null);
        try {
          return await use({ work, signal: AbortSignal.any([signal, lost]), skip });
        } finally {
          await options.beforeRelease?.();
        }
      }),
    watch(onEnded) {
      options.watch?.((source, outcome) => {
        ended.add(source);
        onEnded(source, outcome);
      });
    },
    async pause(isPaused) {
      if (leads) await runs.announce(migration, { kind: isPaused ? 'hold' : 'resume' });
    },
    skip: (source) => runs.announce(migration, { kind: 'skip', source }),
  };
}

/** Finds repositories of a plan. */
export function findPlanned(repositories: readonly PlannedRepository[]): SharedWorkOptions['find'] {
  const planned = new Map(repositories.map((one) => [one.source, one]));
  return (source) => planned.get(source) ?? null;
}

export function toDispatched(
  { id, task }: SharedRun,
  migration: string,
  {
    source,
    wave,
    taskOptions,
  }: Pick<PlannedRepository, 'source' | 'wave'> & { readonly taskOptions: string },
): DispatchedRepository {
  return {
    ...{ migration, source, task, run: id, taskOptions },
    wave: wave === undefined ? null : String(wave),
  };
}
