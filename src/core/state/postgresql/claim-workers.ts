import { randomUUID } from 'node:crypto';
import { leaseMilliseconds } from '../../ports/records/migration.ts';
import type { Store, WantedWorkers } from '../../ports/store.ts';
import { grantedClaim, grantWorkers, toWorkersClaim } from '../grant-workers.ts';
import { type Row, text, whole } from '../read-column.ts';
import { inTransaction, type Query, type Work } from './connection/database-connection.ts';
import type { AcquireLease } from './lease/lease.ts';

/** The method of the store. */
export function createWorkerClaims(
  write: <T>(work: Work<T>) => Promise<T>,
  options: Pick<AcquireLease, 'machine' | 'isProcessAlive'>,
): Store['claimWorkers'] {
  return (process, wanted) => {
    const claim = { ...options, process, holder: randomUUID() };
    return grantedClaim(wanted, {
      claim: (workers) => write((query) => claimWorkers(query, claim, workers)),
      release: () =>
        write(async (query) => {
          await query('DELETE FROM migrator.worker_claim WHERE holder = $1', claim.holder);
        }),
    });
  };
}

/**
 * Claims workers, or extends an earlier claim of the same holder, so that a second run after a lost answer changes nothing.
 * @returns how many; 0: too few are left
 */
function claimWorkers(
  query: Query,
  options: Omit<AcquireLease, 'migration'>,
  wanted: WantedWorkers,
): Promise<number> {
  const { process, holder, machine, isProcessAlive } = options;
  return inTransaction(query, async () => {
    await query(`SELECT pg_advisory_xact_lock(hashtext('migrator workers'))`);
    await query('DELETE FROM migrator.worker_claim WHERE expires_at <= migrator.now_ms()');
    const rows = await query('SELECT * FROM migrator.worker_claim');
    const isDead = (row: Row) =>
      row.hostname === process.hostname &&
      row.machine === machine &&
      !isProcessAlive(whole(row, 'pid'));
    const dead = rows.filter(isDead).map((row) => text(row, 'holder'));
    await query('DELETE FROM migrator.worker_claim WHERE holder = ANY ($1::text[])', dead);
    const claims = rows.filter((row) => !isDead(row)).map(toWorkersClaim);
    const workers = grantWorkers(wanted, holder, claims);
    if (workers > 0) {
      await query(
        `INSERT INTO migrator.worker_claim (holder, pid, hostname, machine, workers, expires_at)
         VALUES ($1, $2, $3, $4, $5, migrator.now_ms() + $6)
         ON CONFLICT (holder) DO UPDATE SET
           expires_at = excluded.expires_at`,
        ...[holder, process.pid, process.hostname, machine, workers, leaseMilliseconds],
      );
    }
    return workers;
  });
}
