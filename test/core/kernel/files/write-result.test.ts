import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeResult } from '../../../../src/core/kernel/files/write-result.ts';
import type { Program } from '../../../../src/core/kernel/program.ts';
import { otherAccount, playsOthers } from '../../../helpers/program/other-account.ts';

let folder: string;
let output: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'write-result-'));
  path = join(folder, 'plan.json');
  output = '';
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(to: string | undefined, text = 'new', force = true): Promise<void> {
  const stream = {
    isTerminal: false,
    write: (words: string) => {
      output += words;
    },
  };
  const uid = process.geteuid?.() ?? null;
  const program = { stdout: stream, stderr: stream, uid } as unknown as Program;
  return writeResult({ text, path: to, repositories: 2, force, json: false, program });
}

describe('writeResult', () => {
  it('writes a new file, says so and leaves nothing else behind', async () => {
    await write(path);
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(output).toBe(`Wrote ${path} with 2 repositories.\n`);
    expect(readdirSync(folder)).toEqual(['plan.json']);
  });

  it('says where another file was there, and what keeps its edits', async () => {
    writeFileSync(path, 'edited');
    await write(path);
    expect(output).toBe(`Wrote ${path} with 2 repositories, replacing the existing file.\n`);
  });

  it('writes to standard output where no file was named', async () => {
    await write(undefined);
    await write('-');
    expect(output).toBe('newnew');
  });

  it.each([0o600, 0o666, 0o755])('keeps the mode %o of a file that it replaces', async (mode) => {
    writeFileSync(path, 'old');
    chmodSync(path, mode);
    await write(path);
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(statSync(path).mode & 0o7777).toBe(mode);
  });

  it('leaves without --force what has appeared since it was looked for: a file, a link', async () => {
    const kept = join(folder, 'kept');
    for (const put of [
      () => writeFileSync(path, 'old'),
      () => symlinkSync(kept, path),
      () => {
        writeFileSync(kept, 'old');
        symlinkSync(kept, path);
      },
    ]) {
      put();
      await expect(write(path, 'new', false)).rejects.toThrow(`${path} already exists`);
      rmSync(path);
    }
    expect(readFileSync(kept, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['kept']);
    await write(path, 'new', false);
    expect([readdirSync(folder), statSync(path).nlink]).toEqual([['kept', 'plan.json'], 1]);
  });

  it('leaves a link a link and replaces the file behind it', async () => {
    mkdirSync(join(folder, 'real'));
    writeFileSync(join(folder, 'real', 'plan.json'), 'old');
    symlinkSync('real/plan.json', path);
    await write(path);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'real', 'plan.json'), 'utf8')).toBe('new');
    expect(readdirSync(join(folder, 'real'))).toEqual(['plan.json']);
  });

  it('makes the file that links lead to, if it is not there yet', async () => {
    mkdirSync(join(folder, 'real'));
    symlinkSync('real/link', path);
    symlinkSync('plan.json', join(folder, 'real', 'link'));
    await write(path);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(lstatSync(join(folder, 'real', 'plan.json')).isFile()).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  it('writes through a FIFO and leaves it there', async () => {
    execFileSync('mkfifo', [path]);
    const reader = promisify(execFile)('cat', [path]);
    await write(path);
    expect((await reader).stdout).toBe('new');
    expect(statSync(path).isFIFO()).toBe(true);
  });

  it.runIf(playsOthers)(
    'writes nothing to a FIFO of another account, or by a link of one',
    async () => {
      execFileSync('mkfifo', [path]);
      chownSync(path, otherAccount, otherAccount);
      const link = join(folder, 'link');
      symlinkSync('/dev/null', link);
      lchownSync(link, otherAccount, otherAccount);
      for (const one of [path, link]) {
        await expect(write(one)).rejects.toThrow(`${one} belongs to another account`);
      }
    },
  );

  it.runIf(playsOthers)(
    'writes through an open descriptor, also where another account owns its pipe',
    async () => {
      execFileSync('mkfifo', [path]);
      chownSync(path, otherAccount, otherAccount);
      const descriptor = openSync(path, 'r+');
      await write(`/dev/fd/${descriptor}`);
      const bytes = Buffer.alloc(3);
      readSync(descriptor, bytes);
      closeSync(descriptor);
      expect(bytes.toString()).toBe('new');
    },
  );

  it('writes through a link to a device and leaves both there', async () => {
    symlinkSync('/dev/null', path);
    await write(path);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
    expect(readdirSync(folder)).toEqual(['plan.json']);
  });

  it('refuses a folder, and a file whose folder is missing', async () => {
    await expect(write(folder)).rejects.toThrow(`${folder} is a folder, not a file`);
    const nowhere = join(folder, 'missing', 'plan.json');
    await expect(write(nowhere)).rejects.toThrow(`Cannot write ${nowhere} (ENOENT)`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('refuses links that lead in a circle', async () => {
    symlinkSync('other', path);
    symlinkSync('plan.json', join(folder, 'other'));
    await expect(write(path)).rejects.toThrow(`Cannot write ${path} (ELOOP)`);
  });
});
