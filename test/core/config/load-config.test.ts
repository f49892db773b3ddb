import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/core/config/load-config.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-config-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function file(text: string): string {
  const path = join(folder, 'settings.yaml');
  writeFileSync(path, text);
  return path;
}

describe('loadConfig', () => {
  it('reads the file that is named', async () => {
    expect(await loadConfig(file('migration:\n  timeout_seconds: 5\n'))).toEqual({
      migration: { timeout_seconds: 5 },
    });
  });

  it('is empty where no file is named and none is in the folder', async () => {
    expect(await loadConfig(undefined)).toEqual({});
  });

  it('refuses a named file that is not there', async () => {
    const missing = loadConfig(join(folder, 'nowhere.yaml'));
    await expect(missing).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('does not exist'),
    });
  });

  it.each([
    ['migration:\n  timeout_seconds: 0\n', 'migration.timeout_seconds'],
    ['migration:\n  timeout_seconds: 1.5\n', 'migration.timeout_seconds'],
    ['migration:\n  shallow_depth: -1\n', 'migration.shallow_depth'],
    ['network:\n  connect_timeout: 0\n', 'network.connect_timeout: must be more than 0'],
    ['network:\n  settle_seconds: 601\n', 'network.settle_seconds'],
    ['source:\n  api_url: ftp://api.example\n', 'source.api_url'],
    ['target: github\n', 'target'],
    ['pull_requests:\n  comments: thread\n', 'pull_requests.comments'],
    ['pull_requests: false\n', 'pull_requests'],
  ])('refuses %j and names the key', async (text, key) => {
    await expect(loadConfig(file(text))).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining(key),
    });
  });
});
