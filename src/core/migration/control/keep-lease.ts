import type { Clock } from '../../kernel/clock.ts';
import { toMigratorError } from '../../kernel/errors.ts';
import { leaseMilliseconds } from '../../ports/records/migration.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import type { MigrationServices } from '../migration-context.ts';

/** Renews the right to write, as `keepRenewed()`. */
export function keepLease(options: { writer: MigrationWriter; clock: Clock }) {
  const { writer, clock } = options;
  const { lose, ...kept } = keepRenewed({ lease: writer, clock });
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

/** Renews what lasts `leaseMilliseconds` four times in that length. */
export function keepRenewed(options: {
  readonly lease: Pick<MigrationWriter, 'renew' | 'release'>;
  readonly clock: Clock;
}): {
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
      await clock.sleep(leaseMilliseconds / 4, ended.signal);
      await lease.renew();
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

/** @throws MigratorError of code `state` if another process runs the migration */
export async function withLease<T>(
  { store, process, clock, writeGuard, writeJournal }: MigrationServices,
  migration: string,
  use: (held: LeaseHandle) => Promise<T>,
): Promise<T> {
  const writer = await store.acquire(migration, process);
  const lease = keepLease({ writer, clock });
  writeGuard.askBy(lease.check);
  writeJournal.recordTo({ migration, writer });
  try {
    return await use({ writer, lost: lease.lost });
  } finally {
    writeGuard.askBy(null);
    writeJournal.recordTo(null);
    await lease.stop();
  }
}
