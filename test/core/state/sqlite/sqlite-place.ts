import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { systemClock } from '../../../../src/core/kernel/clock.ts';
import { Redactor } from '../../../../src/core/kernel/redact.ts';
import type { Migration } from '../../../../src/core/ports/records/migration.ts';
import {
  createSqliteStore,
  type SqliteStoreOptions,
} from '../../../../src/core/state/sqlite/sqlite-store.ts';

export const migration: Migration = {
  id: 'mig_000000000001',
  planDigest: 'd',
  planText: '{}',
  source: { kind: 'bitbucket-cloud', workspace: 'w' },
  target: { organization: 'o' },
  settings: '{}',
  status: 'pending',
  createdAt: 1,
  updatedAt: 1,
};

export function storeOptions(stateFolder: string): SqliteStoreOptions {
  return {
    stateFolder,
    clock: systemClock,
    isProcessAlive: () => true,
    redactor: new Redactor(),
    hostname: 'here',
  };
}

/** An empty folder for each test of a file. */
export function stateFolderForEach() {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'migrator-state-'));
  });
  afterEach(() => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true });
  });
  return {
    get folder() {
      return folder;
    },
    open: (stateFolder = folder) => createSqliteStore(storeOptions(stateFolder)),
  };
}
