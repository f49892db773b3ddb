import { type LeaseHolder, leaseMilliseconds } from '../../../ports/records/migration.ts';
import { type Row, text, whole } from '../../read-column.ts';
import { leasedByProcess, takenOver } from '../../refusals.ts';
import type { Query } from '../connection/database-connection.ts';
import type { FencedLease } from './fenced-statements.ts';
import { checkVersion } from './prepare-database.ts';

export interface AcquireLease {
  readonly migration: string;
  readonly process: LeaseHolder;
  /** Unique: tells this lease from all others, whatever becomes of its number. */
  readonly holder: string;
  /** Tells this machine from another of the same name. */
  readonly machine: string;
  readonly isProcessAlive: (pid: number) => boolean;
}

/**
 * Takes the right to write, and gives the fencing number that every write must carry. A second run with the same holder, as
 * after a lost answer, gives it again.
 * @throws `state` while a living process holds it
 */
export async function acquireLease(query: Query, options: AcquireLease): Promise<number> {
  const { migration, process, machine, isProcessAlive } = options;
  const free = await take(query, options, null);
  if (free !== null) return free;
  const [current] = await query('SELECT * FROM migrator.lease WHERE migration = $1', migration);
  if (current === undefined) throw takenOver(migration);
  const isHere = current.hostname === process.hostname && current.machine === machine;
  if (isHere && !isProcessAlive(whole(current, 'pid'))) {
    const inherited = await take(query, options, whole(current, 'fence'));
    if (inherited !== null) return inherited;
  }
  throw leasedByProcess(migration, holderOf(current));
}

/** @param dead the fencing number of a process that is known to be dead */
async function take(
  query: Query,
  { migration, process, holder, machine }: AcquireLease,
  dead: number | null,
): Promise<number | null> {
  const [taken] = await query(
    `INSERT INTO migrator.lease AS lease
       (migration, fence, holder, pid, hostname, machine, expires_at)
     VALUES ($1, 1, $2, $3, $4, $5, migrator.now_ms() + $6)
     ON CONFLICT (migration) DO UPDATE SET
       fence = lease.fence + 1, holder = excluded.holder, pid = excluded.pid,
       hostname = excluded.hostname, machine = excluded.machine, expires_at = excluded.expires_at
     WHERE lease.expires_at <= migrator.now_ms() OR lease.holder = excluded.holder
       OR lease.fence = $7::bigint
     RETURNING fence`,
    ...[migration, holder, process.pid, process.hostname, machine, leaseMilliseconds, dead],
  );
  return taken === undefined ? null : whole(taken, 'fence');
}

/** The lease of a migration. */
export function migrationLease({
  migration,
  holder,
}: Pick<AcquireLease, 'migration' | 'holder'>): FencedLease {
  return {
    table: 'migrator.lease',
    milliseconds: leaseMilliseconds,
    lost: () => takenOver(migration),
    async reclaim(query) {
      const [own] = await query(
        `UPDATE migrator.lease SET fence = fence + 1 WHERE migration = $1 AND holder = $2
         RETURNING fence`,
        ...[migration, holder],
      );
      if (own === undefined) throw takenOver(migration);
      return whole(own, 'fence');
    },
  };
}

/** @throws `state` if another process has taken over, or a newer version has changed the database */
export async function renewLease(
  query: Query,
  { migration, fence, place }: { migration: string; fence: number; place: string },
): Promise<void> {
  const [renewed] = await query(
    `UPDATE migrator.lease SET expires_at = migrator.now_ms() + $3
     WHERE migration = $1 AND fence = $2
     RETURNING (SELECT version FROM migrator.about) AS version`,
    ...[migration, fence, leaseMilliseconds],
  );
  if (renewed === undefined) throw takenOver(migration);
  checkVersion(renewed, place);
}

export function holderOf(row: Row): LeaseHolder {
  return { pid: whole(row, 'pid'), hostname: text(row, 'hostname') };
}
