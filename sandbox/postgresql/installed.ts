import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Who may run PostgreSQL, which refuses root; `null`: this account. */
export type Account = { readonly uid: number; readonly gid: number } | null;

/**
 * The folder with the programs of a PostgreSQL server, the newest that is installed. Debian keeps them out of PATH, and so
 * does Homebrew for all but the newest.
 */
export function findPostgresql(path: string): string | null {
  const places = [
    ...below('/usr/lib/postgresql', 'bin'),
    ...['/opt/homebrew/opt', '/usr/local/opt'].flatMap((folder) =>
      below(folder, 'bin').filter((one) => one.includes('/postgresql')),
    ),
    ...path.split(delimiter).filter((folder) => folder !== ''),
  ];
  return places.find((place) => existsSync(join(place, 'initdb'))) ?? null;
}

/** @throws Error as root, where there is no other account */
export function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return null;
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find((one) => one.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL refuses to run as root, and there is no account nobody');
}

function below(folder: string, name: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const versions = readdirSync(folder).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return versions.map((version) => join(folder, version, name));
}
