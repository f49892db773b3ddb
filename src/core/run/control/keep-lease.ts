import type { Clock } from '../../kernel/clock.ts';
import { toMigratorError } from '../../kernel/errors.ts';
import { leaseMilliseconds } from '../../ports/records/migration.ts';
import type { DispatchedTask } from '../../ports/state/dispatcher.ts';
import type { RepositoryWriter } from '../../ports/state/repository-writer.ts';
import { StateLost } from '../../ports/state/shared-run.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import { expectedTargets } from '../../replica/context/expected-targets.ts';
import type { MigrationServices } from '../../replica/context/migration-context.ts';
import { plannedPublications } from '../../replica/context/planned-publications.ts';

interface KeepLease<Renewed> extends Omit<KeepRenewed<Renewed>, 'lease'> {
  readonly writer: Pick<RepositoryWriter, 'checkLease'> & KeepRenewed<Renewed>['lease'];
}

/** Renews the right to write, as `keepRenewed()`. */
export function keepLease<Renewed>({ writer, ...options }: KeepLease<Renewed>) {
  const { lose, ...kept } = keepRenewed({ ...options, lease: writer });
  return {
    ...kept,
    /** @throws `state`, after `lost` was aborted, if another process has taken over */
    async check() {
      try {
        await writer.checkLease();
      } catch (error) {
        lose(error);
        throw error;
      }
    },
  };
}

interface KeepRenewed<Renewed> {
  readonly lease: { renew(): Promise<Renewed>; release(): Promise<void> };
  readonly clock: Clock;
  /** Milliseconds that it lasts without being renewed; `leaseMilliseconds` if left out. */
  readonly lasts?: number;
  /** Milliseconds between two renewals; a quarter of `lasts` if left out. */
  readonly interval?: number;
  readonly onRenewed?: (renewed: Renewed) => void;
}

/**
 * Renews what lasts for a time only, until it is stopped. Where no answer comes, it is given up when half of it has passed, so
 * that whatever is under way has ended before another process can take it: a database that is out of reach answers nothing, and
 * what else waits for it may come first.
 */
export function keepRenewed<Renewed>(options: KeepRenewed<Renewed>): {
  /** Aborted, with the reason, when it could not be renewed: then nothing may be written any more. */
  readonly lost: AbortSignal;
  readonly lose: (error: unknown) => void;
  /** Releases it, unless it was lost. */
  stop(): Promise<void>;
} {
  const { lease, clock, lasts = leaseMilliseconds, interval = lasts / 4 } = options;
  const lost = new AbortController();
  const ended = new AbortController();

  async function renewForEver(): Promise<never> {
    for (;;) {
      await clock.sleep(interval, ended.signal);
      // From its beginning: a process that was stopped for minutes gets as long to ask whether it is still its own.
      const renewed = await answeredWithin(lasts / 2 - interval, clock, lease.renew());
      options.onRenewed?.(renewed);
    }
  }
  function lose(error: unknown): void {
    if (!ended.signal.aborted) lost.abort(toMigratorError(error));
  }
  const renewing = renewForEver().catch(lose);

  return {
    lost: lost.signal,
    lose,
    async stop() {
      ended.abort();
      await renewing;
      if (!lost.signal.aborted) await lease.release();
    },
  };
}

/** @throws StateLost */
async function answeredWithin<T>(
  milliseconds: number,
  clock: Clock,
  asked: Promise<T>,
): Promise<T> {
  const answered = new AbortController();
  const late = clock.sleep(milliseconds, answered.signal).then((): never => {
    throw new StateLost('state', 'The state did not respond in time', {
      hint: 'Nothing has been written since, and nothing is lost. Resume with --resume <id> once it responds.',
      retry: 'fatal',
    });
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    answered.abort();
  }
}

/** The right to write, as long as it is needed: checks that wait for a host's limit may outlast it, too. */
export interface LeaseHandle {
  readonly writer: MigrationWriter;
  /** Aborted when it was lost. */
  readonly lost: AbortSignal;
}

/**
 * @param joins processes that work on its repositories for this task go on
 * @throws MigratorError of code `state` if another process runs the migration
 */
export async function withLease<T>(
  {
    store,
    process,
    clock,
    lease: held,
  }: Pick<MigrationServices, 'store' | 'process' | 'clock' | 'lease'>,
  migration: string,
  use: (handle: LeaseHandle) => Promise<T>,
  joins?: DispatchedTask,
): Promise<T> {
  const writer = await store.acquire(migration, process, joins);
  const lease = keepLease({ writer, clock });
  held.set({
    ...{ migration, writer, check: lease.check },
    targets: expectedTargets(store, migration),
    publications: plannedPublications(store, migration),
  });
  try {
    return await use({ writer, lost: lease.lost });
  } finally {
    held.set(null);
    await lease.stop();
  }
}
