import { oneLine } from '../network/answer.ts';
import { type UserRow, userKey } from './user-row.ts';

/** A sentence for every name that two rows map to different targets. */
export function contradictions(rows: readonly UserRow[]): readonly string[] {
  const bySource = new Map<string, UserRow[]>();
  const problems: string[] = [];
  for (const row of rows) {
    if (row.target === null) continue;
    const key = userKey(row.source);
    const same = bySource.get(key) ?? [];
    const other = same.find((earlier) => contradicts(earlier, row));
    if (other === undefined) bySource.set(key, [...same, row]);
    else {
      problems.push(
        `lines ${other.line} and ${row.line}: ${oneLine(row.source, 60)} is mapped to ${other.target} and to ${row.target}`,
      );
    }
  }
  return problems;
}

/** Two people may have one name: account id and UUID tell them apart. */
function contradicts(one: UserRow, other: UserRow): boolean {
  if (sameLogin(one.target, other.target)) return false;
  return !differ(one.uuid, other.uuid) && !differ(one.accountId, other.accountId);
}

function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && userKey(one) !== userKey(other);
}

/** The target's logins are told apart without regard to case. */
export function sameLogin(one: string | null, other: string | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}
