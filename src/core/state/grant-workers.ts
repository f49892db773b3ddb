import { MigratorError } from '../kernel/errors.ts';
import type { LeaseHolder } from '../ports/records/migration.ts';
import type { WantedWorkers, WorkerClaim } from '../ports/store.ts';
import { type Row, text, whole } from './read-column.ts';

interface WorkersClaim extends LeaseHolder {
  /** Unique: tells this claim from all others. */
  readonly holder: string;
  readonly workers: number;
}

/** @throws MalformedRow */
export function toWorkersClaim(row: Row): WorkersClaim {
  return {
    ...{ holder: text(row, 'holder'), workers: whole(row, 'workers') },
    ...{ pid: whole(row, 'pid'), hostname: text(row, 'hostname') },
  };
}

/**
 * How many of the allowed workers a process gets; 0 where that is too few. One that has a claim keeps it. Pure.
 * @param claims claims that have not expired
 */
export function grantWorkers(
  { least, most, allowed }: WantedWorkers,
  holder: string,
  claims: readonly WorkersClaim[],
): number {
  const own = claims.find((one) => one.holder === holder);
  if (own !== undefined) return own.workers;
  const used = claims.reduce((sum, { workers }) => sum + workers, 0);
  const granted = Math.min(most, allowed - used);
  return granted < Math.max(1, least) ? 0 : granted;
}

/** A claim as a store's own way to claim and release gives it; `null` where too few are left. */
export async function grantedClaim(
  wanted: WantedWorkers,
  store: {
    /** Claims, or extends what it has claimed. @returns how many; 0: too few are left */
    readonly claim: (wanted: WantedWorkers) => Promise<number>;
    readonly release: () => Promise<void>;
  },
): Promise<WorkerClaim | null> {
  const workers = await store.claim(wanted);
  if (workers === 0) return null;
  return {
    workers,
    async renew() {
      const kept = await store.claim({ ...wanted, least: workers, most: workers });
      if (kept === 0) throw workersTaken();
    },
    release: store.release,
  };
}

/** The claim had expired. */
function workersTaken(): MigratorError {
  const what = "Other runs took this run's licensed workers while it was not responding";
  return new MigratorError('license', what, {
    hint: 'Nothing is lost. Resume once one of them has finished: migrator status --list',
    retry: 'fatal',
  });
}
