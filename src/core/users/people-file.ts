import { safe } from '../kernel/format/terminal-text.ts';
import type { Person } from '../ports/records/person.ts';
import { userColumns, userKey, writeCell } from './user-row.ts';

/** Somebody who was met on the source, and how often. */
export interface SeenPerson {
  readonly person: Person;
  readonly times: number;
}

/**
 * A user map to be filled in: everybody who was seen, those first that were seen most often, with an empty
 * `target_username`. `source_username` is the user name, else the nickname, else the account id or UUID; where two
 * people would have the same, it is what tells them apart.
 */
export function peopleFile(people: readonly SeenPerson[]): string {
  const sorted = [...people].sort(
    (one, other) => other.times - one.times || (one.person.id < other.person.id ? -1 : 1),
  );
  const taken = takenNames(sorted);
  const hasEmails = sorted.some(({ person }) => emailOf(person) !== '');
  const columns = userColumns.filter((column) => hasEmails || column !== 'email');
  const lines = sorted.map(({ person, times }) =>
    [
      sourceName(person, taken),
      '',
      safe(person.displayName),
      person.accountId ?? '',
      person.id,
      String(times),
      ...(hasEmails ? [emailOf(person)] : []),
    ]
      .map(writeCell)
      .join(','),
  );
  return [columns.join(','), ...lines, ''].join('\n');
}

function emailOf({ email }: Person): string {
  return safe(email ?? '');
}

function sourceName(person: Person, taken: ReadonlyMap<string, number>): string {
  // A name that acts on a terminal is of no use in a file that people read and edit.
  const unique = candidates(person).find(
    (name) => !actsOnTerminal(name) && (taken.get(userKey(name)) ?? 0) < 2,
  );
  return unique ?? person.id;
}

/** Tabs and line ends stand between quotation marks. */
function actsOnTerminal(name: string): boolean {
  const plain = name.replaceAll(/[\t\r\n]/g, ' ');
  return safe(plain) !== plain;
}

/** Counts how many people would go by each name. */
function takenNames(people: readonly SeenPerson[]): ReadonlyMap<string, number> {
  const taken = new Map<string, number>();
  for (const { person } of people) {
    for (const key of new Set(candidates(person).map(userKey))) {
      taken.set(key, (taken.get(key) ?? 0) + 1);
    }
  }
  return taken;
}

/** Nothing that would be read as empty. */
function candidates({ username, nickname, accountId, id }: Person): readonly string[] {
  return [username, nickname, accountId, id].filter(
    (name): name is string => name !== null && userKey(name) !== '',
  );
}
