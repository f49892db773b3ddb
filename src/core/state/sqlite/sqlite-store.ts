import { join } from 'node:path';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Clock } from '../../kernel/clock.ts';
import type { Redactor } from '../../kernel/redact.ts';
import type { TimedEvent } from '../../ports/events.ts';
import {
  type LeaseHolder,
  type Migration,
  type RepositoryState,
  repositoryStatuses,
  type StepState,
} from '../../ports/records/migration.ts';
import type {
  MigrationOverview,
  MigrationWriter,
  StateCondition,
  Store,
  StoreWarning,
} from '../../ports/store.ts';
import { alreadyStarted } from '../already-started.ts';
import { auditType, toAuditLine } from '../audit-lines.ts';
import { json, oneOf, type Row, text, whole } from '../read-column.ts';
import { toCreatedObject, toMigration, toRepositoryState, toStepState } from '../rows.ts';
import { inodeOf, requireWritable } from '../state-folder.ts';
import { createWorkerClaim, type WriteTo } from './claim-workers.ts';
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
export class SqliteStore implements Store {
  readonly place: string;
  readonly shared = null;
  readonly secretNotes = null;
  readonly #options: SqliteStoreOptions;
  readonly #path: string;
  #reading: DatabaseSync | null = null;
  #writing: DatabaseSync | null = null;

  constructor(options: SqliteStoreOptions) {
    this.#options = options;
    this.place = options.stateFolder;
    this.#path = join(options.stateFolder, databaseFileName);
  }

  async checkWritable(): Promise<void> {
    this.#guard(() => requireWritable(this.#options.stateFolder, [this.#path]));
  }

  async listMigrations(): Promise<readonly MigrationOverview[]> {
    const counts = new Map<string, MigrationOverview['counts']>();
    const statuses =
      'SELECT migration, status, count(*) AS n FROM repository GROUP BY migration, status';
    for (const { migration, status, n } of this.#all(toCount, statuses)) {
      counts.set(migration, { ...(counts.get(migration) ?? noCounts), [status]: n });
    }
    const migrations = this.#all(toMigration, 'SELECT * FROM migration ORDER BY id');
    return migrations.map((one) => ({ ...one, counts: counts.get(one.id) ?? noCounts }));
  }

  async findMigration(id: string): Promise<Migration | null> {
    const [found] = this.#all(toMigration, 'SELECT * FROM migration WHERE id = ?', id);
    return found ?? null;
  }

  async findByPlan(planDigest: string): Promise<Migration | null> {
    const sql = 'SELECT * FROM migration WHERE plan_digest = ? ORDER BY id DESC LIMIT 1';
    const [found] = this.#all(toMigration, sql, planDigest);
    return found ?? null;
  }

  async listRepositories(migration: string): Promise<readonly RepositoryState[]> {
    const sql = 'SELECT * FROM repository WHERE migration = ? ORDER BY position';
    return this.#all(toRepositoryState, sql, migration);
  }

  async listSteps(migration: string, repository: string): Promise<readonly StepState[]> {
    const sql = 'SELECT * FROM step WHERE migration = ? AND repository = ?';
    return this.#all(toStepState, sql, migration, repository);
  }

  readonly listObjects: Store['listObjects'] = async (migration, repository, kind, prefix = '') => {
    // A range, not LIKE: it uses the primary key.
    const sql = `SELECT * FROM object WHERE migration = ? AND repository = ? AND kind = ?
      AND source_id >= ? AND source_id < ? ORDER BY source_id`;
    const last = `${prefix}\u{10ffff}`;
    return this.#all(toCreatedObject, sql, migration, repository, kind, prefix, last);
  };

  readonly listEvents: Store['listEvents'] = async (migration, type, skip = 0) => {
    const sql = `SELECT body FROM event WHERE migration = ? AND type = ?
      ORDER BY sequence LIMIT -1 OFFSET ?`;
    return this.#all((row) => json(row, 'body') as TimedEvent, sql, migration, type, skip);
  };

