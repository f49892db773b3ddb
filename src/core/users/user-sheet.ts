import { claimsOf } from './claims.ts';
import { csvForm, csvRecords } from './csv-records.ts';
import { parseUserMap } from './parse-user-map.ts';
import { peopleFile, type SeenPerson } from './people-file.ts';
import type { Candidate } from './suggest/candidates.ts';
import type { UnmappedPerson } from './suggest/evidence.ts';
import {
  keyIndex,
  namesOfPerson,
  readCell,
  type SuggestionColumn,
  suggestionColumns,
  type UserColumn,
  userKey,
  writeCell,
} from './user-row.ts';

/** One row of a user map, with all that helps to recognize the person. */
export interface SheetRow {
  /** Where it ends in the file, counted from 1. */
  readonly line: number;
  readonly source: string;
  /** Empty: not mapped. */
  readonly target: string;
  readonly name: string;
  readonly email: string;
  readonly accountId: string;
  readonly uuid: string;
  /** `null`: unknown. */
  readonly times: number | null;
}

/** A change of a row; keys that are left out keep what is there. */
export interface RowEdit {
  /** Empty: nobody. */
  readonly target?: string;
  /** `null`: none. */
  readonly suggestion?: Candidate | null;
}

/** The rows of a sound user map: `parseUserMap` refuses others. Pure. */
export function readSheet(text: string): readonly SheetRow[] {
  const [header, ...body] = csvRecords(text);
  const names = namesIn(header?.cells ?? []);
  return body.flatMap(({ line, cells }) => {
    const cell = (column: UserColumn) => {
      const place = names.indexOf(column);
      return place === -1 ? '' : readCell(cells[place] ?? '').trim();
    };
    const source = cell('source_username').replace(/^@/, '').trim();
    if (source === '') return [];
    const target = cell('target_username').replace(/^@/, '').trim();
    const times = /^\d{1,12}$/.test(cell('times_seen')) ? Number(cell('times_seen')) : null;
    const name = cell('display_name') || source;
    const [email, accountId, uuid] = [cell('email'), cell('account_id'), cell('uuid')];
    return [{ line, source, target, name, email, accountId, uuid, times }];
  });
}

/** The person of a row, for suggestions. Pure. */
export function personOf({ source, name, email, accountId, uuid }: SheetRow): UnmappedPerson {
  const ids = [accountId, uuid].map(userKey);
  const emails = [email, source].filter((one) => one.includes('@'));
  return { name, handles: ids.includes(userKey(source)) ? [] : [source], emails };
}

/**
 * The same file with some rows changed: separators, line ends, order and other columns stay. Columns of suggestions are added
 * where an edit has one. Pure.
 * @param edits by the line of the row
 */
export function editSheet(text: string, edits: ReadonlyMap<number, RowEdit>): string {
  const { head, delimiter, newline } = csvForm(text);
  const [header, ...body] = csvRecords(text);
  const names = namesIn(header?.cells ?? []);
  const isSuggesting = [...edits.values()].some(({ suggestion }) => suggestion !== undefined);
  const added = isSuggesting ? suggestionColumns.filter((column) => !names.includes(column)) : [];
  const columns = [...names, ...added];
  const rows = body.map(({ line, cells }) => {
    const values = columns.map((_, place) => readCell(cells[place] ?? ''));
    for (const [column, value] of changesOf(edits.get(line))) {
      const place = columns.indexOf(column);
      if (place !== -1) values[place] = value;
    }
    return values;
  });
  const first = [...(header?.cells ?? []).map(readCell), ...added];
  const lines = [first, ...rows].map((values) => values.map(writeCell).join(delimiter));
  return `${head}${[...lines, ''].join(newline)}`;
}

/** The same file with more rows at its end, in its own columns. Pure. */
export function addRows(text: string, rows: readonly SheetRow[]): string {
  const { head, delimiter, newline } = csvForm(text);
  const [header] = csvRecords(text);
  const names = namesIn(header?.cells ?? []);
  const cells = rows.map((row) => names.map((name) => writeCell(cellOf(row, name))));
  const body = editSheet(text, new Map()).slice(head.length);
  return `${head}${body}${cells.map((one) => one.join(delimiter) + newline).join('')}`;
}

function cellOf(row: SheetRow, column: string): string {
  const cells: Readonly<Record<UserColumn, string>> = {
    source_username: row.source,
    target_username: row.target,
    display_name: row.name,
    account_id: row.accountId,
    uuid: row.uuid,
    times_seen: row.times === null ? '' : String(row.times),
    email: row.email,
  };
  return Object.hasOwn(cells, column) ? cells[column as UserColumn] : '';
}

/** The same file with everybody who was seen and whom no row is about. Pure. */
export function withPeople(text: string, people: readonly SeenPerson[]): string {
  const persons = people.map(({ person }) => person);
  const { rows } = parseUserMap(text, 'of these people');
  const claims = claimsOf(rows, keyIndex(persons, namesOfPerson));
  const met = new Set([...claims.values()].flatMap((one) => one.people.map(({ id }) => id)));
  const missing = people.filter(({ person }) => !met.has(person.id));
  return missing.length === 0 ? text : addRows(text, readSheet(peopleFile(missing)));
}

function changesOf(
  edit: RowEdit = {},
): readonly (readonly [UserColumn | SuggestionColumn, string])[] {
  const { target, suggestion } = edit;
  return [
    ...(target === undefined ? [] : [['target_username', target] as const]),
    ...(suggestion === undefined
      ? []
      : [
          ['suggested_username', suggestion?.login ?? ''] as const,
          ['suggestion_source', suggestion?.source ?? ''] as const,
          ['confidence', suggestion?.confidence ?? ''] as const,
        ]),
  ];
}

function namesIn(cells: readonly string[]): readonly string[] {
  return cells.map((cell) => readCell(cell).trim().toLowerCase());
}
