import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder } from '../../../../src/core/kernel/files/make-folder.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'make-folder-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('a folder is made with all that it lies in, for this account alone, and made again without harm', () => {
  const deep = join(folder, 'a', 'b', 'c');
  for (const _time of [1, 2]) {
    makeFolder(deep);
    for (const path of [join(folder, 'a'), deep]) expect(statSync(path).mode & 0o777).toBe(0o700);
  }
});

it('a folder behind a link, and one that others may read, stay as they are', () => {
  mkdirSync(join(folder, 'wide'), { mode: 0o755 });
  symlinkSync('wide', join(folder, 'link'));
  makeFolder(join(folder, 'link'));
  expect(statSync(join(folder, 'wide')).mode & 0o777).toBe(0o755);
});

it.each([
  ['a file is in its place', 'file', 'EEXIST'],
  ['a file is in the place of one above it', 'file/below', 'ENOTDIR'],
  ['a link leads nowhere', 'nowhere', 'EEXIST'],
])('it is no folder where %s', (_where, name, code) => {
  writeFileSync(join(folder, 'file'), '');
  rmSync(join(folder, 'nowhere'), { force: true });
  symlinkSync('not/there', join(folder, 'nowhere'));
  expect(() => makeFolder(join(folder, name))).toThrow(expect.objectContaining({ code }));
});

// /proc is there and says of what is to be made in it that it is not: so does an automounter.
it.runIf(process.platform === 'linux')('a folder that takes no new one is given up', () => {
  const thrown = expect.objectContaining({ code: 'ENOENT' });
  expect(() => makeFolder('/proc/migrator/state')).toThrow(thrown);
});
