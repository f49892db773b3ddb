import { MigratorError } from '../kernel/errors.ts';
import { oneLine } from '../network/http/response.ts';
import { contradictions } from './contradictions.ts';
import { CsvProblem, type CsvRecord, csvRecords } from './csv-records.ts';
import { type ColumnPlaces, readHeader } from './user-columns.ts';
import { createUserMap, type UserMap } from './user-map.ts';
import { readCell, type UserColumn, type UserRow } from './user-row.ts';

/** More problems than this help nobody. */
const mostProblems = 20;

/** GitHub's own rule allows 39 characters; names of companies' managed accounts and of apps are longer. */
const login = /^[A-Za-z0-9_-]{1,100}(\[bot\])?$/;

/**
 * The user map that a text holds.
 * @param path for messages
 * @throws `input-file`, naming every problem with its line
 */
export function parseUserMap(text: string, path: string): UserMap {
  const { rows, problems } = read(text);
  const all = [...problems, ...contradictions(rows)];
  if (all.length > 0) throw userMapError(path, all);
  return createUserMap(rows, [], { path, text });
}

function userMapError(path: string, problems: readonly string[]): MigratorError {
  const shown = problems.slice(0, mostProblems);
  const more = problems.length - shown.length;
  if (more > 0) shown.push(`and ${more} more`);
  return new MigratorError(
    'input-file',
    `The user map ${path} cannot be used: ${shown.join('; ')}`,
    {
      hint: 'Correct these lines and run the command again. The first line is source_username,target_username.',
    },
  );
}

function read(text: string): { rows: readonly UserRow[]; problems: readonly string[] } {
  let records: readonly CsvRecord[];
  try {
    records = csvRecords(text);
  } catch (error) {
    if (error instanceof CsvProblem) return { rows: [], problems: [error.message] };
    throw error;
  }
  const [header, ...body] = records;
  if (header === undefined) return { rows: [], problems: ['it is empty'] };
  const { places, problems } = readHeader(header.cells.map(readCell));
  const wrong = problems.map((problem) => `line ${header.line}: ${problem}`);
  if (!places.has('source_username') || !places.has('target_username')) {
    return { rows: [], problems: wrong };
  }
  const rows: UserRow[] = [];
  for (const record of body) {
    const row = readRow(record, places, header.cells.length);
    if (typeof row === 'string') wrong.push(`line ${record.line}: ${row}`);
    else if (row !== null) rows.push(row);
  }
  return { rows, problems: wrong };
}

/** @returns what is wrong with it as a string; `null` where it says nothing */
function readRow({ line, cells }: CsvRecord, places: ColumnPlaces, width: number) {
  if (cells.every((cell) => cell.trim() === '')) return null;
  const cell = (column: UserColumn) => {
    const place = places.get(column);
    return readCell(place === undefined ? '' : (cells[place] ?? '')).trim();
  };
  const isComplete = cells.length > (places.get('target_username') ?? 0);
  if (!isComplete || cells.slice(width).some((surplus) => surplus.trim() !== '')) {
    return `it has ${cells.length === 1 ? '1 cell' : `${cells.length} cells`}, and the header ${width}`;
  }
  const source = cell('source_username').replace(/^@/, '').trim();
  const target = cell('target_username').replace(/^@/, '').trim();
  if (source === '') return 'source_username is empty';
  if (target !== '' && !login.test(target)) {
    return `${oneLine(JSON.stringify(target), 60)} cannot be a user name on GitHub`;
  }
  return {
    line,
    source,
    target: target === '' ? null : target,
    accountId: cell('account_id') || null,
    uuid: cell('uuid') || null,
  };
}
