import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/core/kernel/clock.ts';
import { Redactor } from '../../../../src/core/kernel/redact.ts';
import type { MigrationWriter } from '../../../../src/core/ports/store.ts';
import { acquireLease } from '../../../../src/core/state/sqlite/lease.ts';
import { openDatabase } from '../../../../src/core/state/sqlite/open-database.ts';
import { createMigrationWriter } from '../../../../src/core/state/sqlite/sqlite-migration-writer.ts';

const migration = 'mig_000000000001';

let folder: string;
let database: DatabaseSync;
let flushes: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-flushes-'));
  database = openDatabase(folder);
  database.exec(`
    INSERT INTO migration VALUES ('${migration}', 'd', '{}', 'bitbucket-cloud', 'w', 'o', 'running', 1, 1, '{}');
    INSERT INTO repository (migration, source, position, target, status) VALUES ('${migration}', 'web', 0, 'web', 'pending');
  `);
  flushes = 0;
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

/** A writer whose flushed transactions are counted. */
function openWriter(): MigrationWriter {
  const holder = { pid: process.pid, hostname: 'here' };
  const now = systemClock.now();
  const fence = acquireLease({ database, migration, holder, now, isProcessAlive: () => true });
  const exec = database.exec.bind(database);
  database.exec = (sql) => {
    const [row] = database.prepare('PRAGMA synchronous').all();
    // 2 is FULL.
    if (sql === 'COMMIT' && row?.synchronous === 2) flushes += 1;
    exec(sql);
  };
  return createMigrationWriter({
    database,
    path: folder,
    migration,
    fence,
    clock: systemClock,
    redactor: new Redactor(),
    isFileThere: () => true,
  });
}

describe('the state', () => {
  it('flushes that a repository is to be made, that it was made and what became of it, and no more', async () => {
    const writer = openWriter();
    await writer.saveRepository('web', { status: 'running', startedAt: 1 });
    await writer.recordIntents('web', 'repository', ['id']);
    await writer.recordResult('web', 'repository', 'id', { targetId: '1', targetUrl: '' });
    await writer.saveRepository('web', { webUrl: 'https://github.com/o/web' });
    for (const name of ['create', 'push', 'verify'] as const) {
      await writer.saveStep('web', { name, status: 'running', summary: null, data: null });
      await writer.recordIntents('web', 'refs', ['target']);
      await writer.recordResult('web', 'refs', 'target', { targetId: 'target', targetUrl: '' });
      await writer.saveStep('web', { name, status: 'done', summary: null, data: null });
    }
    expect(flushes).toBe(2);
    await writer.saveRepository('web', { status: 'succeeded', finishedAt: 2 });
    expect(flushes).toBe(3);
  });
});
