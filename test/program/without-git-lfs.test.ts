import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runProgram } from '../helpers/run-program.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What git, the program and the embedded hosts' hooks call, and no git-lfs. */
function pathWithoutGitLfs(): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const names =
    'git setsid perl sh sed awk sort wc tr head cut cat grep printf rm mkdir env expr uniq test';
  const script = `for name in ${names}; do command -v "$name" || :; done`;
  for (const path of execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trim().split('\n')) {
    if (path.startsWith('/')) symlinkSync(path, join(bin, path.split('/').at(-1) ?? ''));
  }
  return bin;
}

describe('the demo without git-lfs', () => {
  it('ends well all the same, brings the refs over and says that LFS was not shown', {
    timeout: 120_000,
  }, async () => {
    const environment = { PATH: pathWithoutGitLfs() };
    const { code, stdout, stderr } = await runProgram(['demo'], { cwd: folder, environment });
    expect(stderr).toContain('git-lfs is not installed: LFS objects are not shown');
    expect(stdout).toMatch(/design-assets: \d+ LFS objects (are )?left behind/);
    expect(stdout).toContain('Every ref is equal');
    expect(code).toBe(0);
  });
});
