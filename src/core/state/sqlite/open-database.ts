import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { MigratorError } from '../../kernel/errors.ts';
import { makeFolder } from '../../kernel/files/make-folder.ts';
import type { StateCondition } from '../../ports/store.ts';
import { DamagedState } from '../damaged-state.ts';
import { hasMarkerKey } from '../has-marker-key.ts';
import { toCreatedObject, toMigration, toRepositoryState, toStepState } from '../rows.ts';
import { refuseUnusable } from '../state-folder.ts';
import { schemaSql, schemaVersion, upgrades } from './schema.ts';
import { cannotOpen, stateError } from './state-error.ts';

/** The database's name within the state folder. */
export const databaseFileName = 'migrator.sqlite';

/**
 * Opens the database of a state folder and creates both where missing: folder 0700, file 0600.
 * @throws `state` if it is damaged, not writable or of a newer version
 */
export function openDatabase(stateFolder: string): DatabaseSync {
  const path = join(stateFolder, databaseFileName);
  try {
    refuseUnusable(stateFolder);
    makeFolder(stateFolder);
    const isNew = isFileNew(stateFolder);
    const database = new DatabaseSync(path);
    try {
      if (isNew) chmodSync(path, 0o600);
      else checkSound(database, stateFolder);
      prepare(database, path);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    throw stateError(error, path);
  }
}

/** The database of a state folder, read-only; `null` if there is none yet. */
export function openForReading(stateFolder: string): DatabaseSync | null {
  const path = join(stateFolder, databaseFileName);
  try {
    if (isFileNew(stateFolder)) {
      refuseUnusable(stateFolder);
      return null;
    }
    return readable(new DatabaseSync(path, { readOnly: true }), stateFolder);
  } catch (error) {
    if (cannotOpen(error)) return openImmutable(stateFolder, error);
    throw stateError(error, path);
  }
}

/**
 * Returns what a state folder holds.
 * @throws `state` if that is unknown: it is locked, not readable, or of a newer version
 */
export function examineState(stateFolder: string): StateCondition {
  try {
    const database = openForReading(stateFolder);
    if (database === null) return 'absent';
    try {
      checkSound(database, stateFolder);
      checkRows(database);
      return 'sound';
    } finally {
      database.close();
    }
  } catch (error) {
    const failure = stateError(error, join(stateFolder, databaseFileName));
    if (failure instanceof DamagedState) return 'damaged';
    throw failure;
  }
}

/**
 * Tells whether nothing was ever written: there is no file, or only one whose creation was interrupted.
 * @throws DamagedState for a file that was emptied, or something else than a file
 */
function isFileNew(stateFolder: string): boolean {
  const path = join(stateFolder, databaseFileName);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return true;
  if (!found.isFile()) throw new DamagedState(path);
  return found.size === 0 && isNothingLost(stateFolder);
}

/** A state without tables is one whose creation was interrupted, unless a run has used it before. */
function isNothingLost(stateFolder: string): true {
  if (!hasMarkerKey(stateFolder)) return true;
  throw new DamagedState(join(stateFolder, databaseFileName));
}

/** @throws DamagedState before anything is written into a damaged file */
function checkSound(database: DatabaseSync, stateFolder: string): void {
  const path = join(stateFolder, databaseFileName);
  if (checkVersion(database, path) === 0) {
    isNothingLost(stateFolder);
    return;
  }
  const [found] = database.prepare('PRAGMA quick_check(1)').all();
  if (found?.quick_check !== 'ok') throw new DamagedState(path, found);
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  const names = new Set(tables.map(({ name }) => name));
  if (!neededTables.every((name) => names.has(name))) throw new DamagedState(path);
}

/** @throws MalformedRow for what no version of this program has written */
function checkRows(database: DatabaseSync): void {
  const converters = {
    migration: toMigration,
    repository: toRepositoryState,
    step: toStepState,
    object: toCreatedObject,
  };
  for (const [table, convert] of Object.entries(converters)) {
    for (const row of database.prepare(`SELECT * FROM ${table}`).iterate()) convert(row);
  }
}

const neededTables = ['migration', 'repository', 'step', 'object', 'event', 'lease'];

/** Reading in WAL mode writes beside the file; in a folder that is not writable nobody changes the file. */
function openImmutable(stateFolder: string, cause: unknown): DatabaseSync | null {
  const path = join(stateFolder, databaseFileName);
  try {
    const address = pathToFileURL(path);
    address.searchParams.set('immutable', '1');
    return readable(new DatabaseSync(address, { readOnly: true }), stateFolder);
  } catch (error) {
    throw error instanceof MigratorError ? error : stateError(cause, path);
  }
}

/** `null` where nothing was ever written. */
function readable(database: DatabaseSync, stateFolder: string): DatabaseSync | null {
  try {
    database.exec('PRAGMA busy_timeout = 5000');
    if (checkVersion(database, join(stateFolder, databaseFileName)) > 0) return database;
    isNothingLost(stateFolder);
  } catch (error) {
    database.close();
    throw error;
  }
  database.close();
  return null;
}

function prepare(database: DatabaseSync, path: string): void {
  // FULL: a commit is on the disk when it returns, also in WAL mode. The default time-out is 0.
  database.exec(`
    PRAGMA busy_timeout = 5000;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
  `);
  database.exec('BEGIN IMMEDIATE');
  try {
    bringUpToDate(database, checkVersion(database, path));
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

function checkVersion(database: DatabaseSync, path: string): number {
  const row = database.prepare('PRAGMA user_version').get();
  const version = Number(row?.user_version ?? 0);
  if (version > schemaVersion) {
    const what = `The state at ${path} was written by a newer version of migrator`;
    throw new MigratorError('state', what, {
      hint: 'Use that version (`migrator status` shows the state, `migrator migrate --resume <id>` resumes it), or point MIGRATOR_STATE_DIR to another folder. Nothing was changed; --reset-repo and --reset-state change nothing either.',
    });
  }
  return version;
}
