import { sameLogin } from './contradictions.ts';
import type { UserMap } from './user-map.ts';
import type { UserRow } from './user-row.ts';

/**
 * Names the people who have a login in one map and none in the next. One who is listed under another name with the same login
 * still has it. Pure.
 * @param after `null`: it maps nobody
 * @returns their names in the first map. Hostile
 */
export function findUnmapped(before: UserMap, after: UserMap | null): readonly string[] {
  const isMapped = (map: UserMap | null, { accountId, uuid, source }: UserRow) =>
    [accountId, uuid, source].some((name) => name !== null && map?.findByName(name) != null);
  const added = (after?.rows ?? []).filter((row) => !isMapped(before, row));
  const unmapped = before.rows.filter(
    (row) =>
      row.target !== null &&
      !isMapped(after, row) &&
      !added.some(({ target }) => target !== null && sameLogin(target, row.target)),
  );
  return [...new Set(unmapped.map(({ source }) => source))];
}
