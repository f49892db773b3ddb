import type { DatabaseSync } from 'node:sqlite';

/**
 * As transaction(), for notes that nothing is built upon: not flushed to the disk by itself. The end of this process
 * loses nothing of it; a power failure may, but never without everything that was written later.
 */
export function unflushedTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('PRAGMA synchronous = NORMAL');
  try {
    return transaction(database, work);
  } finally {
    database.exec('PRAGMA synchronous = FULL');
  }
}

/** Runs the work as one write transaction: all of it is on the disk when this returns, or nothing is. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  // IMMEDIATE takes the write lock at once: a transaction that reads first and then writes could otherwise
  // fail half-way, where the busy time-out does not help.
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
