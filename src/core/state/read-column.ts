/** A row of the database. */
export type Row = Record<string, unknown>;

/** A row holds data that this program has not written, although the database is whole. */
export class MalformedRow extends Error {
  override readonly name = 'MalformedRow';
}

export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value === 'string') return value;
  throw new MalformedRow(`${column} is not text`);
}

export function textOrNull(row: Row, column: string): string | null {
  return (row[column] ?? null) === null ? null : text(row, column);
}

export function whole(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new MalformedRow(`${column} is not a whole number`);
}

export function wholeOrNull(row: Row, column: string): number | null {
  return (row[column] ?? null) === null ? null : whole(row, column);
}

/** Range of a Date, in milliseconds on either side of 1970. */
const farthest = 8.64e15;

export function time(row: Row, column: string): number {
  const value = whole(row, column);
  if (Math.abs(value) <= farthest) return value;
  throw new MalformedRow(`${column} is not a time`);
}

export function timeOrNull(row: Row, column: string): number | null {
  return (row[column] ?? null) === null ? null : time(row, column);
}

export function oneOf<T extends string>(row: Row, column: string, known: readonly T[]): T {
  const value = row[column];
  const found = known.find((one) => one === value);
  if (found !== undefined) return found;
  throw new MalformedRow(`${column} has an unknown value`);
}

/** Returns what a column holds as JSON; `null` where it is empty. */
export function json(row: Row, column: string): unknown {
  const value = textOrNull(row, column);
  try {
    return value === null ? null : JSON.parse(value);
  } catch {
    throw new MalformedRow(`${column} is not JSON`);
  }
}
