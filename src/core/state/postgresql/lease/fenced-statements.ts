import type { MigratorError } from '../../../kernel/errors.ts';
import type { Redactor } from '../../../kernel/redact.ts';
import {
  arrange,
  compile,
  type Dialect,
  type Statement,
  type Value,
} from '../../both/statement.ts';
import type { FencedDatabase } from '../../both/writes.ts';
import { type Row, whole } from '../../read-column.ts';
import {
  type DatabaseConnection,
  defaultPatience,
  type Query,
} from '../connection/database-connection.ts';

export const postgresqlDialect: Dialect = {
  schema: 'migrator.',
  held: 'EXISTS (SELECT FROM held)',
  now: '(SELECT migrator.now_ms())',
  value: (position) => `$${position}`,
  rows: (columns, position) =>
    `unnest(${columns.map((_, index) => `$${position + index}::text[]`).join(', ')}) AS one (${columns.join(', ')})`,
};

/** A row in the database that says who may write. */
export interface FencedLease {
  /** Has the columns `migration` and `fence`, and one row for these two. */
  readonly table: 'migrator.lease' | 'migrator.claim';
  /** How long it lasts without being renewed. */
  readonly milliseconds: number;
  /** Takes a new number after the connection was lost: what the server may still do for the lost one comes too late. */
  reclaim(query: Query): Promise<number>;
  lost(): MigratorError;
}

export interface FencedOptions {
  readonly connection: DatabaseConnection;
  readonly migration: string;
  readonly lease: FencedLease;
}

const held = 'count(*)::integer AS held';
/** For this statement alone. */
const unflushed = "set_config('synchronous_commit', 'off', true)";

type Values = Parameters<Query> extends [string, ...infer Rest] ? Rest : never;

/**
 * Statements for one migration, each of which is one round trip that first looks at the fencing number. They name the
 * lease `held`: a row while it is ours, none afterwards. The first two values are the migration and the number.
 */
export class FencedStatements implements FencedDatabase {
  readonly #options: FencedOptions;
  #fence: number;
  /** The connection that the number was taken on. */
  #connection: number;
  /** By the connection's clock: when the lease was last certainly ours. */
  #renewedAt: number;

  constructor(options: FencedOptions, acquired: { fence: number; connection: number; at: number }) {
    this.#options = options;
    this.#renewedAt = acquired.at;
    this.#fence = acquired.fence;
    this.#connection = acquired.connection;
  }

  write(
    statements: readonly Statement[],
    { flushes }: { readonly flushes: boolean },
  ): Promise<number> {
    const parts: string[] = [];
    const given: (Value | (string | null)[])[] = [];
    for (const statement of statements) {
      // The first two are the migration and the number.
      const compiled = compile(statement, postgresqlDialect, given.length + 3);
      const { columns = [], values = [] } = statement.rows ?? {};
      const lists = columns.map((_, index) => values.map((row) => row[index] ?? null));
      parts.push(compiled.sql);
      given.push(...arrange<Value, (string | null)[]>(statement.values, compiled, lists));
    }
    const { returns } = statements[0] ?? {};
    if (returns !== undefined) return this.runForLargest(parts, returns, { flushes }, ...given);
    const done = flushes ? this.run(parts, ...given) : this.note(parts, ...given);
    return done.then(() => 0);
  }

  find<T>(convert: (row: Row) => T, statement: Statement): Promise<T | null> {
    const { sql } = compile(statement, postgresqlDialect);
    return this.get(convert, sql, ...statement.values);
  }

  /** On the disk when it returns. */
  run(statements: readonly string[], ...values: Values): Promise<void> {
    return this.#write(held, statements, values).then(() => {});
  }

  /** As run(), but not flushed to the disk by itself. */
  note(statements: readonly string[], ...values: Values): Promise<void> {
    return this.#write(`${held}, ${unflushed}`, statements, values).then(() => {});
  }

  /**
   * As run() or note(). Later statements may name the first `part0`.
   * @returns the largest whole number that the first statement returns in this column; 0 where it returns none
   */
  async runForLargest(
    statements: readonly string[],
    column: string,
    { flushes }: { flushes: boolean },
    ...values: Values
  ): Promise<number> {
    const largest = `coalesce((SELECT max(${column}) FROM part0), 0) AS result`;
    const results = `${held}${flushes ? '' : `, ${unflushed}`}, ${largest}`;
    return whole(await this.#write(results, statements, values), 'result');
  }

  /** Looks at no fencing number. */
  read<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return this.#use(work);
  }

  /** As read(), the first row of a statement. */
  get<T>(convert: (row: Row) => T, sql: string, ...values: Values): Promise<T | null> {
    return this.read(async (query) => {
      const [row] = await query(sql, ...values);
      return row === undefined ? null : convert(row);
    });
  }

  /** @throws `state` if another process has taken over */
  checkLease(): Promise<void> {
    return this.run([]);
  }

  /** @param extend sets the lease's new end, by its migration and number */
  async renew<T>(
    extend: (query: Query, migration: string, fence: number) => Promise<T>,
  ): Promise<T> {
    const { connection, migration } = this.#options;
    const at = connection.elapsed();
    const extended = await this.#use((query) => extend(query, migration, this.#fence));
    this.#renewedAt = at;
    return extended;
  }

  async #write(result: string, statements: readonly string[], values: Values): Promise<Row> {
    const { migration, lease } = this.#options;
    const parts = statements.map((one, index) => `, part${index} AS (${one})`).join('');
    const sql = `WITH held AS (
        SELECT FROM ${lease.table} WHERE migration = $1 AND fence = $2 FOR SHARE
      )${parts} SELECT ${result} FROM held`;
    return this.#use(async (query) => {
      const [row = {}] = await query(sql, migration, this.#fence, ...values);
      if (row.held !== 1) throw lease.lost();
      return row;
    });
  }

  /** A lost connection is opened again for as long as nobody else can have taken over. */
  #use<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const { connection, lease } = this.#options;
    return connection.use(
      async (query, current) => {
        if (current !== this.#connection) {
          this.#fence = await lease.reclaim(query);
          this.#connection = current;
        }
        return work(query);
      },
      () =>
        Math.min(
          defaultPatience,
          lease.milliseconds / 2 - (connection.elapsed() - this.#renewedAt),
        ),
    );
  }
}

/** Describes what the writes of a migration go by. */
export interface WriterOptions {
  readonly sql: FencedStatements;
  readonly place: string;
  readonly migration: string;
  /** Of all leases, whatever becomes of their numbers. */
  readonly holder: string;
  readonly redactor: Redactor;
}
