export type Value = string | number | null;

/** Rows that one statement works on, all or none. Every column is text. */
export interface Rows {
  readonly columns: readonly string[];
  readonly values: readonly (readonly (string | null)[])[];
}

/**
 * A statement for both databases. It names tables as `migrator.step`, and uses `?` for a value, `{rows}` for the rows, which
 * it calls `one`, `{now}` for the time, and as a condition `{held}`: the right to write is still ours.
 */
export interface Statement {
  readonly sql: string;
  readonly values: readonly Value[];
  readonly rows?: Rows;
  /** A column of whole numbers; the largest one is the result. */
  readonly returns?: string;
}

/** The words of one database. */
export interface Dialect {
  /** In front of the name of a table. */
  readonly schema: string;
  readonly held: string;
  readonly now: string;
  /** @param position counts from 1 */
  readonly value: (position: number) => string;
  /** @param position of the first column's values; the other columns follow */
  readonly rows: (columns: readonly string[], position: number) => string;
}

export interface Compiled {
  readonly sql: string;
  /** Values that stand before those of the rows. */
  readonly before: number;
}

/**
 * Puts a statement into the words of one database. Pure.
 * @param first position of its first value
 */
export function compile(statement: Statement, dialect: Dialect, first = 1): Compiled {
  const { columns = [] } = statement.rows ?? {};
  let position = first;
  let before = 0;
  const words: Readonly<Record<string, () => string>> = {
    '?': () => dialect.value(position++),
    '{rows}': () => {
      before = position - first;
      position += columns.length;
      return dialect.rows(columns, position - columns.length);
    },
    '{held}': () => dialect.held,
    '{now}': () => dialect.now,
    'migrator.': () => dialect.schema,
  };
  const sql = statement.sql.replace(
    /\?|\{(?:rows|held|now)\}|\bmigrator\./g,
    (word) => words[word]?.() ?? word,
  );
  const { returns } = statement;
  return { sql: returns === undefined ? sql : `${sql} RETURNING ${returns}`, before };
}

/** Puts the values of the rows among the others, as compile() has numbered them. Pure. */
export function arrange<T, R>(
  values: readonly T[],
  { before }: Pick<Compiled, 'before'>,
  ofRows: readonly R[],
): readonly (T | R)[] {
  return [...values.slice(0, before), ...ofRows, ...values.slice(before)];
}
