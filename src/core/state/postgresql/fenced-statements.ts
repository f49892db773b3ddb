import type { Redactor } from '../../kernel/redact.ts';
import { leaseMilliseconds } from '../../ports/records/migration.ts';
import { type Row, whole } from '../read-column.ts';
import { takenOver } from '../refusals.ts';
import {
  type DatabaseConnection,
  defaultPatience,
  type Query,
} from './connection/database-connection.ts';
import { reclaimLease, renewLease } from './lease.ts';

export interface FencedOptions {
  readonly connection: DatabaseConnection;
  readonly place: string;
  readonly migration: string;
  readonly holder: string;
}

const held = 'count(*)::integer AS held';
/** For this statement alone. */
const unflushed = "set_config('synchronous_commit', 'off', true)";

type Values = Parameters<Query> extends [string, ...infer Rest] ? Rest : never;

/**
 * Statements for one migration, each of which is one round trip that first looks at the fencing number. They name the
 * lease `held`: a row while it is ours, none afterwards. The first two values are the migration and the number.
 */
export class FencedStatements {
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

  /** On the disk when it returns. */
  run(statements: readonly string[], ...values: Values): Promise<void> {
    return this.#write(held, statements, values).then(() => {});
  }

  /** As run(), but not flushed to the disk by itself. */
  note(statements: readonly string[], ...values: Values): Promise<void> {
    return this.#write(`${held}, ${unflushed}`, statements, values).then(() => {});
  }

  /** As run() or note(). @returns the largest whole number that the statement returns in this column */
  async runAndTell(
    statement: string,
    column: string,
    { flushes }: { flushes: boolean },
    ...values: Values
  ): Promise<number> {
    const results = `${held}${flushes ? '' : `, ${unflushed}`}, (SELECT max(${column}) FROM part0) AS result`;
    return whole(await this.#write(results, [statement], values), 'result');
  }

  /** Looks at no fencing number. */
  async get<T>(convert: (row: Row) => T, sql: string, ...values: Values): Promise<T | null> {
    return this.#use(async (query) => {
      const [row] = await query(sql, ...values);
      return row === undefined ? null : convert(row);
    });
  }

  /** @throws `state` if another process has taken over */
  checkHeld(): Promise<void> {
    return this.run([]);
  }

  async renew(): Promise<void> {
    const { migration, place } = this.#options;
    const at = this.#options.connection.elapsed();
    await this.#use((query) => renewLease(query, { migration, fence: this.#fence, place }));
    this.#renewedAt = at;
  }

  async #write(result: string, statements: readonly string[], values: Values): Promise<Row> {
    const { migration } = this.#options;
    const parts = statements.map((one, index) => `, part${index} AS (${one})`).join('');
    const sql = `WITH held AS (
        SELECT FROM migrator.lease WHERE migration = $1 AND fence = $2 FOR SHARE
      )${parts} SELECT ${result} FROM held`;
    return this.#use(async (query) => {
      const [row = {}] = await query(sql, migration, this.#fence, ...values);
      if (row.held !== 1) throw takenOver(migration);
      return row;
    });
  }

  /** A lost connection is opened again for as long as nobody else can have taken over. */
  #use<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const { connection, migration, holder } = this.#options;
    return connection.use(
      async (query, current) => {
        if (current !== this.#connection) {
          this.#fence = await reclaimLease(query, { migration, holder });
          this.#connection = current;
        }
        return work(query);
      },
      () =>
        Math.min(defaultPatience, leaseMilliseconds / 2 - (connection.elapsed() - this.#renewedAt)),
    );
  }
}

/** What the writes of a migration go by. */
export interface WriterOptions {
  readonly sql: FencedStatements;
  readonly migration: string;
  readonly holder: string;
  readonly redactor: Redactor;
}
