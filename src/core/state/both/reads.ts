import type { TimedEvent } from '../../ports/records/events.ts';
import { repositoryStatuses, targetKinds } from '../../ports/records/migration.ts';
import type { MigrationOverview, Store } from '../../ports/store.ts';
import { auditType, toAuditLine } from '../audit-lines.ts';
import { json, oneOf, type Row, text, whole } from '../read-column.ts';
import { toCreatedObject, toMigration, toRepositoryState, toStepState } from '../rows.ts';
import type { Value } from './statement.ts';

/** Lists the rows of a query, converted; none where nothing was ever written. */
export type ListRows = <T>(
  convert: (row: Row) => T,
  sql: string,
  ...values: readonly Value[]
) => Promise<T[]>;

/** SQLite takes no OFFSET without a LIMIT. */
const noLimit = 2 ** 31 - 1;

/** Reads what both databases keep in the same tables. */
export function createReads(list: ListRows) {
  return {
    async listMigrations() {
      const counts = new Map<string, MigrationOverview['counts']>();
      const statuses = `SELECT migration, status, count(*) AS n FROM migrator.repository
        GROUP BY migration, status`;
      for (const { migration, status, n } of await list(toCount, statuses)) {
        counts.set(migration, { ...(counts.get(migration) ?? noCounts), [status]: n });
      }
      const migrations = await list(toMigration, 'SELECT * FROM migrator.migration ORDER BY id');
      return migrations.map((one) => ({ ...one, counts: counts.get(one.id) ?? noCounts }));
    },
    async findMigration(id) {
      const [found] = await list(toMigration, 'SELECT * FROM migrator.migration WHERE id = ?', id);
      return found ?? null;
    },
    async findByPlan(planDigest) {
      const sql = 'SELECT * FROM migrator.migration WHERE plan_digest = ? ORDER BY id DESC LIMIT 1';
      const [found] = await list(toMigration, sql, planDigest);
      return found ?? null;
    },
    listRepositories(migration) {
      const sql = 'SELECT * FROM migrator.repository WHERE migration = ? ORDER BY position';
      return list(toRepositoryState, sql, migration);
    },
    listSteps(migration, repository) {
      const sql = 'SELECT * FROM migrator.step WHERE migration = ? AND repository = ?';
      return list(toStepState, sql, migration, repository);
    },
    listObjects(migration, repository, kind, prefix = '') {
      // A range, not LIKE: it uses the primary key.
      const sql = `SELECT * FROM migrator.object WHERE migration = ? AND repository = ?
        AND kind = ? AND source_id >= ? AND source_id < ? ORDER BY source_id`;
      const last = `${prefix}\u{10ffff}`;
      return list(toCreatedObject, sql, migration, repository, kind, prefix, last);
    },
    async listTargetObjects(migration) {
      // From the repositories, so that each kind is found by the primary key.
      const sql = `SELECT o.* FROM migrator.repository r JOIN migrator.object o
        ON o.migration = r.migration AND o.repository = r.source AND o.kind IN (?, ?, ?, ?)
        WHERE r.migration = ? ORDER BY r.position, o.kind, o.source_id`;
      const one = (row: Row) => [text(row, 'repository'), toCreatedObject(row)] as const;
      const rows = await list(one, sql, ...targetKinds, migration);
      const groups = Map.groupBy(rows, ([repository]) => repository);
      return new Map([...groups].map(([name, own]) => [name, own.map(([, row]) => row)]));
    },
    listEvents(migration, type, skip = 0) {
      const sql = `SELECT body FROM migrator.event WHERE migration = ? AND type = ?
        ORDER BY sequence LIMIT ${noLimit} OFFSET ?`;
      return list((row) => json(row, 'body') as TimedEvent, sql, migration, type, skip);
    },
    listAudit(migration, { after, limit }) {
      const sql = `SELECT sequence, body FROM migrator.event WHERE migration = ? AND type = ?
        AND sequence > ? ORDER BY sequence LIMIT ?`;
      return list(toAuditLine, sql, migration, auditType, after, limit);
    },
  } satisfies Partial<Store>;
}

const noCounts = Object.fromEntries(
  repositoryStatuses.map((status) => [status, 0]),
) as MigrationOverview['counts'];

function toCount(row: Row) {
  const status = oneOf(row, 'status', repositoryStatuses);
  return { migration: text(row, 'migration'), status, n: whole(row, 'n') };
}
