import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Variables } from '../../../kernel/environment.ts';
import type { DatabaseAddress } from './database-address.ts';

type Wanted = Pick<DatabaseAddress, 'host' | 'port' | 'database' | 'user'>;

/**
 * The password of PostgreSQL's password file (its manual, "The Password File"): PGPASSFILE, or .pgpass in the home folder.
 * A file that others may read is ignored, as PostgreSQL's own programs do. `pg` drops its reader with version 9.
 * @returns `null` where there is none for this database
 */
export async function readPasswordFile(
  wanted: Wanted,
  environment: Variables,
): Promise<string | null> {
  const { PGPASSFILE = '', HOME = '' } = environment;
  const path = PGPASSFILE === '' ? join(HOME, '.pgpass') : PGPASSFILE;
  try {
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0) return null;
    return findPassword(await readFile(path, 'utf8'), wanted);
  } catch {
    return null;
  }
}

/** Of the first line that fits: `host:port:database:user:password`, where `*` fits anything. Pure. */
export function findPassword(text: string, wanted: Wanted): string | null {
  // A socket goes by the name localhost.
  const host = wanted.host.startsWith('/') ? 'localhost' : wanted.host;
  const values = [host, String(wanted.port), wanted.database, wanted.user];
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) continue;
    // A colon after an even number of backslashes.
    const fields = line
      .split(/(?<=(?:^|[^\\])(?:\\\\)*):/)
      .map((field) => field.replace(/\\(.)/g, '$1'));
    const [password] = fields.slice(4);
    if (password === undefined || password === '') continue;
    if (values.every((value, index) => fields[index] === '*' || fields[index] === value)) {
      return password;
    }
  }
  return null;
}
