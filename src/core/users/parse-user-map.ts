import { suggest } from '../kernel/documents/suggest.ts';
import { MigratorError } from '../kernel/errors.ts';
import { readTextFile } from '../kernel/files/read-text-file.ts';
import { firstOf } from '../kernel/format/format.ts';
import { oneLine } from '../network/response/response.ts';
import { contradictions } from './contradictions.ts';
import { CsvProblem, type CsvRecord, csvRecords } from './csv-records.ts';
import { createUserMap, type UserMap } from './user-map.ts';
import {
  isMannequinFile,
  readCell,
  suggestionColumns,
  type UserColumn,
  type UserRow,
  userColumns,
} from './user-row.ts';

/** 100,000 people with long names. */
const maxUserMapBytes = 16_000_000;

/**
 * The user map in a file: CSV with the columns `source_username` and `target_username`.
 * @throws `input-file`, naming every problem with its line
 */
export async function readUserMap(path: string): Promise<UserMap> {
  return parseUserMap(await readTextFile(userMapFile(path)), path);
}

/** How a user map is read. */
export function userMapFile(path: string) {
  return { path, what: 'user map', code: 'input-file', maxBytes: maxUserMapBytes } as const;
}

/** GitHub's own rule allows 39 characters; names of companies' managed accounts and of apps are longer. */
const login = /^[A-Za-z0-9_-]{1,100}(\[bot\])?$/;

/**
 * The user map that a text holds.
 * @param path for messages
 * @throws `input-file`, naming every problem with its line
 */
export function parseUserMap(text: string, path: string): UserMap {
  if (isMannequinFile(text)) throw mannequinsInstead(path);
  const { rows, problems } = read(text);
  const all = [...problems, ...contradictions(rows)];
  if (all.length > 0) throw userMapError(path, all);
  return createUserMap(rows, [], { path, text });
}

export function isTargetLogin(text: string): boolean {
  return login.test(text);
}

function mannequinsInstead(path: string): MigratorError {
  return new MigratorError('input-file', `${path} lists mannequins, not Bitbucket users`, {
    hint: 'Only `users status` and `users claim` read it, after an import. Use the map that discover --users writes.',
  });
}

function userMapError(path: string, problems: readonly string[]): MigratorError {
  const shown = firstOf(problems, 20).join('; ');
  return new MigratorError('input-file', `Invalid user map ${path}: ${shown}`, {
    hint: 'Correct these lines and run the command again. The first line is source_username,target_username.',
  });
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
    return `it has ${cells.length === 1 ? '1 cell' : `${cells.length} cells`}, but the header has ${width}`;
  }
  const source = cell('source_username').replace(/^@/, '').trim();
  const target = cell('target_username').replace(/^@/, '').trim();
  if (source === '') return 'source_username is empty';
  if (target !== '' && !isTargetLogin(target)) {
    return `${oneLine(JSON.stringify(target), 60)} is not a valid GitHub username`;
  }
  return {
    line,
    source,
    target: target === '' ? null : target,
    accountId: cell('account_id') || null,
    uuid: cell('uuid') || null,
  };
}

/** Where each column stands in a row. */
type ColumnPlaces = ReadonlyMap<UserColumn, number>;

const needed = ['source_username', 'target_username'] as const;

/** @returns the places of the columns that are known, and a sentence for everything that is wrong with the header */
function readHeader(cells: readonly string[]): {
  readonly places: ColumnPlaces;
  readonly problems: readonly string[];
} {
  const places = new Map<UserColumn, number>();
  const problems: string[] = [];
  for (const [place, cell] of cells.entries()) {
    const name = cell.trim().toLowerCase();
    const known = userColumns.find((column) => column === name);
    if (known === undefined) {
      if (name !== '' && !isSuggestion(name)) problems.push(unknown(name));
    } else if (places.has(known)) problems.push(`the column ${known} appears twice`);
    else places.set(known, place);
  }
  if (places.size === 0) {
    return {
      places,
      problems: ['this line is not a header'],
    };
  }
  for (const column of needed) {
    if (!places.has(column)) problems.push(`the column ${column} is missing`);
  }
  return { places, problems };
}

function isSuggestion(name: string): boolean {
  return suggestionColumns.some((column) => column === name);
}

function unknown(name: string): string {
  const meant = suggest(name.slice(0, 60), userColumns);
  const question = meant === null ? '' : ` (did you mean ${meant}?)`;
  return `the column ${oneLine(name, 60)} is unknown${question}`;
}