  readonly listAudit: Store['listAudit'] = async (migration, { after, limit }) => {
    const sql = `SELECT sequence, body FROM event WHERE migration = ? AND type = ? AND sequence > ?
      ORDER BY sequence LIMIT ?`;
    return this.#all(toAuditLine, sql, migration, auditType, after, limit);
  };

  readonly createMigration: Store['createMigration'] = async (migration, repositories) => {
    this.#guard(() => {
      const database = this.#forWriting();
      transaction(database, () => {
        refuseSecond(database, migration);
        insertMigration(database, migration);
        const insert = database.prepare(
          `INSERT INTO repository (migration, source, position, target, status) VALUES (?, ?, ?, ?, 'pending')`,
        );
        for (const [position, { source, target }] of repositories.entries()) {
          insert.run(migration.id, source, position, target);
        }
      });
    });
  };

  async acquire(migration: string, holder: LeaseHolder): Promise<MigrationWriter> {
    const { clock, isProcessAlive, redactor } = this.#options;
    return this.#guard(() => {
      const database = this.#forWriting();
      const fence = acquireLease({ database, migration, holder, now: clock.now(), isProcessAlive });
      const inode = inodeOf(this.#path);
      return createMigrationWriter({
        database,
        path: this.#path,
        migration,
        fence,
        clock,
        redactor,
        isFileThere: () => inodeOf(this.#path) === inode,
      });
    });
  }

  readonly claimWorkers: Store['claimWorkers'] = (process, wanted) => {
    const write: WriteTo = async (work) => this.#guard(() => work(this.#forWriting()));
    return createWorkerClaim({ ...this.#options, write, process }, wanted);
  };

  async findHolder(migration: string): Promise<LeaseHolder | null> {
    const sql = 'SELECT pid, hostname, expires_at FROM lease WHERE migration = ?';
    const [found] = this.#all(toHolder, sql, migration);
    if (found === undefined || found.expiresAt <= this.#options.clock.now()) return null;
    const holder = { pid: found.pid, hostname: found.hostname };
    const isHere = holder.hostname === this.#options.hostname;
    return isHere && !this.#options.isProcessAlive(holder.pid) ? null : holder;
  }

  async examine(): Promise<StateCondition> {
    return examineState(this.#options.stateFolder);
  }

  async setAside(): Promise<string> {
    await this.close();
    return setStateAside(this.#options.stateFolder, this.#options.clock.now());
  }

  async wasSetAside(): Promise<boolean> {
    return wasStateSetAside(this.#options.stateFolder);
  }

  async check(): Promise<readonly StoreWarning[]> {
    return [];
  }

  async close(): Promise<void> {
    this.#reading?.close();
    this.#writing?.close();
    this.#reading = null;
    this.#writing = null;
  }

  #all<T>(convert: (row: Row) => T, sql: string, ...values: SQLInputValue[]): T[] {
    return this.#guard(() => {
      this.#reading ??= openForReading(this.#options.stateFolder);
      const rows = this.#reading?.prepare(sql).all(...values) ?? [];
      return rows.map(convert);
    });
  }

  #forWriting(): DatabaseSync {
    this.#writing ??= openDatabase(this.#options.stateFolder);
    return this.#writing;
  }

  #guard<T>(work: () => T): T {
    return asStateError(this.#path, work);
  }
}

const noCounts = Object.fromEntries(
  repositoryStatuses.map((status) => [status, 0]),
) as MigrationOverview['counts'];

function toCount(row: Row) {
  const status = oneOf(row, 'status', repositoryStatuses);
  return { migration: text(row, 'migration'), status, n: whole(row, 'n') };
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

function insertMigration(database: DatabaseSync, migration: Migration): void {
  database
    .prepare('INSERT INTO migration VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
    .run(
      migration.id,
      migration.planDigest,
      migration.planText,
      migration.source.kind,
      migration.source.workspace,
      migration.target.organization,
      migration.status,
      migration.createdAt,
      migration.updatedAt,
      migration.settings,
    );
}
