import { suggest } from '../kernel/documents/suggest.ts';
import { quoteInput } from '../kernel/format/shorten-input.ts';
import type { Person } from '../ports/records/person.ts';
import { claimsOf } from './claims.ts';
import { keyIndex, namesOfPerson } from './key-index.ts';
import type { UserRow } from './user-row.ts';

/** More than these help nobody. */
const mostNamed = 10;

/**
 * Rows that give a login to nobody who is known, each with the name that was likely meant. Rows with an id were written by
 * discover, for people who may have left since: they are not misspelt. Pure.
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
  const named = unused.slice(0, mostNamed).map(({ source, line }) => {
    const meant = names.get(suggest(source.slice(0, 100), [...names.keys()]) ?? '');
    const question = meant === undefined ? '' : `, did you mean ${meant}?`;
    return `${quoteInput(source)} (line ${line}${question})`;
  });
  if (unused.length > mostNamed) named.push(`and ${unused.length - mostNamed} more`);
  return named.join(', ');
}
