import type { Clock } from '../../kernel/clock.ts';
import { MigratorError } from '../../kernel/errors.ts';
import type { Redactor } from '../../kernel/redact.ts';
import type { TimedEvent } from '../../ports/events.ts';
import {
  type CreatedKind,
  type CreatedObject,
  leaseMilliseconds,
  type MigrationStatus,
  type RepositoryState,
  type StepState,
} from '../../ports/records/migration.ts';
import type { CreatedResult, MigrationWriter } from '../../ports/store.ts';
import { type FencedOptions, FencedStatements } from './fenced-statements.ts';
import { repositoryColumns, resettingSql, toCreatedObject } from './rows.ts';

export interface WriterOptions extends FencedOptions {
  readonly clock: Clock;
  readonly redactor: Redactor;
  /** Whether the database's file is still the opened one: writes to a deleted file are lost. */
  readonly isFileThere: () => boolean;
}

/** What a step records of what it migrated, after it did: a step without an end is entered again, and records it again. */
const notesOfSteps: ReadonlySet<CreatedKind> = new Set(['refs', 'lfs', 'settings']);

/** A result of these that a power failure takes is found by its marker, since the intent was flushed. */
function isMarked(kind: CreatedKind): boolean {
  return kind === 'comment' || kind === 'pull-request';
}

