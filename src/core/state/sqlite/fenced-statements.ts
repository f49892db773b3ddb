import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Clock } from '../../kernel/clock.ts';
import {
  arrange,
  type Compiled,
  compile,
  type Dialect,
  type Statement,
} from '../both/statement.ts';
import type { FencedDatabase } from '../both/writes.ts';
import { type Row, whole } from '../read-column.ts';
import { checkFence, fenceSql } from './lease.ts';
import { asStateError } from './state-error.ts';
import { transaction, unflushedTransaction } from './transaction.ts';

export interface FencedOptions {
  readonly database: DatabaseSync;
  readonly path: string;
  readonly migration: string;
  readonly fence: number;
  readonly clock: Pick<Clock, 'now'>;
}

/** A transaction has looked at the fencing number; a row is a statement of its own. */
export const sqliteDialect: Dialect = {
  schema: '',
  held: 'true',
  now: ':now',
  value: () => '?',
  rows: (columns) => `(SELECT ${columns.map((column) => `? AS ${column}`).join(', ')}) AS one`,
};

interface Prepared extends Compiled {
  readonly statement: StatementSync;
}

/** Statements for one migration. Every write is one transaction that first checks the fencing number. */
export class FencedStatements implements FencedDatabase {
  readonly #options: FencedOptions;
  /** Compiled once each: every comment of a pull request takes two writes. */
  readonly #prepared = new Map<string, Prepared>();

  constructor(options: FencedOptions) {
    this.#options = options;
  }

  async write(
    statements: readonly Statement[],
    { flushes }: { readonly flushes: boolean },
  ): Promise<number> {
    return this.transact({ flushes }, (run) => {
      const [first = 0] = statements.map((one) => run(one));
      return first;
    });
  }

  /** Reads and writes in one transaction. @param work gets a function that runs a statement as write() does */
  transact<T>(
    { flushes }: { readonly flushes: boolean },
    work: (run: (statement: Statement) => number) => T,
  ): T {
    const begin = flushes ? transaction : unflushedTransaction;
    return this.#guard(() =>
      begin(this.#options.database, () => {
        this.#checkFence();
        return work((statement) => this.#run(statement));
      }),
    );
  }

  async find<T>(convert: (row: Row) => T, statement: Statement): Promise<T | null> {
    return this.#guard(() => {
      const row = this.#prepare(statement).statement.get(...statement.values);
      return row === undefined ? null : convert(row);
    });
  }

  async checkLease(): Promise<void> {
    this.#guard(() => this.#checkFence());
  }

  #run(statement: Statement): number {
    const prepared = this.#prepare(statement);
    const { values, rows, returns } = statement;
    let largest = 0;
    for (const ofRow of rows?.values ?? [[]]) {
      const given = arrange(values, prepared, ofRow);
      const all: [Record<string, SQLInputValue>, ...SQLInputValue[]] = [
        this.#now(prepared),
        ...given,
      ];
      if (returns === undefined) prepared.statement.run(...all);
      else largest = Math.max(largest, whole(prepared.statement.get(...all) ?? {}, returns));
    }
    return largest;
  }

  #now({ sql }: Compiled): Record<string, number> {
    return sql.includes(':now') ? { now: this.#options.clock.now() } : {};
  }

  #checkFence(): void {
    const { migration, fence } = this.#options;
    const { statement } = this.#prepare({ sql: fenceSql, values: [] });
    checkFence(statement, migration, fence);
  }

  #prepare(statement: Statement): Prepared {
    const known = this.#prepared.get(statement.sql);
    if (known !== undefined) return known;
    const compiled = compile(statement, sqliteDialect);
    const prepared = { ...compiled, statement: this.#options.database.prepare(compiled.sql) };
    this.#prepared.set(statement.sql, prepared);
    return prepared;
  }

  #guard<T>(work: () => T): T {
    return asStateError(this.#options.path, work);
  }
}
