import type { Person } from '../ports/records/person.ts';

/** One row of the user map: somebody on the source, and who that is on the target. */
export interface UserRow {
  /** Where it ends in the file, counted from 1. */
  readonly line: number;
  /** A user name, nickname, account id or UUID of the source, without a leading `@`. */
  readonly source: string;
  /** A login of the target, without a leading `@`; `null`: not mapped. */
  readonly target: string | null;
  /** Which of several people of one name it is, where the file says. */
  readonly accountId: string | null;
  readonly uuid: string | null;
}

/** The columns of the file that `discover --users` writes; the first two are needed, the last is there where a host shows it. */
export const userColumns = [
  'source_username',
  'target_username',
  'display_name',
  'account_id',
  'uuid',
  'times_seen',
  'email',
] as const;

export type UserColumn = (typeof userColumns)[number];

/** Columns that `users suggest` writes for people to read: nothing is mapped by them. */
export const suggestionColumns = ['suggested_username', 'suggestion_source', 'confidence'] as const;

export type SuggestionColumn = (typeof suggestionColumns)[number];

/** The columns of GitHub's own file of who may claim what. */
export const mannequinColumns = ['mannequin-user', 'mannequin-id', 'target-user'] as const;

/** Tells GitHub's own file from a user map, by its first line. Pure. */
export function isMannequinFile(text: string): boolean {
  const [first = ''] = text
    .slice(0, 1000)
    .replace(/^\ufeff?(?:sep=.)?\s*/i, '')
    .split(/[\r\n]/, 1);
  return /(?:^|[,;\t"'\s])mannequin-user(?:[,;\t"'\s]|$)/i.test(first);
}

/** How names are compared: without case, a leading `@` or the braces of a UUID. */
export function userKey(name: string): string {
  const bare = name.trim().replace(/^@/, '').toLowerCase();
  return /^\{.*\}$/.test(bare) ? bare.slice(1, -1) : bare;
}

/** Characters that spreadsheets take for the beginning of a formula. */
const formula = /^'*[=+\-@\t\r\n]/;
const protectedFormula = /^'+[=+\-@\t\r\n]/;

/** A cell as it is written: as no spreadsheet runs it as a formula, which `readCell` takes back, and in quotation marks where it holds what separates cells or lines. */
export function writeCell(value: string): string {
  const cell = formula.test(value) ? `'${value}` : value;
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Reads what a cell stood for before it was protected. */
export function readCell(cell: string): string {
  return protectedFormula.test(cell) ? cell.slice(1) : cell;
}

/** Things by the names that they go by, without regard to case, a leading `@` or a UUID's braces. */
export interface KeyIndex<T> {
  /** Each once, in the order in which they were given. */
  find(names: readonly (string | null)[]): readonly T[];
}

export function keyIndex<T>(
  things: readonly T[],
  namesOf: (thing: T) => readonly (string | null)[],
): KeyIndex<T> {
  const byKey = new Map<string, T[]>();
  for (const thing of things) {
    for (const key of keysOf(namesOf(thing))) {
      const same = byKey.get(key);
      if (same === undefined) byKey.set(key, [thing]);
      else same.push(thing);
    }
  }
  return {
    find: (names) => [...new Set([...keysOf(names)].flatMap((key) => byKey.get(key) ?? []))],
  };
}

function keysOf(names: readonly (string | null)[]): ReadonlySet<string> {
  return new Set(names.filter((name) => name !== null).map(userKey));
}

export function namesOfRow({ source, accountId, uuid }: UserRow): readonly (string | null)[] {
  return [source, accountId, uuid];
}

export function namesOfPerson(person: Person): readonly (string | null)[] {
  const { id, accountId, username, nickname, email = null } = person;
  return [id, accountId, username, nickname, email];
}
