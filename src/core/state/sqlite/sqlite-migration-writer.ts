import type { Clock } from '../../kernel/clock.ts';
import { MigratorError } from '../../kernel/errors.ts';
import type { Redactor } from '../../kernel/redact.ts';
import { keptKinds, leaseMilliseconds, resetMark } from '../../ports/records/migration.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import {
  isDataFlushed,
  isDocumentFlushed,
  isIntentFlushed,
  isResultFlushed,
  isStatusFlushed,
} from '../flushed.ts';
import { intentsOf, repositoryColumns, toCreatedObject } from '../rows.ts';
import { createAuditWriter } from './append-audit.ts';
import { type FencedOptions, FencedStatements } from './fenced-statements.ts';

export interface WriterOptions extends FencedOptions {
  readonly clock: Clock;
  readonly redactor: Redactor;
  /** True if the database's file is still the opened one: writes to a deleted file are lost. */
  readonly isFileThere: () => boolean;
}

/** Statements that reset a repository. Each takes the migration and the repository. */
const resettingSql = [
  'DELETE FROM step WHERE migration = ? AND repository = ?',
  `UPDATE repository SET status = 'pending', refs = NULL, reason = NULL, failure = NULL,
    started_at = NULL, finished_at = NULL WHERE migration = ? AND source = ?`,
  `UPDATE object SET data = '${resetMark}'
    WHERE migration = ? AND repository = ? AND kind = 'repository'`,
];

/** Every write is one transaction that first checks the fencing number. */
export function createMigrationWriter(options: WriterOptions): MigrationWriter {
  const sql = new FencedStatements(options);
  return {
    share: null,
    keepBack: null,
    ...writesOfRun(options, sql),
    ...writesOfRepositories(options, sql),
    ...writesOfIntents(options, sql),
    ...writesOfResults(options, sql),
    ...createAuditWriter(options, sql),
  };
}

function writesOfRun(options: WriterOptions, sql: FencedStatements) {
  const { migration, clock, redactor } = options;
  return {
    async setStatus(status) {
      checkFile(options);
      const text = 'UPDATE migration SET status = ?, updated_at = ? WHERE id = ?';
      sql.run(text, status, clock.now(), migration);
    },
    async resetRepositories(sources, change) {
      const { settings = null, planText = null } = change ?? {};
      const status = sources.length > 0 ? "'running'" : 'status';
      const text = `UPDATE migration SET status = ${status}, updated_at = ?,
        settings = coalesce(?, settings), plan_text = coalesce(?, plan_text) WHERE id = ?`;
      sql.runTogether([
        [text, clock.now(), settings, planText, migration],
        ...sources.flatMap((source) =>
          resettingSql.map((one) => [one, migration, source] as const),
        ),
      ]);
    },
    async addRepositories(repositories, planText) {
      const plan =
        "UPDATE migration SET status = 'paused', updated_at = ?, plan_text = ? WHERE id = ?";
      const text = `INSERT OR IGNORE INTO repository (migration, source, position, target, status)
        SELECT ?, ?, coalesce(max(position), -1) + 1, ?, 'pending' FROM repository WHERE migration = ?`;
      sql.runTogether([
        [plan, clock.now(), planText, migration],
        ...repositories.map(
          ({ source, target }) => [text, migration, source, target, migration] as const,
        ),
      ]);
    },
    async appendEvent(event) {
      const text = 'INSERT INTO event (migration, type, body) VALUES (?, ?, ?)';
      const body = JSON.stringify(redactor.data(event));
      sql.note(text, migration, event.type, body);
    },
    async checkHeld() {
      sql.checkHeld();
    },
    async renew() {
      checkFile(options);
      const text = 'UPDATE lease SET expires_at = ? WHERE migration = ?';
      sql.run(text, clock.now() + leaseMilliseconds, migration);
    },
    async release() {
      // The row stays, expired: the next holder's fencing number must be larger than ours.
      sql.run('UPDATE lease SET expires_at = 0 WHERE migration = ?', migration);
    },
  } satisfies Partial<MigrationWriter>;
}

