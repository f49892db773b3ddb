import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { MigratorError } from '../../kernel/errors.ts';

export interface WriteLock {
  release(): void;
}

/** SQLite's code for a file that another process has locked. */
const busy = 5;

/**
 * The right of one run to write the secrets of an owner: two that begin with the same list would write over each
 * other, and over what a person has filled in between. The operating system ends it with the process, however that
 * ends; the file itself stays empty.
 * @param whose for the message: `acme on api.github.com`
 * @throws `state` while another process has it
 */
export function lockForWriting(path: string, whose: string): WriteLock {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    chmodSync(path, 0o600);
    database.exec('BEGIN EXCLUSIVE');
  } catch (thrown) {
    database.close();
    throw (thrown as { errcode?: unknown } | null)?.errcode === busy
      ? new MigratorError('state', `Another run is writing secrets for ${whose}`, {
          hint: 'Wait until it ends, then run the command again: existing secrets stay unchanged.',
          cause: thrown,
        })
      : thrown;
  }
  return { release: () => database.close() };
}
