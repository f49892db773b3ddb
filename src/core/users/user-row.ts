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
