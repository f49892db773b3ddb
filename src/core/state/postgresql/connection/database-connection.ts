import type { Client, QueryResult } from 'pg';
import type { Clock } from '../../../kernel/clock.ts';
import type { MigratorError } from '../../../kernel/errors.ts';
import { leaseMilliseconds } from '../../../ports/records/migration.ts';
import type { Row } from '../../read-column.ts';
import {
  databaseError,
  databaseLost,
  isConnectionLoss,
  isEndedByServer,
} from './database-error.ts';

type Value = string | number | boolean | null | readonly (string | number | null)[];

/** Runs one statement, or several without values, whose rows come in one list. */
export type Query = (sql: string, ...values: readonly Value[]) => Promise<readonly Row[]>;

/** @param connection counts up with each new connection */
export type Work<T> = (query: Query, connection: number) => Promise<T>;

export interface ConnectionOptions {
  readonly place: string;
  readonly open: () => Promise<Client>;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Milliseconds for which a lost connection is opened again. */
  readonly patience?: number;
  /** Milliseconds of a clock that nobody sets; performance.now() if left out. */
  readonly elapsed?: () => number;
}

/** Half a lease: soon after that another process may take over. */
export const defaultPatience = leaseMilliseconds / 2;
const firstPause = 100;
const longestPause = 2000;

/**
 * One connection, opened when it is first used. Work runs alone and in order; where the connection breaks, it is opened
 * again and the work runs once more, so work must be such that a second run changes nothing.
 */
export class DatabaseConnection {
  readonly #options: ConnectionOptions;
  #client: Client | null = null;
  #connections = 0;
  /** By `elapsed()`: when the work began that first found it lost, until other work is done again. */
  #lostAt: number | null = null;
  /** Breaks of the connection so far. */
  #breaks: { readonly count: number; readonly newest: unknown } = { count: 0, newest: null };
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /**
   * Tried once at least. An outage is waited for once: what comes after a failure, such as what a run does before it ends, does not
   * wait for it again, and what was asked for before the newest failure is not tried any more: each try may take long.
   * @param patience milliseconds after the outage was found for which a lost connection is opened again
   * @throws MigratorError: what the work throws, or `state` where the database cannot be used
   */
  use<T>(work: Work<T>, patience?: () => number): Promise<T> {
    const { count } = this.#breaks;
    const next = this.#last.then(() => this.#try(work, { patience, breaksBefore: count }));
    this.#last = next.catch(() => {});
    return next;
  }

  /** Milliseconds of a clock that nobody sets. */
  elapsed(): number {
    return (this.#options.elapsed ?? (() => performance.now()))();
  }

  async close(): Promise<void> {
    await this.#last;
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => {});
  }

  async #try<T>(
    work: Work<T>,
    { patience, breaksBefore }: { patience: (() => number) | undefined; breaksBefore: number },
  ): Promise<T> {
    const { place, clock } = this.#options;
    const allowed = patience?.() ?? this.#options.patience ?? defaultPatience;
    // Not the clock of the day, which may be set.
    const begun = this.elapsed();
    const { count, newest } = this.#breaks;
    const isOver = this.#lostAt !== null && begun + firstPause > this.#lostAt + allowed;
    if (isOver && count > breaksBefore) throw this.#lost(newest);
    for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
      try {
        const client = await this.#connected();
        const result = await work(queryOf(client), this.#connections);
        this.#hasAnswered();
        return result;
      } catch (thrown) {
        if (!isConnectionLoss(thrown)) {
          this.#hasAnswered();
          throw databaseError(thrown, place);
        }
        this.#drop();
        this.#breaks = { count: this.#breaks.count + 1, newest: thrown };
        // What never answered is wrongly configured rather than lost.
        if (this.#connections === 0 && !isEndedByServer(thrown)) throw databaseError(thrown, place);
        // Once at least: after a process was stopped for long, the server alone can say whether anything is still its own.
        const isFirst = this.#lostAt === null;
        this.#lostAt ??= begun;
        if (isFirst) continue;
        if (this.elapsed() + pause > this.#lostAt + allowed) throw this.#lost(thrown);
        await clock.sleep(pause);
      }
    }
  }

  /** Without a connection so far nothing can have been lost, and there may be nothing to resume. */
  #lost(cause: unknown): MigratorError {
    const { place } = this.#options;
    return this.#connections === 0 ? databaseError(cause, place) : databaseLost(place, cause);
  }

  /** Ends the outage, whatever the work made of the answer. Without a connection the server was not asked. */
  #hasAnswered(): void {
    if (this.#client !== null) this.#lostAt = null;
  }

  async #connected(): Promise<Client> {
    if (this.#client === null) {
      this.#client = await this.#options.open();
      this.#connections += 1;
    }
    return this.#client;
  }

  #drop(): void {
    const client = this.#client;
    this.#client = null;
    // It may never answer again: nobody waits for its end.
    void client?.end().catch(() => {});
  }
}

function queryOf(client: Client): Query {
  return async (sql, ...values) => {
    const result: QueryResult<Row> | readonly QueryResult<Row>[] = await client.query<Row>(
      sql,
      values.map(clean),
    );
    return Array.isArray(result) ? result.flatMap(({ rows }) => rows) : result.rows;
  };
}

/** PostgreSQL's text holds every character but U+0000. */
function clean(value: Value): Value {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd');
  if (!Array.isArray(value)) return value;
  return value.map((one) => (typeof one === 'string' ? one.replaceAll('\0', '\ufffd') : one));
}

/**
 * Several statements, all or none. A process that is stopped in the middle loses its locks after ten seconds.
 */
export async function inTransaction<T>(query: Query, work: () => Promise<T>): Promise<T> {
  await query('BEGIN');
  try {
    await query('SET LOCAL idle_in_transaction_session_timeout = 10000');
    const result = await work();
    await query('COMMIT');
    return result;
  } catch (error) {
    if (!isConnectionLoss(error)) await query('ROLLBACK');
    throw error;
  }
}
