import { oneLine } from '../network/response/response.ts';
import { type UserRow, userKey } from './user-row.ts';

/** People who share a name and are told apart by their ids: far more than any workspace has. */
const mostNamesakes = 200;

/** A sentence for every name that two rows map to different targets. */
export function contradictions(rows: readonly UserRow[]): readonly string[] {
  const bySource = new Map<string, UserRow[]>();
  const problems: string[] = [];
  for (const row of rows) {
    if (row.target === null) continue;
    const key = userKey(row.source);
    const others = bySource.get(key) ?? [];
    bySource.set(key, others);
    // A row that says the same once more is compared with nothing: files are joined, and rows then come thousands of times.
    if (others.some((earlier) => saysTheSame(earlier, row))) continue;
    const other = others.find((earlier) => contradicts(earlier, row));
    if (other !== undefined) {
      problems.push(
        `lines ${other.line} and ${row.line}: ${oneLine(row.source, 60)} is mapped to ${other.target} and to ${row.target}`,
      );
    } else if (others.length < mostNamesakes) others.push(row);
    else problems.push(`line ${row.line}: ${mostNamesakes} other rows also have this name`);
  }
  return problems;
}

function saysTheSame(one: UserRow, other: UserRow): boolean {
  return (
    sameLogin(one.target, other.target) &&
    one.uuid === other.uuid &&
    one.accountId === other.accountId
  );
}

/** Two people may have one name: account id and UUID tell them apart. */
function contradicts(one: UserRow, other: UserRow): boolean {
  if (sameLogin(one.target, other.target)) return false;
  return !differ(one.uuid, other.uuid) && !differ(one.accountId, other.accountId);
}

function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && userKey(one) !== userKey(other);
}

/** The target's logins are case-insensitive. */
export function sameLogin(one: string | null, other: string | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}
