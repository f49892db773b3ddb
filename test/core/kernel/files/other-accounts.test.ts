import {
  lchownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findOthers, whoElseWrites } from '../../../../src/core/kernel/files/other-accounts.ts';
import {
  folderWithMode,
  otherAccount,
  playsOthers,
} from '../../../helpers/program/other-account.ts';

const me = 1000;
const other = 1001;
const root = 0;

describe('whoElseWrites', () => {
  it.each([
    ['an own folder', { owner: me, gid: me, mode: 0o700 }, null, null],
    ['a group of this account alone', { owner: me, gid: me, mode: 0o775 }, null, null],
    ['a volume of a container', { owner: root, gid: me, mode: 0o2775 }, null, null],
    ['a group of several', { owner: me, gid: 100, mode: 0o770 }, 'group', 'group'],
    ['a group of several below root', { owner: root, gid: 100, mode: 0o775 }, 'group', 'group'],
    ['the temporary folder', { owner: root, gid: root, mode: 0o1777 }, 'anybody', null],
    ['a folder that anybody writes to', { owner: me, gid: me, mode: 0o777 }, 'anybody', 'anybody'],
    ['a folder of another account', { owner: other, gid: other, mode: 0o755 }, 'owner', 'owner'],
    ['a sticky one of another account', { owner: other, gid: me, mode: 0o1777 }, 'owner', 'owner'],
  ])('knows %s', (_what, { owner: uid, gid, mode }, itself, above) => {
    const rights = { uid, gid, mode };
    expect(whoElseWrites(rights, { uid: me, isAbove: false })).toBe(itself);
    expect(whoElseWrites(rights, { uid: me, isAbove: true })).toBe(above);
  });

  it('lets root use the folders of other accounts', () => {
    const rights = { uid: other, gid: other, mode: 0o755 };
    expect(whoElseWrites(rights, { uid: root, isAbove: false })).toBe(null);
    expect(whoElseWrites(rights, { uid: root, isAbove: false, isStrict: true })).toBe('owner');
  });
});

describe('findOthers', () => {
  const uid = process.geteuid?.() ?? 0;
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'migrator-test-')));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('finds the folder behind links, also one that does not exist yet', () => {
    mkdirSync(join(folder, 'a', 'b'), { recursive: true });
    symlinkSync('a/b/../b', join(folder, 'relative'));
    symlinkSync(join(folder, 'relative'), join(folder, 'link'));
    const found = findOthers(join(folder, 'link', 'new', 'state'), { uid });
    expect(found).toEqual({ resolved: join(folder, 'a', 'b', 'new', 'state'), open: null });
  });

  it('finds what is open between links', () => {
    const path = folderWithMode(join(folder, 'open'), 0o777);
    mkdirSync(join(path, 'deep'), { mode: 0o700 });
    symlinkSync('open/deep/..', join(folder, 'to-open'));
    symlinkSync('open/deep', join(folder, 'through-open'));
    const who = 'anybody';
    expect(findOthers(join(folder, 'to-open'), { uid }).open).toEqual({
      ...{ path, who, isAbove: false },
    });
    expect(findOthers(join(folder, 'through-open'), { uid }).open).toEqual({
      ...{ path, who, isAbove: true },
    });
  });

  it('finds nothing below a file', () => {
    writeFileSync(join(folder, 'file'), '');
    const path = join(folder, 'file', 'state', 'new');
    expect(findOthers(path, { uid })).toEqual({ resolved: path, open: null });
  });

  it('ends where links lead in a circle', () => {
    symlinkSync('b', join(folder, 'a'));
    symlinkSync('a', join(folder, 'b'));
    expect(() => findOthers(join(folder, 'a', 'state'), { uid })).toThrow('ELOOP');
  });

  it.runIf(playsOthers)('trusts no link of another account in a folder of everybody', () => {
    const path = join(folderWithMode(join(folder, 'sticky'), 0o1777), 'link');
    symlinkSync(folder, path);
    expect(findOthers(path, { uid }).open).toBe(null);
    lchownSync(path, otherAccount, otherAccount);
    expect(findOthers(join(path, 'state'), { uid }).open).toEqual({
      ...{ path, who: 'link', isAbove: true },
    });
  });
});
