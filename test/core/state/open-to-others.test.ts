import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refuseOpenToOthers, whoElseWrites } from '../../../src/core/state/open-to-others.ts';
import { folderWithMode } from '../../helpers/program/other-account.ts';

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
  });
});

describe('refuseOpenToOthers', () => {
  const uid = process.geteuid?.() ?? null;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'migrator-test-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('looks at the folders above one that does not exist yet', () => {
    const open = folderWithMode(join(folder, 'open'), 0o777);
    expect(() => refuseOpenToOthers(join(open, 'a', 'state'), uid)).toThrow(
      `Anybody can write to ${open}, above the state folder`,
    );
  });

  it('looks at where a link leads, and at where it lies', () => {
    const open = folderWithMode(join(folder, 'open'), 0o777);
    mkdirSync(join(open, 'state'));
    symlinkSync(join(open, 'state'), join(folder, 'link'));
    expect(() => refuseOpenToOthers(join(folder, 'link'), uid)).toThrow('Anybody can write');
    const closed = folderWithMode(join(folder, 'closed'), 0o700);
    symlinkSync(closed, join(open, 'link'));
    expect(() => refuseOpenToOthers(join(open, 'link'), uid)).toThrow('Anybody can write');
    expect(() => refuseOpenToOthers(closed, uid)).not.toThrow();
  });

  it('asks nothing where the system has no accounts by number', () => {
    const open = folderWithMode(join(folder, 'open'), 0o777);
    expect(() => refuseOpenToOthers(open, null)).not.toThrow();
  });
});
