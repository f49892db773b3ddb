import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { MigratorError } from '../../kernel/errors.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { type LeaseHolder, leaseMilliseconds } from '../../ports/records/migration.ts';
import { text, whole } from './read-column.ts';
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
    if (current && isHeld(options, current)) throw heldByAnother(migration, current);
    const fence = (current === undefined ? 0 : whole(current, 'fence')) + 1;
    database
      .prepare('INSERT OR REPLACE INTO lease VALUES (?, ?, ?, ?, ?)')
      .run(migration, fence, holder.pid, holder.hostname, now + leaseMilliseconds);
    return fence;
  });
}

function isHeld(options: AcquireLease, lease: Record<string, unknown>): boolean {
  if (whole(lease, 'expires_at') <= options.now) return false;
  const sameMachine = lease.hostname === options.holder.hostname;
  return !sameMachine || options.isProcessAlive(whole(lease, 'pid'));
}

function heldByAnother(migration: string, lease: Record<string, unknown>): MigratorError {
  const who = `process ${whole(lease, 'pid')} on ${safe(text(lease, 'hostname'))}`;
  return new MigratorError('state', `Migration ${migration} is already running as ${who}`, {
    hint: `Wait for it to end, or watch it with: migrator status --migration ${migration} --watch`,
  });
}

export const fenceSql = 'SELECT fence FROM lease WHERE migration = ?';

/**
 * @param lease the statement of `fenceSql`
 * @throws `state` if another process has taken the lease since
 */
export function checkFence(lease: StatementSync, migration: string, fence: number): void {
  const row = lease.get(migration);
  if (row?.fence === fence) return;
  throw new MigratorError('state', `Another process took over migration ${migration}`, {
    hint: 'This one has stopped writing. Nothing is lost.',
    retry: 'fatal',
  });
}