function writesOfRepositories({ migration, redactor }: WriterOptions, sql: FencedStatements) {
  return {
    async saveRepository(source, change) {
      const columns = repositoryColumns(redactor.data(change));
      const assignments = columns.map(([column]) => `${column} = ?`).join(', ');
      const text = `UPDATE repository SET ${assignments} WHERE migration = ? AND source = ?`;
      const values = [...columns.map(([, value]) => value), migration, source];
      if (isStatusFlushed(change.status)) sql.run(text, ...values);
      else sql.note(text, ...values);
    },
    async saveStep(source, step) {
      const text = 'INSERT OR REPLACE INTO step VALUES (?, ?, ?, ?, ?, ?)';
      const { name, status, summary, data } = redactor.data(step);
      // What a step creates is preceded by an intent, which is flushed; a step whose end was lost is entered again.
      sql.note(text, migration, source, name, status, summary, data);
    },
    async forgetRepository(source) {
      const kept = keptKinds.map(() => '?').join(', ');
      const text = `DELETE FROM object WHERE migration = ? AND repository = ? AND kind NOT IN (${kept})`;
      sql.run(text, migration, source, ...keptKinds);
    },
  } satisfies Partial<MigrationWriter>;
}

function writesOfIntents({ migration, clock }: WriterOptions, sql: FencedStatements) {
  const recordIntents: MigrationWriter['recordIntents'] = async (source, kind, sourceIds, data) => {
    const intendedAt = clock.now();
    const text = 'INSERT OR REPLACE INTO object VALUES (?, ?, ?, ?, ?, NULL, NULL, ?)';
    const intents = intentsOf(kind, { sourceIds, data, intendedAt });
    const rows = intents.map((one) => [
      migration,
      source,
      kind,
      one.sourceId,
      intendedAt,
      one.data,
    ]);
    if (isIntentFlushed(kind)) sql.runAll(text, rows);
    else sql.noteAll(text, rows);
    return intents;
  };
  return {
    async findObject(source, kind, sourceId) {
      const text =
        'SELECT * FROM object WHERE migration = ? AND repository = ? AND kind = ? AND source_id = ?';
      return sql.get(toCreatedObject, text, migration, source, kind, sourceId);
    },
    recordIntents,
    async forgetIntent(source, kind, sourceId) {
      const text = `DELETE FROM object
        WHERE migration = ? AND repository = ? AND kind = ? AND source_id = ? AND target_id IS NULL`;
      sql.run(text, migration, source, kind, sourceId);
    },
    async forgetObjects(source, kind, sourceIds) {
      const text =
        'DELETE FROM object WHERE migration = ? AND repository = ? AND kind = ? AND source_id = ?';
      const rows = sourceIds.map((sourceId) => [migration, source, kind, sourceId]);
      sql.runAll(text, rows);
    },
  } satisfies Partial<MigrationWriter>;
}

function writesOfResults({ migration, clock }: WriterOptions, sql: FencedStatements) {
  const recordResults: MigrationWriter['recordResults'] = async (source, kind, results) => {
    const text = `UPDATE object SET target_id = ?, target_url = ?, data = coalesce(?, data)
      WHERE migration = ? AND repository = ? AND kind = ? AND source_id = ?`;
    const rows = results.map(({ sourceId, targetId, targetUrl, data }) => {
      return [targetId, targetUrl, data ?? null, migration, source, kind, sourceId];
    });
    if (isResultFlushed(kind)) sql.runAll(text, rows);
    else sql.noteAll(text, rows);
  };
  return {
    async recordResult(source, kind, sourceId, result) {
      await recordResults(source, kind, [{ sourceId, ...result }]);
    },
    recordResults,
    async saveDocument(source, kind, id, data) {
      const text = "INSERT OR REPLACE INTO object VALUES (?, ?, ?, ?, ?, ?, '', ?)";
      const values = [migration, source, kind, id, clock.now(), id, data];
      if (isDocumentFlushed(kind)) sql.run(text, ...values);
      else sql.note(text, ...values);
    },
    async saveObjectData(source, kind, sourceId, data) {
      const text = `UPDATE object SET data = ?
        WHERE migration = ? AND repository = ? AND kind = ? AND source_id = ?`;
      const values = [data, migration, source, kind, sourceId];
      if (isDataFlushed(kind)) sql.run(text, ...values);
      else sql.note(text, ...values);
    },
  } satisfies Partial<MigrationWriter>;
}

function checkFile({ isFileThere, path }: WriterOptions): void {
  if (isFileThere()) return;
  const what = `The state at ${path} was removed or replaced while in use`;
  throw new MigratorError('state', what, {
    hint: 'Restore it if you can, and run the plan again. Otherwise run it with --skip-existing to skip what the target already has.',
    retry: 'fatal',
  });
}
