import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type DatabaseConnection,
  inTransaction,
  type Query,
} from '../connection/database-connection.ts';
import { databaseError, isConnectionLoss } from '../connection/database-error.ts';

/**
 * Runs pg-boss's statements on our one connection, which is opened again where it breaks. A statement then runs once
 * more, which each of them allows: inserts skip what is there, and whatever ends a job names the attempt that it ends.
 * A second fetch takes a second job; the first comes back when its heartbeat is missed.
 */
export class QueueDatabase {
  readonly #connection: DatabaseConnection;
  readonly #place: string;
  /** The transaction of the asynchronous call that asks: pg-boss looks up queues by itself in the middle of one. */
  readonly #current = new AsyncLocalStorage<Query>();

  constructor(connection: DatabaseConnection, place: string) {
    this.#connection = connection;
    this.#place = place;
  }

  /** For pg-boss, which looks at PostgreSQL's codes: errors of a statement are thrown as they are. */
  async executeSql(text: string, values: unknown[] = []) {
    const rows = await this.query(text, ...(values as Parameters<Query>[1][]));
    return { rows: [...rows] };
  }

  readonly query: Query = async (sql, ...values) => {
    const transaction = this.#current.getStore();
    if (transaction !== undefined) return transaction(sql, ...values);
    const outcome = await this.#connection.use(async (query) => {
      try {
        return { rows: await query(sql, ...values) };
      } catch (error) {
        if (isConnectionLoss(error)) throw error;
        // pg-boss sends BEGIN and COMMIT within one text.
        await query('ROLLBACK');
        return { error };
      }
    });
    if ('error' in outcome) throw outcome.error;
    return outcome.rows;
  };

  /**
   * All of what the work asks for, or nothing. It runs once more where the connection breaks.
   * @throws `state` where the database cannot be used
   */
  transaction<T>(work: () => Promise<T>): Promise<T> {
    return this.#connection.use((query) =>
      inTransaction(query, () => this.#current.run(query, work)),
    );
  }

  /** @throws `state` for whatever pg-boss or a statement throws */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      throw databaseError(thrown, this.#place);
    }
  }
}
