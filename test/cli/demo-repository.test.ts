import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runHere } from '../helpers/program/run-here.ts';
import { makeRepository } from '../helpers/repositories/git-fixture.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-demo-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe.each(['demo', 'sandbox'])('%s --repository', (command) => {
  it.each([
    ['that is not there', () => 'nowhere', 'is not a Git repository'],
    [
      'whose name the sample workspace has',
      () => makeRepository(folder, 'checkout-web'),
      'the workspace already has a repository named checkout-web',
    ],
  ])('with one %s ends with one sentence, and leaves nothing behind', async (_, path, says) => {
    const options = { cwd: folder, environment: { TMPDIR: folder } };
    const { code, stderr } = await runHere([command, '--repository', path()], options);
    expect(stderr).toContain(says);
    expect(code).toBe(3);
    expect(readdirSync(folder).filter((name) => name.startsWith('migrator-'))).toEqual([]);
  });
});
