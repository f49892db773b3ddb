import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/core/kernel/clock.ts';
import { Redactor } from '../../../../src/core/kernel/redact.ts';
import type { Store } from '../../../../src/core/ports/store.ts';
import { examineState } from '../../../../src/core/state/sqlite/open-database.ts';
import { createSqliteStore } from '../../../../src/core/state/sqlite/sqlite-store.ts';

const id = 'mig_000000000001';
const holder = { pid: 1, hostname: 'elsewhere' };
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-rows-'));
  const store = open();
  await store.createMigration(
    {
      id,
      planDigest: 'd',
      planText: '{}',
      source: { kind: 'bitbucket-cloud', workspace: 'w' },
      target: { organization: 'o' },
      settings: '{}',
      status: 'running',
      createdAt: 1,
      updatedAt: 1,
    },
    [{ source: 'web', target: 'web' }],
  );
  const writer = await store.acquire(id, holder);
  await writer.saveStep('web', { name: 'fetch', status: 'done', summary: null, data: null });
  await writer.recordIntents('web', 'pull-request', ['12']);
  await store.close();
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function open(): Store {
  return createSqliteStore({
    stateFolder: folder,
    clock: systemClock,
    isProcessAlive: () => true,
    redactor: new Redactor(),
    hostname: 'here',
  });
}

const damages: readonly (readonly [what: string, sql: string])[] = [
  ['a status that there is none of', "UPDATE migration SET status = 'runnimg'"],
  ['control characters for an id', "UPDATE migration SET id = 'mig_' || char(27) || '[2J'"],
  ['a time that no date can hold', 'UPDATE migration SET updated_at = 9007199254740991'],
  ["a repository's status that there is none of", "UPDATE repository SET status = 'done'"],
  ['a failure that is not JSON', "UPDATE repository SET failure = '{'"],
  ['a failure without a message', "UPDATE repository SET failure = '{}'"],
  ['a failure that is none', "UPDATE repository SET failure = '7'"],
  ['a step that there is none of', "UPDATE step SET name = 'fetsh'"],
  ["a step's status that there is none of", "UPDATE step SET status = ''"],
  ['a kind of object that there is none of', "UPDATE object SET kind = 'song'"],
  ['a pull request without a number', "UPDATE object SET source_id = 'x'"],
];

/** Reads all that there is. */
async function readAll(): Promise<void> {
  const store = open();
  try {
    await store.listMigrations();
    await store.listRepositories(id);
    await store.listSteps(id, 'web');
    for (const kind of ['pull-request', 'song'] as const)
      await store.listObjects(id, 'web', kind as 'pull-request');
  } finally {
    await store.close();
  }
}

describe('a state that is whole for SQLite and holds what nobody has written', () => {
  it('is read where nothing is wrong', async () => {
    await expect(readAll()).resolves.toBeUndefined();
    expect(examineState(folder)).toBe('sound');
  });

  it.each(damages)('is reported as damaged, and not changed: %s', async (_, sql) => {
    const path = join(folder, 'migrator.sqlite');
    const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
    database.exec(`${sql}; PRAGMA wal_checkpoint(TRUNCATE);`);
    database.close();
    const before = readFileSync(path);
    await expect(readAll()).rejects.toMatchObject({
      code: 'state',
      message: `The state at ${path} is damaged`,
      hint: expect.stringContaining('--reset-state'),
    });
    expect(examineState(folder)).toBe('damaged');
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});
