import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../kernel/clock.ts';
import type { Redactor } from '../../kernel/redact.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { Store } from '../../ports/store.ts';
import { alreadyStarted } from '../already-started.ts';
import { createReads, type ListRows } from '../both/reads.ts';
import { compile } from '../both/statement.ts';
import { type Row, text, whole } from '../read-column.ts';
import { inodeOf, requireWritable } from '../state-folder.ts';
import { createWorkerClaim } from './claim-workers.ts';
import { sqliteDialect } from './fenced-statements.ts';
import { acquireLease } from './lease.ts';
import { databaseFileName, examineState, openDatabase, openForReading } from './open-database.ts';
import { setStateAside, wasStateSetAside } from './set-aside.ts';
import { createMigrationWriter } from './sqlite-migration-writer.ts';
import { asStateError } from './state-error.ts';
import { transaction } from './transaction.ts';

export interface SqliteStoreOptions {
  readonly stateFolder: string;
  readonly clock: Clock;
  /** Of this machine: the lease of a dead process is taken over at once. */
  readonly isProcessAlive: (pid: number) => boolean;
  /** Of this machine. */
  readonly hostname: string;
  /** A host's answer may echo a secret and be why a repository failed. */
  readonly redactor: Redactor;
}

/** The store as one SQLite file, created by the first write. Reading creates nothing. */
export function createSqliteStore(options: SqliteStoreOptions): Store {
  const { stateFolder, clock, isProcessAlive, hostname, redactor } = options;
  const path = join(stateFolder, databaseFileName);
  let reading: DatabaseSync | null = null;
  let writing: DatabaseSync | null = null;

  const guard = <T>(work: () => T): T => asStateError(path, work);

  function write<T>(work: (database: DatabaseSync) => T): T {
    return guard(() => {
      writing ??= openDatabase(stateFolder);
      return work(writing);
    });
  }

  const list: ListRows = async (convert, sql, ...values) =>
    guard(() => {
      reading ??= openForReading(stateFolder);
      const statement = reading?.prepare(compile({ sql, values }, sqliteDialect).sql);
      return (statement?.all(...values) ?? []).map(convert);
    });

  async function close(): Promise<void> {
    reading?.close();
    writing?.close();
    reading = null;
    writing = null;
  }

  return {
    place: stateFolder,
    shared: null,
    secretNotes: null,
    checkWritable: async () => guard(() => requireWritable(stateFolder, [path])),
    ...createReads(list),
    createMigration: async (migration, repositories) =>
      write((database) => insertMigration(database, migration, repositories)),
    acquire: async (migration, holder) =>
      write((database) => {
        const now = clock.now();
        const fence = acquireLease({ database, migration, holder, now, isProcessAlive });
        const inode = inodeOf(path);
        return createMigrationWriter({
          ...{ database, path, migration, fence, clock, redactor },
          isFileThere: () => inodeOf(path) === inode,
        });
      }),
    claimWorkers: (process, wanted) =>
      createWorkerClaim({ ...options, write: async (work) => write(work), process }, wanted),
    async findHolder(migration) {
      const sql = 'SELECT pid, hostname, expires_at FROM migrator.lease WHERE migration = ?';
      const [found] = await list(toHolder, sql, migration);
      if (found === undefined || found.expiresAt <= clock.now()) return null;
      const holder = { pid: found.pid, hostname: found.hostname };
      return holder.hostname === hostname && !isProcessAlive(holder.pid) ? null : holder;
    },
    examine: async () => examineState(stateFolder),
    async setAside() {
      await close();
      return setStateAside(stateFolder, clock.now());
    },
    wasSetAside: async () => wasStateSetAside(stateFolder),
    check: async () => [],
    close,
  };
}

function insertMigration(
  database: DatabaseSync,
  migration: Migration,
  repositories: readonly { readonly source: string; readonly target: string }[],
): void {
  transaction(database, () => {
    refuseSecond(database, migration);
    const { id, planDigest, planText, source, target, status } = migration;
    const { createdAt, updatedAt, settings } = migration;
    database
      .prepare('INSERT INTO migration VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        ...[id, planDigest, planText, source.kind, source.workspace, target.organization, status],
        ...[createdAt, updatedAt, settings],
      );
    const insert = database.prepare(
      `INSERT INTO repository (migration, source, position, target, status) VALUES (?, ?, ?, ?, 'pending')`,
    );
    for (const [position, one] of repositories.entries()) {
      insert.run(id, one.source, position, one.target);
    }
  });
}

function toHolder(row: Row) {
  const hostname = text(row, 'hostname');
  return { pid: whole(row, 'pid'), hostname, expiresAt: whole(row, 'expires_at') };
}

function refuseSecond(database: DatabaseSync, { planDigest }: Migration): void {
  const other = database
    .prepare(
      `SELECT id FROM migration WHERE plan_digest = ? AND status NOT IN ('completed', 'cancelled')`,
    )
    .get(planDigest);
  if (other !== undefined) throw alreadyStarted(text(other, 'id'));
}
