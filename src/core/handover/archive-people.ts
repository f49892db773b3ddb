import { safe } from '../kernel/format/terminal-text.ts';
import type { WrittenArchive } from '../replica/recorded/written-archive.ts';
import { writeCell } from '../users/user-row.ts';

type ArchivedPerson = WrittenArchive['people'][number];

/**
 * A CSV file of everybody whom archives name, each once: the login of their placeholder account's record, what the source calls
 * them, and who the user map says they are. Pure.
 */
export function archivePeopleFile(archives: readonly Pick<WrittenArchive, 'people'>[]): string {
  const people = new Map<string, ArchivedPerson>();
  for (const one of archives.flatMap((archive) => archive.people)) people.set(one.login, one);
  const rows = [...people.values()]
    .sort((one, other) => (one.login < other.login ? -1 : 1))
    .map(({ login, name, email, target }) => [
      login,
      safe(name ?? ''),
      safe(email ?? ''),
      target ?? '',
    ]);
  return [['login', 'name', 'email', 'target-user'], ...rows, []]
    .map((cells) => cells.map(writeCell).join(','))
    .join('\n');
}
