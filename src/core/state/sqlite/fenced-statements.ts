import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Row } from '../read-column.ts';
import { checkFence, fenceSql } from './lease.ts';
import { asStateError } from './state-error.ts';
import { transaction, unflushedTransaction } from './transaction.ts';

export interface FencedOptions {
  readonly database: DatabaseSync;
  readonly path: string;
  readonly migration: string;
  readonly fence: number;
}

export type Values = readonly SQLInputValue[];

/** Statements for one migration. Every write is one transaction that first checks the fencing number. */
export class FencedStatements {
  readonly #options: FencedOptions;
  /** Compiled once each: every comment of a pull request takes two writes. */
  readonly #statements = new Map<string, StatementSync>();

  constructor(options: FencedOptions) {
    this.#options = options;
  }

  run(sql: string, ...values: Values): void {
    this.runAll(sql, [values]);
  }

  /** All rows or none. */
  runAll(sql: string, rows: readonly Values[]): void {
    this.runTogether(rows.map((values) => [sql, ...values] as const));
  }

  /** All of them or none. */
  runTogether(statements: readonly (readonly [sql: string, ...values: SQLInputValue[]])[]): void {
    if (statements.length === 0) return;
    this.#guard(() =>
      transaction(this.#options.database, () => {
        this.#checkFence();
        for (const [sql, ...values] of statements) this.#statement(sql).run(...values);
      }),
    );
  }

  /** As run(), but not flushed to the disk by itself. */
  note(sql: string, ...values: Values): void {
    this.noteAll(sql, [values]);
  }

  noteAll(sql: string, rows: readonly Values[]): void {
    if (rows.length === 0) return;
    this.#guard(() =>
      unflushedTransaction(this.#options.database, () => {
        this.#checkFence();
        for (const values of rows) this.#statement(sql).run(...values);
      }),
    );
  }

  /** Reads and writes in one transaction, as note(). */
  noteTogether<T>(work: (statement: (sql: string) => StatementSync) => T): T {
    return this.#guard(() =>
      unflushedTransaction(this.#options.database, () => {
        this.#checkFence();
        return work((sql) => this.#statement(sql));
      }),
    );
  }

  /** The first row, converted; `null` if there is none. */
  get<T>(convert: (row: Row) => T, sql: string, ...values: Values): T | null {
    return this.#guard(() => {
      const row = this.#statement(sql).get(...values);
      return row === undefined ? null : convert(row);
    });
  }

  /** @throws `state` if another process has taken over */
  checkHeld(): void {
    this.#guard(() => this.#checkFence());
  }

  #checkFence(): void {
    const { migration, fence } = this.#options;
    checkFence(this.#statement(fenceSql), migration, fence);
  }

  #statement(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#options.database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #guard<T>(work: () => T): T {
    return asStateError(this.#options.path, work);
  }
}
