import { type LeaseHolder, resetMark } from '../../ports/records/migration.ts';
import { type Claim, ClaimLost, claimMilliseconds } from '../../ports/state/shared-run.ts';
import { type Row, text, textOrNull, whole } from '../read-column.ts';
import type { Query } from './connection/database-connection.ts';
import type { FencedLease } from './lease/fenced-statements.ts';
import { checkVersion } from './lease/prepare-database.ts';

export interface TakeClaim extends Living {
  readonly migration: string;
  readonly run: string;
  readonly source: string;
  readonly process: LeaseHolder;
  /** Unique: tells this claim from all others, whatever becomes of its number. */
  readonly holder: string;
}

/** By what a process knows that another one of the same machine is dead. */
export interface Living {
  readonly hostname: string;
  /** Tells this machine from another of the same name. */
  readonly machine: string;
  readonly isProcessAlive: (pid: number) => boolean;
}

export interface TakenClaim {
  /** No other claim has ever had it. */
  readonly fence: number;
  /** The holder before this one; `null`: there was none. */
  readonly previous: string | null;
}

/**
 * One row where the coordinator of a run, a row of the query around this one, keeps this repository back: nobody has begun it, or
 * was working on it when the coordinator began to. $1 is the migration.
 */
function keptBack(source: '$2' | '$3'): string {
  return `SELECT FROM migrator.lease WHERE migration = $1 AND holder = run.kept_by
    AND expires_at > migrator.now_ms()
    AND EXISTS (SELECT FROM migrator.repository WHERE migration = $1 AND source = ${source})
    AND NOT EXISTS (SELECT FROM migrator.object WHERE migration = $1 AND repository = ${source}
      AND kind = 'repository' AND data IS DISTINCT FROM '${resetMark}')
    AND NOT EXISTS (SELECT FROM migrator.claim WHERE migration = $1 AND source = ${source}
      AND expires_at > run.kept_since)`;
}

/**
 * Takes the right to write about one repository, as long as the run goes on. A second call with the same holder, as after a
 * lost answer, gives it again.
 * @returns `null` while a living process has it
 */
export async function takeClaim(query: Query, options: TakeClaim): Promise<TakenClaim | null> {
  const { migration, run, source, process, holder, machine } = options;
  const [current] = await query(
    `SELECT *, expires_at > migrator.now_ms() AS is_held FROM migrator.claim
     WHERE migration = $1 AND source = $2`,
    ...[migration, source],
  );
  const isOwn = current?.holder === holder;
  const isFree = current === undefined || current.is_held !== true || isDead(current, options);
  if (!isFree && !isOwn) return null;
  // Locks the run's row: a process that ends the run either sees this claim, or ends it before.
  const [taken] = await query(
    `WITH run AS (
       SELECT FROM migrator.run WHERE migration = $1 AND id = $2 AND NOT EXISTS (${keptBack('$3')})
       FOR SHARE
     )
     INSERT INTO migrator.claim AS claim
       (migration, source, fence, holder, pid, hostname, machine, expires_at)
     SELECT $1, $3, nextval('migrator.claim_fence'), $4, $5, $6, $7, migrator.now_ms() + $8
       FROM run
     ON CONFLICT (migration, source) DO UPDATE SET
       fence = excluded.fence, holder = excluded.holder, pid = excluded.pid, is_skipped = false,
       hostname = excluded.hostname, machine = excluded.machine,
       expires_at = excluded.expires_at,
       previous = CASE WHEN claim.holder = excluded.holder
         THEN claim.previous ELSE claim.holder END
     WHERE claim.fence = $9::bigint
     RETURNING fence, previous`,
    ...[migration, run, source, holder, process.pid, process.hostname, machine],
    ...[claimMilliseconds, current === undefined ? null : whole(current, 'fence')],
  );
  if (taken === undefined) return null;
  return { fence: whole(taken, 'fence'), previous: textOrNull(taken, 'previous') };
}

/** The claim of a repository. */
export function repositoryLease({
  migration,
  source,
  holder,
}: Pick<TakeClaim, 'migration' | 'source' | 'holder'>): FencedLease {
  const lost = () => new ClaimLost(migration, source);
  return {
    table: 'migrator.claim',
    milliseconds: claimMilliseconds,
    lost,
    async reclaim(query) {
      const [own] = await query(
        `UPDATE migrator.claim SET fence = nextval('migrator.claim_fence')
         WHERE migration = $1 AND source = $2 AND holder = $3 RETURNING fence`,
        ...[migration, source, holder],
      );
      if (own === undefined) throw lost();
      return whole(own, 'fence');
    },
  };
}

/**
 * @returns what a person wants; `null` if another process has the repository
 * @throws `state` if a newer version has changed the database
 */
export async function renewClaim(
  query: Query,
  { migration, fence, place }: { migration: string; fence: number; place: string },
): Promise<{ isPaused: boolean; isSkipped: boolean } | null> {
  const [renewed] = await query(
    `UPDATE migrator.claim SET expires_at = migrator.now_ms() + $3
     WHERE migration = $1 AND fence = $2
     RETURNING is_skipped, (SELECT version FROM migrator.about) AS version,
       coalesce((SELECT is_held FROM migrator.run WHERE migration = $1), false) AS is_held`,
    ...[migration, fence, claimMilliseconds],
  );
  if (renewed === undefined) return null;
  checkVersion(renewed, place);
  return { isPaused: renewed.is_held === true, isSkipped: renewed.is_skipped === true };
}

/** Tells whether nobody may begin it before its coordinator has checked it. */
export async function findKeptBack(
  query: Query,
  migration: string,
  source: string,
): Promise<boolean> {
  const kept = await query(
    `SELECT FROM migrator.run WHERE migration = $1 AND EXISTS (${keptBack('$2')})`,
    ...[migration, source],
  );
  return kept.length > 0;
}

/** Slugs of repositories that are claimed, or were when their run's coordinator began to keep others back. */
export async function claimedWhenKeptBack(
  query: Query,
  migration: string,
): Promise<readonly string[]> {
  const rows = await query(
    `SELECT source FROM migrator.claim JOIN migrator.repository USING (migration, source)
       LEFT JOIN migrator.run USING (migration)
     WHERE migration = $1 AND expires_at > coalesce(kept_since, migrator.now_ms())
     ORDER BY source`,
    migration,
  );
  return rows.map((row) => text(row, 'source'));
}

/** Claims that have not expired and whose process is not known to be dead. */
export async function livingClaims(
  query: Query,
  options: Living & { migration: string },
): Promise<readonly Claim[]> {
  const rows = await query(
    `SELECT * FROM migrator.claim WHERE migration = $1 AND expires_at > migrator.now_ms()
     ORDER BY source`,
    options.migration,
  );
  return rows.filter((row) => !isDead(row, options)).map(toClaim);
}

function isDead(row: Row, { hostname, machine, isProcessAlive }: Living): boolean {
  const isHere = row.hostname === hostname && row.machine === machine;
  return isHere && !isProcessAlive(whole(row, 'pid'));
}

function toClaim(row: Row): Claim {
  return {
    source: text(row, 'source'),
    pid: whole(row, 'pid'),
    hostname: text(row, 'hostname'),
  };
}
