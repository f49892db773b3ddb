import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type LeaseHolder, leaseMilliseconds } from '../../ports/records/migration.ts';
import { text, whole } from '../read-column.ts';
import { leasedByProcess, takenOver } from '../refusals.ts';
import { transaction } from './transaction.ts';

export interface AcquireLease {
  readonly database: DatabaseSync;
  readonly migration: string;
  readonly holder: LeaseHolder;
  readonly now: number;
  readonly isProcessAlive: (pid: number) => boolean;
}

/**
 * Takes the right to write, and gives the fencing number that every write must carry.
 * @throws `state` while a living process holds it; MalformedRow
 */
export function acquireLease(options: AcquireLease): number {
  const { database, migration, holder, now } = options;
  return transaction(database, () => {
    const current = database
      .prepare('SELECT fence, pid, hostname, expires_at FROM lease WHERE migration = ?')
      .get(migration);
    if (current && isLeased(options, current)) {
      const holder = { pid: whole(current, 'pid'), hostname: text(current, 'hostname') };
      throw leasedByProcess(migration, holder);
    }
    const fence = (current === undefined ? 0 : whole(current, 'fence')) + 1;
    database
      .prepare('INSERT OR REPLACE INTO lease VALUES (?, ?, ?, ?, ?)')
      .run(migration, fence, holder.pid, holder.hostname, now + leaseMilliseconds);
    return fence;
  });
}

function isLeased(options: AcquireLease, lease: Record<string, unknown>): boolean {
  if (whole(lease, 'expires_at') <= options.now) return false;
  const sameMachine = lease.hostname === options.holder.hostname;
  return !sameMachine || options.isProcessAlive(whole(lease, 'pid'));
}

export const fenceSql = 'SELECT fence FROM lease WHERE migration = ?';

/**
 * @param lease the statement of `fenceSql`
 * @throws `state` if another process has taken the lease since
 */
export function checkFence(lease: StatementSync, migration: string, fence: number): void {
  const row = lease.get(migration);
  if (row?.fence === fence) return;
  throw takenOver(migration);
}
