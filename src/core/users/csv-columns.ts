import { CsvProblem, type CsvRecord, csvRecords } from './csv-records.ts';
import { readCell } from './user-row.ts';

/** A row's cells in the order of the wanted columns, trimmed; empty where the row is short. */
export interface CsvRow {
  /** The line that it ends on, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * The rows of a CSV text below a header with these columns, in any order and among others, or what is wrong with it.
 * @param optional columns that may be missing: their cells come last, and are then empty
 */
export function csvColumns(
  text: string,
  columns: readonly string[],
  optional: readonly string[] = [],
): { readonly rows: readonly CsvRow[]; readonly problems: readonly string[] } {
  let records: readonly CsvRecord[];
  try {
    records = csvRecords(text);
  } catch (error) {
    if (error instanceof CsvProblem) return { rows: [], problems: [error.message] };
    throw error;
  }
  const [header, ...body] = records;
  const names = header?.cells.map((cell) => readCell(cell).trim().toLowerCase()) ?? [];
  const places = columns.map((column) => names.indexOf(column));
  if (places.includes(-1)) {
    return { rows: [], problems: [`its first line has no columns ${columns.join(' and ')}`] };
  }
  const all = [...places, ...optional.map((column) => names.indexOf(column))];
  const rows = body.map(({ line, cells }) => ({
    line,
    cells: all.map((place) => readCell(cells[place] ?? '').trim()),
  }));
  return { rows, problems: [] };
}
