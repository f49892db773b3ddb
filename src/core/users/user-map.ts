import { MigratorError } from '../kernel/errors.ts';
import { firstOf } from '../kernel/format/format.ts';
import type { Person } from '../ports/records/person.ts';
import { ambiguousRows, type Claims, claimsOf, describe, likeness } from './claims.ts';
import { sameLogin } from './contradictions.ts';
import { type KeyIndex, keyIndex, namesOfPerson, namesOfRow, type UserRow } from './user-row.ts';

/** Who somebody on the source is on the target. */
export interface UserMap {
  readonly rows: readonly UserRow[];
  /** As the file has it. */
  readonly text: string;
  /** Every login that is named, once, as it is first written. */
  targets(): readonly string[];
  /**
   * The login on the target; `null` if the map has none. An id outranks a user name, that a nickname.
   * @throws `input-file` if rows that fit equally well name different logins
   */
  find(person: Person): string | null;
  /** The same for an account id, a UUID or a user name in a text; `null` also where it is ambiguous. */
  findByName(name: string): string | null;
}

/**
 * @param people everybody who is known on the source: then a row that fits several of them is an error, and a
 *   nickname means nobody whose user name it is not, if it is somebody's user name
 * @throws `input-file`, listing whom each ambiguous row may mean
 */
export function createUserMap(
  rows: readonly UserRow[],
  people: readonly Person[] = [],
  file: { readonly path: string; readonly text: string } = { path: '(without a file)', text: '' },
): UserMap {
  const rowIndex = keyIndex(rows, namesOfRow);
  const personIndex = keyIndex(people, namesOfPerson);
  // Mentions name nobody by a nickname.
  const mentionable = keyIndex(people, ({ id, accountId, username }) => [id, accountId, username]);
  const claims = claimsOf(rows, personIndex);
  const match = (person: Person) => bestRows(person, rowIndex, claims);

  const problems = [
    ...ambiguousRows(claims),
    ...new Set(people.flatMap((one) => conflict(one, match(one)))),
  ];
  if (problems.length > 0) throw ambiguous(file.path, problems);

  function find(person: Person): string | null {
    const best = match(person);
    const [problem] = conflict(person, best);
    if (problem !== undefined) throw ambiguous(file.path, [problem]);
    return best[0]?.target ?? null;
  }
  function findByName(name: string): string | null {
    const known = mentionable.find([name]);
    const targets =
      known.length > 0 ? known.map(find) : rowIndex.find([name]).map(({ target }) => target);
    const [first = null, ...others] = targets.filter((target) => target !== null);
    return others.every((target) => sameLogin(target, first)) ? first : null;
  }
  return { rows, text: file.text, targets: () => targetsOf(rows), find, findByName };
}

/** The mapped rows that fit a person best. */
function bestRows(person: Person, rows: KeyIndex<UserRow>, claims: Claims): readonly UserRow[] {
  const byLikeness: [UserRow[], UserRow[], UserRow[]] = [[], [], []];
  for (const row of rows.find(namesOfPerson(person))) {
    const by = likeness(row, person);
    // The last: it is about another person, whom it fits better.
    if (by === null || row.target === null || (claims.get(row)?.by ?? by) < by) continue;
    byLikeness[by].push(row);
  }
  return byLikeness.find((some) => some.length > 0) ?? [];
}

function conflict(person: Person, rows: readonly UserRow[]): readonly string[] {
  const other = rows.find(({ target }) => !sameLogin(target, rows[0]?.target ?? null));
  if (other === undefined) return [];
  const which = rows.map(({ line, target }) => `line ${line} (${target})`).join(', ');
  return [`${describe(person)} is mapped by ${which}`];
}

function ambiguous(path: string, problems: readonly string[]): MigratorError {
  const shown = firstOf(problems, 20).join('; ');
  return new MigratorError('input-file', `The user map ${path} is ambiguous: ${shown}`, {
    hint: 'Identify these people by account ID or UUID: discover --deep --users writes both.',
  });
}

function targetsOf(rows: readonly UserRow[]): readonly string[] {
  const targets = rows.flatMap(({ target }) => target ?? []);
  const byLowerCase = Map.groupBy(targets, (target) => target.toLowerCase());
  return [...byLowerCase.values()].flatMap(([first]) => first ?? []);
}
