import type { Clock } from '../../kernel/clock.ts';
import { toMigratorError } from '../../kernel/errors.ts';
import { leaseMilliseconds } from '../../ports/records/migration.ts';
import type { DispatchedTask } from '../../ports/state/dispatcher.ts';
import type { RepositoryWriter } from '../../ports/state/repository-writer.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import type { MigrationServices } from '../migration-context.ts';

interface KeepLease<Renewed> extends Omit<KeepRenewed<Renewed>, 'lease'> {
  readonly writer: Pick<RepositoryWriter, 'checkHeld'> & KeepRenewed<Renewed>['lease'];
}

/** Renews the right to write, as `keepRenewed()`. */
export function keepLease<Renewed>({ writer, ...options }: KeepLease<Renewed>) {
  const { lose, ...kept } = keepRenewed({ ...options, lease: writer });
  return {
    ...kept,
    /** @throws `state`, after `lost` was aborted, if another process has taken over */
    async check() {
      try {
        await writer.checkHeld();
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
  /** Between two renewals; a quarter of `leaseMilliseconds` if left out. */
  readonly milliseconds?: number;
  readonly onRenewed?: (renewed: Renewed) => void;
}

/** Renews what lasts for a time only, until it is stopped. */
export function keepRenewed<Renewed>(options: KeepRenewed<Renewed>): {
  /** Aborted, with the reason, when it could not be renewed: then nothing may be written any more. */
  readonly lost: AbortSignal;
  readonly lose: (error: unknown) => void;
  /** Releases it, unless it was lost. */
  stop(): Promise<void>;
} {
  const { lease, clock } = options;
  const lost = new AbortController();
  const ended = new AbortController();

  async function renewForEver(): Promise<never> {
    for (;;) {
      await clock.sleep(options.milliseconds ?? leaseMilliseconds / 4, ended.signal);
      const renewed = await lease.renew();
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
  { store, process, clock, held }: Pick<MigrationServices, 'store' | 'process' | 'clock' | 'held'>,
  migration: string,
  use: (handle: LeaseHandle) => Promise<T>,
  joins?: DispatchedTask,
): Promise<T> {
  const writer = await store.acquire(migration, process, joins);
  const lease = keepLease({ writer, clock });
  held.set({ migration, writer, check: lease.check });
  try {
    return await use({ writer, lost: lease.lost });
  } finally {
    held.set(null);
    await lease.stop();
  }
}
