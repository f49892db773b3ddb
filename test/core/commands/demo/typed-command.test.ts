import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { typedCommand } from '../../../../src/core/commands/demo/typed-command.ts';

describe('typedCommand', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'typed-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function typed(path: string, variables: Readonly<Record<string, string>> = {}) {
    const command = await typedCommand({
      environment: { MIGRATOR_STATE_DIR: '/tmp/demo', ...variables },
      users: { PATH: path },
      startedAs: ['node', '/opt/my tools/bin/migrator.cjs'],
    });
    return command('migrator status --migration mig_1');
  }

  async function install(path: string): Promise<string> {
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'migrator'), '', { mode: 0o755 });
    return path;
  }

  it('names the program where the PATH has it', async () => {
    expect(await typed(await install(join(folder, 'bin')))).toBe(
      'MIGRATOR_STATE_DIR=/tmp/demo migrator status --migration mig_1',
    );
  });

  it('starts it as this process was started where another terminal would not find it', async () => {
    const started =
      "MIGRATOR_STATE_DIR=/tmp/demo node '/opt/my tools/bin/migrator.cjs' status --migration mig_1";
    expect(await typed(join(folder, 'none'))).toBe(started);
    expect(await typed(await install(join(folder, 'node_modules', '.bin')))).toBe(started);
  });

  it('names the database of processes that share the state', async () => {
    const command = await typed('', { MIGRATOR_DATABASE_URL: 'postgresql://127.0.0.1/demo' });
    expect(command).toMatch(/^MIGRATOR_DATABASE_URL=postgresql:\/\/127\.0\.0\.1\/demo /);
  });
});
