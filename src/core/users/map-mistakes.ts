import { suggest } from '../kernel/documents/suggest.ts';
import { MigratorError } from '../kernel/errors.ts';
import { firstOf } from '../kernel/format/format.ts';
import { quoteInput } from '../kernel/format/shorten-input.ts';
import type { Person } from '../ports/records/person.ts';
import { claimsOf } from './claims.ts';
import type { UserMap } from './user-map.ts';
import { keyIndex, namesOfPerson, type UserRow } from './user-row.ts';

const mostLogins = 50;
const mostLines = 10;
const mostRows = 10;

/**
 * Logins of the map that do not exist on the target.
 * @param found the logins as the target writes them, by the requested name
 */
export function missingLogins(map: UserMap, found: ReadonlyMap<string, string>): readonly string[] {
  const known = new Set([...found.keys(), ...found.values()].map((login) => login.toLowerCase()));
  return map.targets().filter((login) => !known.has(login.toLowerCase()));
}

/**
 * One error that names the logins of the map that do not exist on the target, with their lines; none if all exist.
 * @param found as in `missingLogins`
 */
export function unknownTargets(
  map: UserMap,
  found: ReadonlyMap<string, string>,
): readonly MigratorError[] {
  const unknown = missingLogins(map, found);
  if (unknown.length === 0) return [];
  const rows = Map.groupBy(map.rows, ({ target }) => target?.toLowerCase());
  const named = unknown.map((login, at) => {
    const own = rows.get(login.toLowerCase()) ?? [];
    const shown = own
      .slice(0, mostLines)
      .map(({ line }) => line)
      .join(', ');
    const more = own.length > mostLines ? ' and more' : '';
    const [only] = own;
    const who =
      own.length === 1 && only !== undefined && at < mostLogins
        ? `, ${quoteInput(only.source)}`
        : '';
    return `${login} (line${own.length === 1 ? '' : 's'} ${shown}${more}${who})`;
  });
  const who = unknown.length === 1 ? 'a user' : `${unknown.length} users`;
  const message = `The user map has ${who} not found on GitHub: ${firstOf(named, mostLogins).join(', ')}`;
  const hint =
    'Correct these names, or leave target_username empty: their comments then mention nobody.';
  return [new MigratorError('input-file', message, { hint })];
}

/**
 * Rows that map nobody who is known. Rows with an id were written by discover, for people who may have left since: they
 * are not misspelt. Pure.
 */
export function unusedRows(
  rows: readonly UserRow[],
  people: readonly Person[],
): readonly UserRow[] {
  const claims = claimsOf(rows, keyIndex(people, namesOfPerson));
  return rows.filter(
    (row) => row.target !== null && row.accountId === null && row.uuid === null && !claims.has(row),
  );
}

/** `"jdeo" (line 3, did you mean jdoe?), "bobb" (line 4)`. Pure. */
export function unusedRowsText(unused: readonly UserRow[], people: readonly Person[]): string {
  const known = people.flatMap(({ username, nickname, accountId, id, displayName }) => {
    const name = username ?? nickname ?? accountId ?? id;
    return [username, nickname, displayName]
      .filter((one) => one !== null && one !== '')
      .map((one) => [one, name] as [string, string]);
  });
  const names = new Map(known);
  const named = unused.slice(0, mostRows).map(({ source, line }) => {
    const meant = names.get(suggest(source.slice(0, 100), [...names.keys()]) ?? '');
    const question = meant === undefined ? '' : `, did you mean ${meant}?`;
    return `${quoteInput(source)} (line ${line}${question})`;
  });
  if (unused.length > mostRows) named.push(`and ${unused.length - mostRows} more`);
  return named.join(', ');
}
