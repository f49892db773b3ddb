import { closeSync, existsSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MigratorError } from '../../kernel/errors.ts';
import { makeFolder } from '../../kernel/files/make-folder.ts';
import { inodeOf } from '../state-folder.ts';
import { hasSqliteCode, sqlite } from './state-error.ts';

const version = 1;

/** Budgets as JSON; whose revision is known need not be read again. An alias is a credential of a known account. */
const schemaSql = `
CREATE TABLE IF NOT EXISTS pace (
  name TEXT PRIMARY KEY,
  revision TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  state TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS alias (
  key TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;
PRAGMA user_version = ${version};
`;

/** Milliseconds to wait for a transaction of another process; it blocks everything else in this one. */
const busyTimeout = 100;

/**
 * The database of budgets, apart from that of the migrations: every request writes it, it may be lost, and discovery
 * needs nothing else. A damaged one is followed by the next generation, so that no process ever removes or replaces a
 * file that another has just started to use.
 */
export interface RateLimitDatabase {
  readonly database: DatabaseSync;
  /** Tells whether the file is still there and the newest of its kind. */
  isCurrent(): boolean;
}

/** @throws what node:sqlite and the file system throw, and `state` if a newer version wrote it */
export function openRateLimitDatabase(stateFolder: string): RateLimitDatabase {
  makeFolder(stateFolder);
  const generation = newestGeneration(stateFolder);
  const path = join(stateFolder, fileName(generation));
  // SQLite gives its helper files the mode of the file that it finds.
  closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path);
  try {
    prepare(database);
  } catch (error) {
    database.close();
    throw error;
  }
  const inode = inodeOf(path);
  const next = join(stateFolder, fileName(generation + 1));
  return { database, isCurrent: () => inodeOf(path) === inode && !existsSync(next) };
}

/**
 * Moves all processes to a fresh database; those that find the same damage at the same time create the same one.
 * @throws what the file system throws
 */
export function abandonGeneration(stateFolder: string): void {
  const damaged = newestGeneration(stateFolder);
  closeSync(openSync(join(stateFolder, fileName(damaged + 1)), 'a', 0o600));
  for (const ending of ['', '-wal', '-shm']) {
    rmSync(join(stateFolder, `${fileName(damaged)}${ending}`), { force: true });
  }
}

/** Tells whether the file itself is bad: no database, not of our shape, or cut off. */
export function isDamage(thrown: unknown): boolean {
  const shortRead = 522;
  if ((thrown as { errcode?: unknown }).errcode === shortRead) return true;
  return hasSqliteCode(thrown, sqlite.error, sqlite.corrupt, sqlite.notADatabase);
}

export function isBusy(thrown: unknown): boolean {
  return hasSqliteCode(thrown, sqlite.busy, sqlite.locked);
}

function prepare(database: DatabaseSync): void {
  // NORMAL: commits are not flushed. A killed process loses nothing; a power failure loses the count of the last
  // requests. A budget fits into one page of this size.
  database.exec(`
    PRAGMA page_size = 8192;
    PRAGMA busy_timeout = ${busyTimeout};
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
  `);
  const found = Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
  if (found > version) {
    throw new MigratorError('state', 'it was written by a newer version of migrator');
  }
  if (found < version) database.exec(`BEGIN IMMEDIATE; ${schemaSql} COMMIT`);
}

function fileName(generation: number): string {
  return `pace-${generation}.sqlite`;
}

function newestGeneration(stateFolder: string): number {
  const generations = readdirSync(stateFolder).map((name) =>
    Number(/^pace-(\d{1,9})\.sqlite$/.exec(name)?.[1] ?? 1),
  );
  return Math.max(1, ...generations);
}
