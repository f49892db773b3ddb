import { MigratorError } from '../../kernel/errors.ts';
import type { Redactor } from '../../kernel/redact.ts';
import { leaseMilliseconds } from '../../ports/records/migration.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import { writesOfMigration, writesOfObjects, writesOfRepositories } from '../both/writes.ts';
import { createAuditWriter } from './append-audit.ts';
import { type FencedOptions, FencedStatements } from './fenced-statements.ts';

export interface WriterOptions extends FencedOptions {
  readonly redactor: Redactor;
  /** True if the database's file is still the opened one: writes to a deleted file are lost. */
  readonly isFileThere: () => boolean;
}

/** Every write is one transaction that first checks the fencing number. */
export function createMigrationWriter(options: WriterOptions): MigrationWriter {
  const { migration, redactor } = options;
  const database = new FencedStatements(options);
  const writing = { database, migration, redactor };
  const ofMigration = writesOfMigration(writing);
  return {
    share: null,
    keepBack: null,
    ...ofMigration,
    ...writesOfRepositories(writing),
    ...writesOfObjects(writing),
    ...createAuditWriter(options, database),
    async setStatus(status) {
      checkFile(options);
      await ofMigration.setStatus(status);
    },
    async appendEvent(event) {
      const sql = 'INSERT INTO event (migration, type, body) VALUES (?, ?, ?)';
      const body = JSON.stringify(redactor.data(event));
      await database.write([{ sql, values: [migration, event.type, body] }], { flushes: false });
    },
    async renew() {
      checkFile(options);
      const sql = `UPDATE lease SET expires_at = {now} + ${leaseMilliseconds} WHERE migration = ?`;
      await database.write([{ sql, values: [migration] }], { flushes: true });
    },
    async release() {
      // The row stays, expired: the next holder's fencing number must be larger than ours.
      const sql = 'UPDATE lease SET expires_at = 0 WHERE migration = ?';
      await database.write([{ sql, values: [migration] }], { flushes: true });
    },
  };
}

function checkFile({ isFileThere, path }: WriterOptions): void {
  if (isFileThere()) return;
  const what = `The state at ${path} was removed or replaced while in use`;
  throw new MigratorError('state', what, {
    hint: 'Restore it if you can, and run the plan again. Otherwise, use --skip-existing to skip what GitHub already has.',
    retry: 'fatal',
  });
}