/** Every write is one transaction that first checks the fencing number. */
export class SqliteMigrationWriter implements MigrationWriter {
  readonly #options: WriterOptions;
  readonly #sql: FencedStatements;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#sql = new FencedStatements(options);
  }

  async setStatus(status: MigrationStatus): Promise<void> {
    this.#checkFile();
    const sql = 'UPDATE migration SET status = ?, updated_at = ? WHERE id = ?';
    this.#sql.run(sql, status, this.#options.clock.now(), this.#options.migration);
  }

  async saveRepository(
    source: string,
    change: Partial<Omit<RepositoryState, 'source' | 'target'>>,
  ): Promise<void> {
    const columns = repositoryColumns(this.#options.redactor.data(change));
    const assignments = columns.map(([column]) => `${column} = ?`).join(', ');
    const sql = `UPDATE repository SET ${assignments} WHERE migration = ? AND source = ?`;
    const values = [...columns.map(([, value]) => value), this.#options.migration, source];
    // Only the outcome is flushed; that it is running follows from its steps.
    const isOutcome = change.status !== undefined && change.status !== 'running';
    if (isOutcome) this.#sql.run(sql, ...values);
    else this.#sql.note(sql, ...values);
  }

  async saveStep(source: string, step: StepState): Promise<void> {
    const sql = 'INSERT OR REPLACE INTO step VALUES (?, ?, ?, ?, ?, ?)';
    const { name, status, summary, data } = this.#options.redactor.data(step);
    // What a step creates is preceded by an intent, which is flushed; a step whose end was lost is entered again.
    this.#sql.note(sql, this.#options.migration, source, name, status, summary, data);
  }

  async findObject(
    source: string,
    kind: CreatedKind,
    sourceId: string,
  ): Promise<CreatedObject | null> {
    const sql =
      'SELECT * FROM object WHERE migration = ? AND repository = ? AND kind = ? AND source_id = ?';
    return this.#sql.get(toCreatedObject, sql, this.#options.migration, source, kind, sourceId);
  }

  async recordIntent(source: string, kind: CreatedKind, sourceId: string): Promise<CreatedObject> {
    const [intent] = await this.recordIntents(source, kind, [sourceId]);
    if (intent === undefined) throw new TypeError('a recorded intent is missing');
    return intent;
  }

  async recordIntents(
    source: string,
    kind: CreatedKind,
    sourceIds: readonly string[],
  ): Promise<readonly CreatedObject[]> {
    const intendedAt = this.#options.clock.now();
    const { migration } = this.#options;
    const sql = 'INSERT OR REPLACE INTO object VALUES (?, ?, ?, ?, ?, NULL, NULL, NULL)';
    const rows = sourceIds.map((sourceId) => [migration, source, kind, sourceId, intendedAt]);
    if (notesOfSteps.has(kind)) this.#sql.noteAll(sql, rows);
    else this.#sql.runAll(sql, rows);
    const noResult = { targetId: null, targetUrl: null, data: null };
    return sourceIds.map((sourceId) => ({ kind, sourceId, intendedAt, ...noResult }));
  }

  async forgetIntent(source: string, kind: CreatedKind, sourceId: string): Promise<void> {
    const sql = `DELETE FROM object
      WHERE migration = ? AND repository = ? AND kind = ? AND source_id = ? AND target_id IS NULL`;
    this.#sql.run(sql, this.#options.migration, source, kind, sourceId);
  }

  async forgetObjects(
    source: string,
    kind: CreatedKind,
    sourceIds: readonly string[],
  ): Promise<void> {
    const { migration } = this.#options;
    const sql =
      'DELETE FROM object WHERE migration = ? AND repository = ? AND kind = ? AND source_id = ?';
    const rows = sourceIds.map((sourceId) => [migration, source, kind, sourceId]);
    this.#sql.runAll(sql, rows);
  }

  async recordResult(
    source: string,
    kind: CreatedKind,
    sourceId: string,
    result: CreatedResult,
  ): Promise<void> {
    await this.recordResults(source, kind, [{ sourceId, ...result }]);
  }

  async recordResults(
    source: string,
    kind: CreatedKind,
    results: readonly ({ sourceId: string } & CreatedResult)[],
  ): Promise<void> {
    const { migration } = this.#options;
    const sql = `UPDATE object SET target_id = ?, target_url = ?, data = coalesce(?, data)
      WHERE migration = ? AND repository = ? AND kind = ? AND source_id = ?`;
    const rows = results.map(({ sourceId, targetId, targetUrl, data }) => {
      return [targetId, targetUrl, data ?? null, migration, source, kind, sourceId];
    });
    if (isMarked(kind) || notesOfSteps.has(kind)) this.#sql.noteAll(sql, rows);
    else this.#sql.runAll(sql, rows);
  }

  async saveObjectData(
    source: string,
    kind: CreatedKind,
    sourceId: string,
    data: string,
  ): Promise<void> {
    const sql = `UPDATE object SET data = ?
      WHERE migration = ? AND repository = ? AND kind = ? AND source_id = ?`;
    // Without it the object is only processed once more.
    this.#sql.note(sql, data, this.#options.migration, source, kind, sourceId);
  }

  async resetRepositories(
    sources: readonly string[],
    change?: { readonly settings: string },
  ): Promise<void> {
    const { migration, clock } = this.#options;
    const settings = change?.settings ?? null;
    const sql = `UPDATE migration SET status = 'running', updated_at = ?,
      settings = coalesce(?, settings) WHERE id = ?`;
    this.#sql.runTogether([
      [sql, clock.now(), settings, migration],
      ...sources.flatMap((source) => resettingSql.map((sql) => [sql, migration, source] as const)),
    ]);
  }

  async forgetRepository(source: string): Promise<void> {
    const sql = 'DELETE FROM object WHERE migration = ? AND repository = ?';
    this.#sql.run(sql, this.#options.migration, source);
  }

  async appendEvent(event: TimedEvent): Promise<void> {
    const sql = 'INSERT INTO event (migration, type, body) VALUES (?, ?, ?)';
    const body = JSON.stringify(this.#options.redactor.data(event));
    this.#sql.note(sql, this.#options.migration, event.type, body);
  }

  async checkHeld(): Promise<void> {
    this.#sql.checkHeld();
  }

  async renew(): Promise<void> {
    this.#checkFile();
    const sql = 'UPDATE lease SET expires_at = ? WHERE migration = ?';
    this.#sql.run(sql, this.#options.clock.now() + leaseMilliseconds, this.#options.migration);
  }

  async release(): Promise<void> {
    // The row stays, expired: the next holder's fencing number must be larger than ours.
    this.#sql.run('UPDATE lease SET expires_at = 0 WHERE migration = ?', this.#options.migration);
  }

  #checkFile(): void {
    if (this.#options.isFileThere()) return;
    const what = `The state at ${this.#options.path} was removed or replaced while in use`;
    throw new MigratorError('state', what, {
      hint: 'Restore it if you can, and run the plan again. Otherwise run it with --skip-existing to skip what the target already has.',
      retry: 'fatal',
    });
  }
}
