import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pathWithoutGitLfs } from '../helpers/path-without-git-lfs.ts';
import { runProgram } from '../helpers/run-program.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the demo without git-lfs', () => {
  it('ends well all the same, brings the refs over and says that LFS was not shown', {
    timeout: 120_000,
  }, async () => {
    const environment = { PATH: pathWithoutGitLfs(folder) };
    const { code, stdout, stderr } = await runProgram(['demo'], { cwd: folder, environment });
    expect(stderr).toContain('git-lfs is not installed: this demo runs without LFS objects');
    expect(stdout).toContain('Every ref is equal');
    expect(code).toBe(0);
  });
});
