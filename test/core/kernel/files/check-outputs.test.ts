import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkOutputs, descriptorOf } from '../../../../src/core/kernel/files/check-outputs.ts';
import { replaceFile } from '../../../../src/core/kernel/files/write-result.ts';

let folder: string;
let log: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-test-'));
  log = join(folder, 'log');
  writeFileSync(log, 'before\n');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('descriptorOf', () => {
  it.each([
    ['/dev/stdout', 1],
    ['/dev/stderr', 2],
    ['/dev/fd/63', 63],
    ['/proc/self/fd/1', 1],
    ['/dev/../dev/stdout', 1],
    ['/dev/null', null],
    ['/proc/7/fd/1', null],
    ['stdout', null],
  ])('is, for %s, %s', (path, expected) => {
    expect(descriptorOf(path)).toBe(expected);
  });
});

/** As a shell opens a file for `>>`. */
async function appending(use: (path: string) => Promise<void>): Promise<void> {
  const descriptor = openSync(log, 'a');
  try {
    await use(`/dev/fd/${descriptor}`);
  } finally {
    closeSync(descriptor);
  }
}

describe.skipIf(process.platform === 'win32')('an open descriptor of a file', () => {
  it('is no file that is there already', async () => {
    await appending(async (path) => {
      const outputs = [{ flag: '--output', path }];
      await checkOutputs({ outputs, inputs: [], force: false, uid: null });
    });
  });

  it('keeps what was written before', async () => {
    await appending(async (path) => {
      expect(await replaceFile(path, 'result\n', { force: false, uid: null })).toBe(false);
    });
    expect(readFileSync(log, 'utf8')).toBe('before\nresult\n');
  });
});

describe('a file that cannot be written', () => {
  const check = (path: string, createsFolders?: true) =>
    checkOutputs({
      outputs: [{ flag: '--output', path }],
      ...{ inputs: [], force: true, uid: null, ...(createsFolders && { createsFolders }) },
    });

  it('is refused before anything is done, unless the command creates its folder', async () => {
    const path = join(folder, 'missing', 'x.html');
    await expect(check(path)).rejects.toThrow(`Cannot write ${path} (ENOENT)`);
    await expect(check(path, true)).resolves.toBeUndefined();
  });

  it('is a folder, or in a file', async () => {
    await expect(check(folder)).rejects.toThrow(`${folder} is a folder, not a file`);
    await expect(check(join(log, 'x'))).rejects.toThrow('(ENOTDIR)');
    await expect(check(log)).resolves.toBeUndefined();
  });
});
