import type { Redactor } from '../../kernel/redact.ts';
import { keptKinds, resetMark } from '../../ports/records/migration.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import {
  isDataFlushed,
  isDocumentFlushed,
  isIntentFlushed,
  isResultFlushed,
  isStatusFlushed,
} from '../flushed.ts';
import { type Row, whole } from '../read-column.ts';
import { intentsOf, repositoryColumns, toCreatedObject } from '../rows.ts';
import type { Rows, Statement } from './statement.ts';

/** A database that is written to for one migration, as long as the right to write is ours. */
export interface FencedDatabase {
  /**
   * Runs statements, all or none.
   * @param options flushes: they are on the disk when this returns
   * @returns the largest number that the first one returns; 0 where it returns none
   * @throws `state` if another process has taken over
   */
  write(statements: readonly Statement[], options: { readonly flushes: boolean }): Promise<number>;
  /** Reads the first row of a query; `null` if there is none. */
  find<T>(convert: (row: Row) => T, statement: Statement): Promise<T | null>;
  /** @throws `state` if another process has taken over */
  checkLease(): Promise<void>;
}

export interface Writing {
  readonly database: FencedDatabase;
  readonly migration: string;
  readonly redactor: Redactor;
}

const flushed = { flushes: true } as const;
const unflushed = { flushes: false } as const;

/** Writes about the migration itself. */
export function writesOfMigration({ database, migration }: Writing) {
  return {
    async setStatus(status) {
      const sql = `UPDATE migrator.migration SET status = ?, updated_at = {now}
        WHERE id = ? AND {held}`;
      await database.write([{ sql, values: [status, migration] }], flushed);
    },
    async resetRepositories(sources, change) {
      const { settings = null, planText = null } = change ?? {};
      const rows: Rows = { columns: ['source'], values: sources.map((source) => [source]) };
      const ours = 'migration = ? AND repository IN (SELECT source FROM {rows}) AND {held}';
      const values = [migration];
      const update = `UPDATE migrator.migration SET updated_at = {now},
        status = ${sources.length > 0 ? "'running'" : 'status'},
        settings = coalesce(?, settings), plan_text = coalesce(?, plan_text)
        WHERE id = ? AND {held}`;
      const clear = `UPDATE migrator.repository SET status = 'pending', refs = NULL, reason = NULL,
        failure = NULL, started_at = NULL, finished_at = NULL
        WHERE migration = ? AND source IN (SELECT source FROM {rows}) AND {held}`;
      const mark = `UPDATE migrator.object SET data = '${resetMark}'
        WHERE kind = 'repository' AND ${ours}`;
      const statements = [
        { sql: update, values: [settings, planText, migration] },
        { sql: `DELETE FROM migrator.step WHERE ${ours}`, values, rows },
        { sql: clear, values, rows },
        { sql: mark, values, rows },
      ];
      await database.write(statements, flushed);
    },
    async addRepositories(repositories, planText) {
      const sql = `SELECT coalesce(max(position), -1) AS last FROM migrator.repository
        WHERE migration = ?`;
      const last = await database.find((row) => whole(row, 'last'), { sql, values: [migration] });
      const next = (last ?? -1) + 1;
      const rows: Rows = {
        columns: ['source', 'target', 'position'],
        values: repositories.map(({ source, target }, index) => [
          ...[source, target, String(next + index)],
        ]),
      };
      const update = `UPDATE migrator.migration SET status = 'paused', updated_at = {now},
        plan_text = ? WHERE id = ? AND {held}`;
      const insert = `INSERT INTO migrator.repository (migration, source, position, target, status)
        SELECT ?, one.source, CAST(one.position AS integer), one.target, 'pending'
        FROM {rows} WHERE {held} ON CONFLICT DO NOTHING`;
      const statements = [
        { sql: update, values: [planText, migration] },
        { sql: insert, values: [migration], rows },
      ];
      await database.write(statements, flushed);
    },
  } satisfies Partial<MigrationWriter>;
}

