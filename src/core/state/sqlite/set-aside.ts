import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { databaseFileName } from './open-database.ts';
import { stateError } from './state-error.ts';

/** SQLite keeps what is not yet in the file beside it. */
const companions = ['-wal', '-shm', '-journal'];

/**
 * Renames a damaged state with what lies beside it, so that another can be begun and nothing of it is lost.
 * @param now milliseconds since 1970
 * @returns where it is kept
 * @throws `state` if it cannot be renamed
 */
export function setStateAside(stateFolder: string, now: number): string {
  const path = join(stateFolder, databaseFileName);
  const kept = freeName(
    `${path}${asideEnding}${new Date(now).toISOString().slice(0, 10).replaceAll('-', '')}`,
  );
  try {
    const beside = companions.filter((ending) => existsSync(`${path}${ending}`));
    // At no moment does one stand without the other.
    for (const ending of beside) copyFileSync(`${path}${ending}`, `${kept}${ending}`);
    renameSync(path, kept);
    for (const ending of beside) rmSync(`${path}${ending}`);
    return kept;
  } catch (error) {
    throw stateError(error, path);
  }
}

/** Tells whether a state of this folder was ever set aside. */
export function wasStateSetAside(stateFolder: string): boolean {
  return (
    existsSync(stateFolder) &&
    readdirSync(stateFolder).some((name) => name.startsWith(`${databaseFileName}${asideEnding}`))
  );
}

const asideEnding = '.damaged-';

function freeName(wanted: string): string {
  let name = wanted;
  for (let number = 2; existsSync(name); number += 1) name = `${wanted}-${number}`;
  return name;
}
