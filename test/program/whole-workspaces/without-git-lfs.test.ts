import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pathWithoutGitLfs } from '../../helpers/program/path-without-git-lfs.ts';
import { runProgram } from '../../helpers/program/run-program.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('demo --json without git-lfs', () => {
  it('migrates every ref all the same, and says that LFS is not shown', {
    timeout: 120_000,
  }, async () => {
    const environment = { PATH: pathWithoutGitLfs(folder) };
    const { code, stdout, stderr } = await runProgram(
      ['demo', '--json', '--target', 'enterprise-server'],
      {
        cwd: folder,
        environment,
      },
    );
    expect(stderr).toContain('git-lfs is not installed: this demo runs without LFS objects');
    const lines = stdout.trimEnd().split('\n');
    const events = lines.map((line) => JSON.parse(line) as { type: string });
    expect(events.find(({ type }) => type === 'comparison')).toMatchObject({ all_equal: true });
    expect(events.at(-1)).toMatchObject({ type: 'run-finished', status: 'completed' });
    expect(code).toBe(0);
  });
});
