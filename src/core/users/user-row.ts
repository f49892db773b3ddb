/** One row of the user map: somebody on the source, and who that is on the target. */
export interface UserRow {
  /** Where it ends in the file, counted from 1. */
  readonly line: number;
  /** A user name, nickname, account id or UUID of the source, without a leading `@`. */
  readonly source: string;
  /** A login of the target, without a leading `@`; `null`: not mapped. */
  readonly target: string | null;
  /** Which of several people of one name it is, where the file tells. */
  readonly accountId: string | null;
  readonly uuid: string | null;
}

/** The columns of the file that `discover --users` writes; the first two are needed. */
export const userColumns = [
  'source_username',
  'target_username',
  'display_name',
  'account_id',
  'uuid',
  'times_seen',
] as const;

export type UserColumn = (typeof userColumns)[number];

/** How names are compared: without case, a leading `@` or the braces of a UUID. */
export function userKey(name: string): string {
  const bare = name.trim().replace(/^@/, '').toLowerCase();
  return /^\{.*\}$/.test(bare) ? bare.slice(1, -1) : bare;
}

/** What spreadsheets take for the beginning of a formula. */
const formula = /^'*[=+\-@\t\r\n]/;
const protectedFormula = /^'+[=+\-@\t\r\n]/;

/** A value that no spreadsheet runs as a formula. `readCell` gives it back as it was. */
function protect(value: string): string {
  return formula.test(value) ? `'${value}` : value;
}

/** A cell as it is written: protected, and in quotation marks where it holds what separates cells or lines. */
export function writeCell(value: string): string {
  const cell = protect(value);
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** What a cell stood for before it was protected. */
export function readCell(cell: string): string {
  return protectedFormula.test(cell) ? cell.slice(1) : cell;
}
