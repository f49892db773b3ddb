import type { MigrationWriter } from '../../ports/store.ts';
import type { MigrationServices } from '../migration-context.ts';
import { keepLease } from './keep-lease.ts';

/** The right to write, as long as it is needed: checks that wait for a host's limit may outlast it, too. */
export interface LeaseHandle {
  readonly writer: MigrationWriter;
  /** Aborted when it was lost. */
  readonly lost: AbortSignal;
}

/** @throws MigratorError of code `state` if another process runs the migration */
export async function withLease<T>(
  { store, process, clock, writeGuard }: MigrationServices,
  migration: string,
  use: (held: LeaseHandle) => Promise<T>,
): Promise<T> {
  const writer = await store.acquire(migration, process);
  const lease = keepLease({ writer, clock });
  writeGuard.askBy(lease.check);
  try {
    return await use({ writer, lost: lease.lost });
  } finally {
    writeGuard.askBy(null);
    await lease.stop();
  }
}