/** Writes about its repositories. */
export function writesOfRepositories({ database, migration, redactor }: Writing) {
  return {
    async saveRepository(source, change) {
      const columns = repositoryColumns(redactor.data(change));
      if (columns.length === 0) return database.checkLease();
      const assignments = columns.map(([column]) => `${column} = ?`).join(', ');
      const sql = `UPDATE migrator.repository SET ${assignments}
        WHERE migration = ? AND source = ? AND {held}`;
      const values = [...columns.map(([, value]) => value), migration, source];
      await database.write([{ sql, values }], { flushes: isStatusFlushed(change.status) });
    },
    async saveStep(source, step) {
      const sql = `INSERT INTO migrator.step SELECT ?, ?, ?, ?, ?, ? WHERE {held}
        ON CONFLICT (migration, repository, name) DO UPDATE SET
          status = excluded.status, summary = excluded.summary, data = excluded.data`;
      const { name, status, summary, data } = redactor.data(step);
      // What a step creates is preceded by an intent, which is flushed; a step whose end was lost is entered again.
      const values = [migration, source, name, status, summary, data];
      await database.write([{ sql, values }], unflushed);
    },
    async forgetRepository(source) {
      const kept = keptKinds.map(() => '?').join(', ');
      const sql = `DELETE FROM migrator.object
        WHERE migration = ? AND repository = ? AND kind NOT IN (${kept}) AND {held}`;
      await database.write([{ sql, values: [migration, source, ...keptKinds] }], flushed);
    },
    checkLease: () => database.checkLease(),
  } satisfies Partial<MigrationWriter>;
}

/** Writes about what is created. */
export function writesOfObjects({ database, migration }: Writing) {
  const recordResults: MigrationWriter['recordResults'] = async (source, kind, results) => {
    if (results.length === 0) return;
    const sql = `UPDATE migrator.object AS object SET target_id = one.target_id,
        target_url = one.target_url, data = coalesce(one.data, object.data)
      FROM {rows} WHERE object.migration = ? AND object.repository = ? AND object.kind = ?
        AND object.source_id = one.source_id AND {held}`;
    const rows: Rows = {
      columns: ['source_id', 'target_id', 'target_url', 'data'],
      values: results.map((one) => [one.sourceId, one.targetId, one.targetUrl, one.data ?? null]),
    };
    const values = [migration, source, kind];
    await database.write([{ sql, values, rows }], { flushes: isResultFlushed(kind) });
  };
  return {
    async findObject(source, kind, sourceId) {
      const sql = `SELECT * FROM migrator.object
        WHERE migration = ? AND repository = ? AND kind = ? AND source_id = ?`;
      const values = [migration, source, kind, sourceId];
      return database.find(toCreatedObject, { sql, values });
    },
    async recordIntents(source, kind, sourceIds, data) {
      if (sourceIds.length === 0) return [];
      const sql = `INSERT INTO migrator.object
        SELECT ?, ?, ?, one.source_id, {now}, NULL, NULL, one.data FROM {rows} WHERE {held}
        ON CONFLICT (migration, repository, kind, source_id) DO UPDATE SET
          intended_at = excluded.intended_at, target_id = NULL, target_url = NULL,
          data = excluded.data`;
      const rows: Rows = {
        columns: ['source_id', 'data'],
        values: sourceIds.map((id) => [id, data?.get(id) ?? null]),
      };
      const intendedAt = await database.write(
        [{ sql, values: [migration, source, kind], rows, returns: 'intended_at' }],
        { flushes: isIntentFlushed(kind) },
      );
      return intentsOf(kind, { sourceIds, data, intendedAt });
    },
    async forgetIntent(source, kind, sourceId) {
      const sql = `DELETE FROM migrator.object WHERE migration = ? AND repository = ?
        AND kind = ? AND source_id = ? AND target_id IS NULL AND {held}`;
      await database.write([{ sql, values: [migration, source, kind, sourceId] }], flushed);
    },
    async forgetObjects(source, kind, sourceIds) {
      if (sourceIds.length === 0) return;
      const sql = `DELETE FROM migrator.object WHERE migration = ? AND repository = ?
        AND kind = ? AND source_id IN (SELECT source_id FROM {rows}) AND {held}`;
      const rows: Rows = { columns: ['source_id'], values: sourceIds.map((id) => [id]) };
      await database.write([{ sql, values: [migration, source, kind], rows }], flushed);
    },
    recordResult: (source, kind, sourceId, result) =>
      recordResults(source, kind, [{ sourceId, ...result }]),
    recordResults,
    async saveDocument(source, kind, id, data) {
      const sql = `INSERT INTO migrator.object SELECT ?, ?, ?, ?, {now}, ?, '', ? WHERE {held}
        ON CONFLICT (migration, repository, kind, source_id) DO UPDATE SET
          intended_at = excluded.intended_at, target_id = excluded.target_id,
          target_url = excluded.target_url, data = excluded.data`;
      const values = [migration, source, kind, id, id, data];
      await database.write([{ sql, values }], { flushes: isDocumentFlushed(kind) });
    },
    async saveObjectData(source, kind, sourceId, data) {
      const sql = `UPDATE migrator.object SET data = ? WHERE migration = ? AND repository = ?
        AND kind = ? AND source_id = ? AND {held}`;
      const values = [data, migration, source, kind, sourceId];
      await database.write([{ sql, values }], { flushes: isDataFlushed(kind) });
    },
  } satisfies Partial<MigrationWriter>;
}
