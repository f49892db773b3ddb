import { randomUUID } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import type { Redactor } from '../../kernel/redact.ts';
import type { LeaseHolder, Migration } from '../../ports/records/migration.ts';
import type { Store } from '../../ports/store.ts';
import { alreadyStarted } from '../already-started.ts';
import { createReads, type ListRows } from '../both/reads.ts';
import { compile } from '../both/statement.ts';
import { MalformedRow, type Row, text } from '../read-column.ts';
import { checkDatabase } from './check-database.ts';
import { createWorkerClaims } from './claim-workers.ts';
import {
  type ConnectionOptions,
  DatabaseConnection,
  inTransaction,
  type Query,
  type Work,
} from './connection/database-connection.ts';
import { databaseError } from './connection/database-error.ts';
import { FencedStatements, postgresqlDialect } from './lease/fenced-statements.ts';
import { acquireLease, holderOf, migrationLease } from './lease/lease.ts';
import { checkMarkerKey, isPrepared, prepareDatabase } from './lease/prepare-database.ts';
import { createPostgresqlWriter } from './postgresql-writer.ts';
import { createSecretNotes } from './runs/secret-notes.ts';
import { createSharedRuns, endSharedRun } from './shared-runs.ts';

export interface PostgresqlStoreOptions extends ConnectionOptions {
  readonly clock: Clock;
  /** Of this machine: the lease of a dead process is taken over at once. */
  readonly isProcessAlive: (pid: number) => boolean;
  readonly hostname: string;
  /** Tells this machine from another of the same name. */
  readonly machine: string;
  /** A host's answer may echo a secret and be why a repository failed. */
  readonly redactor: Redactor;
  readonly markerKey: Parameters<typeof checkMarkerKey>[2];
}

/** The store in a PostgreSQL database, where the server's clock decides. Reading creates nothing. */
export function createPostgresqlStore(options: PostgresqlStoreOptions): Store {
  const { place } = options;
  const reading = new DatabaseConnection(options);
  const writing = new DatabaseConnection(options);
  let isReadable = false;
  let isWritable = false;

  /** Nothing where nothing was ever written. */
  const read = <T>(work: Work<T>, nothing: T): Promise<T> =>
    reading.use(async (query, connection) => {
      isReadable ||= await isPrepared(query, place);
      return isReadable ? work(query, connection) : nothing;
    });

  const list: ListRows = (convert, sql, ...values) =>
    read(async (query) => {
      const compiled = compile({ sql, values }, postgresqlDialect);
      return (await query(compiled.sql, ...values)).map(convert);
    }, []);

  function write<T>(work: Work<T>): Promise<T> {
    return writing.use(async (query, connection) => {
      if (!isWritable) {
        await prepareDatabase(query, place);
        await checkMarkerKey(query, place, options.markerKey);
        isWritable = true;
      }
      return work(query, connection);
    });
  }

  return {
    place,
    checkWritable: () => write(async () => {}),
    ...createReads(list),
    findHolder: (migration) => findHolder(list, migration, options),
    createMigration: (migration, repositories) =>
      write((query) => insertMigration(query, migration, repositories)),
    async acquire(migration, process, joins) {
      const holder = randomUUID();
      const { machine, isProcessAlive, redactor } = options;
      const asked = { migration, process, holder, machine, isProcessAlive };
      const at = writing.elapsed();
      const acquired = await write(async (query, connection) => {
        const fence = await inTransaction(query, async () => {
          const taken = await acquireLease(query, asked);
          await endSharedRun(query, { ...options, migration, joins });
          return taken;
        });
        return { fence, connection, at };
      });
      const lease = migrationLease(asked);
      const sql = new FencedStatements({ connection: writing, migration, lease }, acquired);
      return createPostgresqlWriter({ sql, place, migration, holder, redactor });
    },
    shared: createSharedRuns({ options, connection: writing, write, read }),
    secretNotes: createSecretNotes(options, write, read),
    claimWorkers: createWorkerClaims(write, options),
    async examine() {
      const isThere = await reading.use((query) => isPrepared(query, place));
      return isThere ? 'sound' : 'absent';
    },
    // A damaged database is restored by those who run it: examine() calls none damaged.
    setAside: () => Promise.reject(databaseError(new MalformedRow('damaged'), place)),
    wasSetAside: async () => false,
    check: () => reading.use((query) => checkDatabase(query, options)),
    async close() {
      await Promise.all([reading.close(), writing.close()]);
    },
  };
}

/** Finds the process that writes to a migration; a worker that no coordinator watches writes to it as well. */
async function findHolder(
  list: ListRows,
  migration: string,
  options: PostgresqlStoreOptions,
): Promise<LeaseHolder | null> {
  const sql = `SELECT pid, hostname, machine, 0 AS rank FROM migrator.lease
      WHERE migration = ? AND expires_at > migrator.now_ms()
    UNION ALL SELECT pid, hostname, machine, 1 FROM migrator.claim
      WHERE migration = ? AND expires_at > migrator.now_ms() AND source NOT LIKE '% %'
    ORDER BY rank`;
  for (const { machine, ...holder } of await list(toHolder, sql, migration, migration)) {
    const isHere = holder.hostname === options.hostname && machine === options.machine;
    if (!isHere || options.isProcessAlive(holder.pid)) return holder;
  }
  return null;
}

async function insertMigration(
  query: Query,
  migration: Migration,
  repositories: readonly { source: string; target: string }[],
): Promise<void> {
  await inTransaction(query, async () => {
    await query('LOCK TABLE migrator.migration IN SHARE ROW EXCLUSIVE MODE');
    const [other] = await query(
      `SELECT id FROM migrator.migration
       WHERE plan_digest = $1 AND status NOT IN ('completed', 'cancelled') ORDER BY id = $2 DESC`,
      ...[migration.planDigest, migration.id],
    );
    // Written by an earlier try, whose answer was lost: ids are random.
    if (other?.id === migration.id) return;
    if (other !== undefined) throw alreadyStarted(text(other, 'id'));
    const { id, planDigest, planText, source, target, status } = migration;
    await query(
      'INSERT INTO migrator.migration VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
      ...[id, planDigest, planText, source.kind, source.workspace, target.organization, status],
      ...[migration.createdAt, migration.updatedAt, migration.settings],
    );
    await query(
      `INSERT INTO migrator.repository (migration, source, position, target, status)
       SELECT $1, source, number - 1, target, 'pending'
       FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS one (source, target, number)`,
      id,
      repositories.map((one) => one.source),
      repositories.map((one) => one.target),
    );
  });
}

function toHolder(row: Row): LeaseHolder & { machine: string } {
  return { ...holderOf(row), machine: text(row, 'machine') };
}
