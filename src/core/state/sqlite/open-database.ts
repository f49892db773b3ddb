import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { MigratorError } from '../../errors.ts';
import { schemaSql, schemaVersion, upgrades } from './schema.ts';
import { cannotOpen, stateError } from './state-error.ts';

/** The database's name within the state folder. */
export const databaseFileName = 'migrator.sqlite';

/**
 * Opens the database of a state folder, making both if they are not there: folder 0700, file 0600.
 * @throws `state` if it is damaged, cannot be written or was made by a newer version
 */
export function openDatabase(stateFolder: string): DatabaseSync {
  const path = join(stateFolder, databaseFileName);
  try {
    mkdirSync(stateFolder, { recursive: true, mode: 0o700 });
    const isNew = !existsSync(path);
    const database = new DatabaseSync(path);
    if (isNew) chmodSync(path, 0o600);
    prepare(database);
    return database;
  } catch (error) {
    throw stateError(error, path);
  }
}

/** The database of a state folder for reading alone, or `null` if there is none yet. */
export function openForReading(stateFolder: string): DatabaseSync | null {
  const path = join(stateFolder, databaseFileName);
  if (!existsSync(path)) return null;
  try {
    return readable(new DatabaseSync(path, { readOnly: true }));
  } catch (error) {
    if (cannotOpen(error)) return openImmutable(path, error);
    throw stateError(error, path);
  }
}

/** Reading in WAL mode writes beside the file; a folder that cannot be written holds a file that nobody changes. */
function openImmutable(path: string, cause: unknown): DatabaseSync {
  try {
    const address = pathToFileURL(path);
    address.searchParams.set('immutable', '1');
    return readable(new DatabaseSync(address, { readOnly: true }));
  } catch {
    throw stateError(cause, path);
  }
}

function readable(database: DatabaseSync): DatabaseSync {
  database.exec('PRAGMA busy_timeout = 5000');
  checkVersion(database);
  return database;
}

function prepare(database: DatabaseSync): void {
  // FULL: a commit is on the disk when it returns, also in WAL mode. The default time-out is 0.
  database.exec(`
    PRAGMA busy_timeout = 5000;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
  `);
  database.exec('BEGIN IMMEDIATE');
  try {
    bringUpToDate(database, checkVersion(database));
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

function bringUpToDate(database: DatabaseSync, version: number): void {
  if (version === 0) {
    database.exec(schemaSql);
    return;
  }
  for (let from = version; from < schemaVersion; from += 1) database.exec(upgrades[from] ?? '');
  database.exec(`PRAGMA user_version = ${schemaVersion}`);
}

function checkVersion(database: DatabaseSync): number {
  const row = database.prepare('PRAGMA user_version').get();
  const version = Number(row?.user_version ?? 0);
  if (version > schemaVersion) {
    throw new MigratorError('state', 'The state was written by a newer version of this program', {
      hint: 'Use that version, or point MIGRATOR_STATE_DIR to another folder. Nothing was changed.',
    });
  }
  return version;
}
