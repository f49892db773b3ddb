import { MigratorError } from '../../kernel/errors.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { LeaseHolder } from '../../ports/records/migration.ts';
import { type Claim, claimMilliseconds, organization } from '../../ports/state/shared-run.ts';
import { type Row, text, whole } from '../read-column.ts';
import type { Query } from './connection/database-connection.ts';
import type { FencedLease } from './fenced-statements.ts';
import { checkVersion } from './prepare-database.ts';

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

/**
 * Takes the right to write about one repository, as long as the run goes on. A second call with the same holder, as after a
 * lost answer, gives it again.
 * @returns its number, which no other claim has ever had; `null` while a living process has it
 */
export async function takeClaim(query: Query, options: TakeClaim): Promise<number | null> {
  const free = await take(query, options, null);
  if (free !== null) return free;
  const { migration, source } = options;
  const [current] = await query(
    'SELECT * FROM migrator.claim WHERE migration = $1 AND source = $2',
    ...[migration, source],
  );
  if (current === undefined || !isDead(current, options)) return null;
  return take(query, options, whole(current, 'fence'));
}

/** @param dead the number of a process that is known to be dead */
async function take(
  query: Query,
  { migration, run, source, process, holder, machine }: TakeClaim,
  dead: number | null,
): Promise<number | null> {
  // The run's row is held until the end of the statement: whoever ends the run sees this claim, or this sees no run.
  const [taken] = await query(
    `WITH run AS (SELECT FROM migrator.run WHERE migration = $1 AND id = $2 FOR SHARE)
     INSERT INTO migrator.claim AS claim
       (migration, source, fence, holder, pid, hostname, machine, expires_at)
     SELECT $1, $3, nextval('migrator.claim_fence'), $4, $5, $6, $7, migrator.now_ms() + $8
       FROM run
     ON CONFLICT (migration, source) DO UPDATE SET
       fence = excluded.fence, holder = excluded.holder, pid = excluded.pid, is_skipped = false,
       hostname = excluded.hostname, machine = excluded.machine, expires_at = excluded.expires_at
     WHERE claim.expires_at <= migrator.now_ms() OR claim.holder = excluded.holder
       OR claim.fence = $9::bigint
     RETURNING fence`,
    ...[migration, run, source, holder, process.pid, process.hostname, machine],
    ...[claimMilliseconds, dead],
  );
  return taken === undefined ? null : whole(taken, 'fence');
}

/** The claim of a repository. */
export function repositoryLease({
  migration,
  source,
  holder,
}: Pick<TakeClaim, 'migration' | 'source' | 'holder'>): FencedLease {
  const lost = () => claimLost(migration, source);
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
): Promise<{ isHeld: boolean; isSkipped: boolean } | null> {
  const [renewed] = await query(
    `UPDATE migrator.claim SET expires_at = migrator.now_ms() + $3
     WHERE migration = $1 AND fence = $2
     RETURNING is_skipped, (SELECT version FROM migrator.about) AS version,
       coalesce((SELECT is_held FROM migrator.run WHERE migration = $1), false) AS is_held`,
    ...[migration, fence, claimMilliseconds],
  );
  if (renewed === undefined) return null;
  checkVersion(renewed, place);
  return { isHeld: renewed.is_held === true, isSkipped: renewed.is_skipped === true };
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

/** Another process works on the repository by now: this one leaves it, and goes on with others. */
function claimLost(migration: string, source: string): MigratorError {
  const what = source === organization ? 'the organization' : safe(source);
  return new MigratorError('state', `Another process took over ${what} of migration ${migration}`, {
    hint: 'This one has stopped writing about it. Nothing is lost.',
  });
}
