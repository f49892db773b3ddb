import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printedCommands, runPrinted } from '../helpers/printed-commands.ts';
import { runProgram } from '../helpers/run-program.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-demo-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

describe('every command that the demo prints', () => {
  it('works as it is printed', async () => {
    const { code, stdout, stderr } = await runProgram(['demo'], { cwd: folder });
    expect(code).toBe(0);
    // What a migration says with a command, where its state stays.
    expect(stdout).toMatch(/^ {4}\d+ arrived changed/m);
    const ended = printedCommands(stdout + stderr).map((command) =>
      runPrinted(command, { cwd: folder }),
    );
    expect(ended.filter((one) => one.code !== 0)).toEqual([]);
  });
});
