import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../kernel/clock.ts';
import { type LeaseHolder, leaseMilliseconds } from '../../ports/records/migration.ts';
import type { WantedWorkers, WorkerClaim } from '../../ports/store.ts';
import { grantedClaim, grantWorkers, toWorkersClaim } from '../grant-workers.ts';
import { transaction } from './transaction.ts';

export type WriteTo = <T>(work: (database: DatabaseSync) => T) => Promise<T>;

interface Claimant {
  readonly clock: Clock;
  readonly process: LeaseHolder;
  readonly isProcessAlive: (pid: number) => boolean;
}

/** `null` where others have left too few. */
export function createWorkerClaim(
  { write, clock, process, isProcessAlive }: Claimant & { readonly write: WriteTo },
  wanted: WantedWorkers,
): Promise<WorkerClaim | null> {
  // Not by node:crypto, which every start of `status` would load.
  const holder = crypto.randomUUID();
  return grantedClaim(wanted, {
    claim: (workers) =>
      write((database) => {
        const claim = { database, process, holder, now: clock.now(), isProcessAlive };
        return claimWorkers(claim, workers);
      }),
    release: () =>
      write((database) => {
        database.prepare('DELETE FROM worker_claim WHERE holder = ?').run(holder);
      }),
  });
}

interface ClaimWorkers {
  readonly database: DatabaseSync;
  readonly process: LeaseHolder;
  /** Unique: tells this claim from all others. */
  readonly holder: string;
  readonly now: number;
  readonly isProcessAlive: (pid: number) => boolean;
}

/** Claims workers, or extends an earlier claim of the same holder. @returns how many; 0: too few are left */
function claimWorkers(options: ClaimWorkers, wanted: WantedWorkers): number {
  const { database, process, holder, now, isProcessAlive } = options;
  return transaction(database, () => {
    database.prepare('DELETE FROM worker_claim WHERE expires_at <= ?').run(now);
    const remove = database.prepare('DELETE FROM worker_claim WHERE holder = ?');
    const claims = database.prepare('SELECT * FROM worker_claim').all().map(toWorkersClaim);
    const dead = claims.filter(
      (one) => one.hostname === process.hostname && !isProcessAlive(one.pid),
    );
    for (const one of dead) remove.run(one.holder);
    const workers = grantWorkers(
      wanted,
      holder,
      claims.filter((one) => !dead.includes(one)),
    );
    if (workers > 0) {
      database
        .prepare('INSERT OR REPLACE INTO worker_claim VALUES (?, ?, ?, ?, ?)')
        .run(holder, process.pid, process.hostname, workers, now + leaseMilliseconds);
    }
    return workers;
  });
}
