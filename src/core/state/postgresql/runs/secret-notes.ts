import { randomUUID } from 'node:crypto';
import { MigratorError } from '../../../kernel/errors.ts';
import { safe } from '../../../kernel/format/terminal-text.ts';
import { leaseMilliseconds } from '../../../ports/records/migration.ts';
import type { SecretNote, SecretNotes, SecretsOf } from '../../../ports/state/secret-notes.ts';
import { oneOf, type Row, text, whole, wholeOrNull } from '../../read-column.ts';
import { inTransaction, type Query, type Work } from '../connection/database-connection.ts';
import { type AcquireLease, holderOf } from '../lease/lease.ts';

const whats = ['placeholder', 'value', 'nothing'] as const;

/** Describes what is known of the secrets that were written. */
export function createSecretNotes(
  options: Pick<AcquireLease, 'machine' | 'isProcessAlive'>,
  write: <T>(work: Work<T>) => Promise<T>,
  read: <T>(work: Work<T>, nothing: T) => Promise<T>,
): SecretNotes {
  return {
    list: ({ host, owner }, places) =>
      read(async (query) => {
        if (!(await isThere(query))) return [];
        const rows = await query(
          `SELECT place, name, what, intended_at, written_at FROM migrator.secret_note
           WHERE host = $1 AND owner = $2 AND ($3::text[] IS NULL OR EXISTS (
             SELECT FROM unnest($3::text[]) AS one
             WHERE place = one OR starts_with(place, one || '/')))
           ORDER BY number`,
          ...[host, owner, places ?? null],
        );
        return rows.map(toNote);
      }, []),
    async acquire(of, process) {
      const lease = { ...options, process, holder: randomUUID() };
      await write((query) => inTransaction(query, () => take(query, of, lease)));
      return {
        id: lease.holder,
        renew: () => write((query) => renew(query, of, lease.holder)),
        release: () =>
          write(async (query) => {
            await query('DELETE FROM migrator.secret_lease WHERE holder = $1', lease.holder);
          }),
      };
    },
    append({ lease, ...of }, { place, name, what, intendedAt, writtenAt }) {
      // Sent once more after a lost answer, it is the same note.
      const writer = randomUUID();
      return write(async (query) => {
        const [row = {}] = await query(
          `WITH held AS (
             SELECT FROM migrator.secret_lease
             WHERE host = $1 AND owner = $2 AND holder = $3 FOR SHARE
           ), noted AS (
             INSERT INTO migrator.secret_note
               (host, owner, place, name, what, intended_at, written_at, writer)
             SELECT $1, $2, $4, $5, $6, $7::bigint, $8::bigint, $9 FROM held
             ON CONFLICT (writer) DO NOTHING
           ) SELECT count(*)::integer AS held FROM held`,
          ...[of.host, of.owner, lease, place, name, what, intendedAt, writtenAt, writer],
        );
        if (row.held !== 1) throw takenOver(of);
      });
    },
  };
}

/** A process that only reads does not bring an earlier version's database up to date. */
async function isThere(query: Query): Promise<boolean> {
  const [found] = await query(
    `SELECT EXISTS (SELECT FROM pg_catalog.pg_tables
       WHERE schemaname = 'migrator' AND tablename = 'secret_note') AS is_there`,
  );
  return found?.is_there === true;
}

async function take(
  query: Query,
  of: SecretsOf,
  { process, holder, machine, isProcessAlive }: Omit<AcquireLease, 'migration'>,
): Promise<void> {
  await query(`SELECT pg_advisory_xact_lock(hashtext('migrator secrets'))`);
  const [lease] = await query(
    `SELECT * FROM migrator.secret_lease
     WHERE host = $1 AND owner = $2 AND holder <> $3 AND expires_at > migrator.now_ms()`,
    ...[of.host, of.owner, holder],
  );
  const isHere = lease?.hostname === process.hostname && lease.machine === machine;
  const isDead = lease !== undefined && isHere && !isProcessAlive(whole(lease, 'pid'));
  if (lease !== undefined && !isDead) throw leasedBy(of, lease);
  await query(
    `INSERT INTO migrator.secret_lease (host, owner, holder, pid, hostname, machine, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, migrator.now_ms() + $7)
     ON CONFLICT (host, owner) DO UPDATE SET
       holder = excluded.holder, pid = excluded.pid, hostname = excluded.hostname,
       machine = excluded.machine, expires_at = excluded.expires_at`,
    ...[of.host, of.owner, holder, process.pid, process.hostname, machine, leaseMilliseconds],
  );
}

async function renew(query: Query, of: SecretsOf, holder: string): Promise<void> {
  const renewed = await query(
    `UPDATE migrator.secret_lease SET expires_at = migrator.now_ms() + $4
     WHERE host = $1 AND owner = $2 AND holder = $3 RETURNING holder`,
    ...[of.host, of.owner, holder, leaseMilliseconds],
  );
  if (renewed.length === 0) throw takenOver(of);
}

function leasedBy({ owner, host }: SecretsOf, row: Row): MigratorError {
  const { pid, hostname } = holderOf(row);
  const who = `process ${pid} on ${safe(hostname)}`;
  return new MigratorError(
    'state',
    `Another run is writing secrets for ${owner} on ${host}: ${who}`,
    {
      hint: 'Wait until it ends, then run the command again: existing secrets stay unchanged.',
    },
  );
}

function takenOver({ owner, host }: SecretsOf): MigratorError {
  return new MigratorError(
    'state',
    `Another run has started writing secrets for ${owner} on ${host}`,
    {
      hint: 'This one has stopped writing. Run the command again once the other has finished.',
    },
  );
}

function toNote(row: Row): SecretNote {
  return {
    ...{ place: text(row, 'place'), name: text(row, 'name') },
    what: oneOf(row, 'what', whats),
    intendedAt: whole(row, 'intended_at'),
    writtenAt: wholeOrNull(row, 'written_at'),
  };
}
