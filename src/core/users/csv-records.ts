import { CsvError, parse } from 'csv-parse/sync';

export interface CsvRecord {
  /** The line that it ends on, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** In characters: a row is a few names. */
const longestRecord = 100_000;

/**
 * The records of a CSV text: separated by commas, semicolons (as Excel writes where commas are in numbers) or tabs,
 * with any line ends; blank lines are left out.
 * @throws what is wrong, as a sentence with its line, in `CsvProblem`
 */
export function csvRecords(text: string): readonly CsvRecord[] {
  const separator = /^\ufeff?sep=([,;\t])\r?(?=\n|$)/i.exec(text);
  // The line stays, empty, so that those below keep their numbers.
  const body = separator === null ? text : text.slice(separator[0].length);
  try {
    const records: CsvRecord[] = [];
    parse(body, {
      bom: true,
      delimiter: separator?.[1] ?? delimiterOf(body),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: longestRecord,
      on_record: (cells: string[], { lines }) => void records.push({ line: lines, cells }),
    });
    return records;
  } catch (error) {
    if (error instanceof CsvError) throw new CsvProblem(csvWords(error));
    throw error;
  }
}

/** How a text separates its cells and lines, and what stands before its header. Pure. */
export function csvForm(text: string): {
  readonly head: string;
  readonly delimiter: string;
  readonly newline: string;
} {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const separator = /^sep=([,;\t])\r?(?=\n|$)/i.exec(text.slice(mark.length));
  const newline = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const body = text.slice(mark.length + (separator?.[0].length ?? 0));
  const head = separator === null ? mark : `${mark}sep=${separator[1]}${newline}`;
  return { head, delimiter: separator?.[1] ?? delimiterOf(body), newline };
}

export class CsvProblem extends Error {
  override readonly name = 'CsvProblem';
}

/** The one that the first line has most of. */
function delimiterOf(text: string): string {
  const [header = ''] = text.replace(/^[\ufeff\s]+/, '').split(/[\r\n]/, 1);
  let best = ',';
  for (const one of [';', '\t']) {
    if (header.split(one).length > header.split(best).length) best = one;
  }
  return best;
}

/** Without the library's own message, which repeats what the file holds. */
function csvWords(error: CsvError): string {
  const line = Number((error as { lines?: unknown }).lines);
  const where = Number.isInteger(line) ? `line ${line}: ` : '';
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return `${where}an opening quotation mark above is not closed`;
    case 'CSV_MAX_RECORD_SIZE':
      return `${where}a row is longer than ${longestRecord} characters`;
    default:
      return `${where}a cell has a quotation mark inside; double it, and quote the cell`;
  }
}
