import { readTextFile } from '../kernel/files/read-text-file.ts';
import { parseUserMap } from './parse-user-map.ts';
import type { UserMap } from './user-map.ts';

/** 100,000 people with long names. */
const maxUserMapBytes = 16_000_000;

/**
 * The user map in a file: CSV with the columns `source_username` and `target_username`.
 * @throws `input-file`, naming every problem with its line
 */
export async function readUserMap(path: string): Promise<UserMap> {
  const file = { path, what: 'user map', code: 'input-file', maxBytes: maxUserMapBytes } as const;
  return parseUserMap(await readTextFile(file), path);
}
