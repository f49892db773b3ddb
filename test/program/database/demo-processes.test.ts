import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runProgram } from '../../helpers/program/run-program.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-demo-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('demo --processes', () => {
  it('kills one of three processes, whose repository another takes over, and everything arrives', async () => {
    const { code, stdout, stderr } = await runProgram(
      // Without limits, for which the demo would wait.
      ['demo', '--plain', '-v', '--processes', '3', '--target', 'enterprise-server'],
      { cwd: folder },
    );
    const [, pid, repository] =
      /^killed {3}process (\d+), in the middle of (.+)$/m.exec(stderr) ?? [];
    expect(stderr).toContain('3 processes working on this migration');
    expect(stderr).toMatch(/^[\w-]+: started, as [\w-]+, by process \d+ on /m);
    expect(stderr).toContain(
      `3 processes worked on the migration. Process ${pid} was killed in the middle of ${repository}: another took it over and finished it.`,
    );
    expect(stdout).toMatch(/^All refs match/m);
    expect(stdout).toMatch(/^Every pull request is on GitHub/m);
    expect(code).toBe(0);
  });

  it('is not for hosts behind a proxy, whose license has one worker', async () => {
    const { code, stderr } = await runProgram(['demo', '--processes', '2', '--target', 'ghe.com'], {
      cwd: folder,
    });
    expect(stderr).toContain('demo takes --processes or a proxy, not both');
    expect(code).toBe(2);
  });
});
