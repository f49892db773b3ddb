import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refuseOpenToOthers } from '../../../src/core/state/open-to-others.ts';
import { folderWithMode } from '../../helpers/program/other-account.ts';

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
      `Anyone can write to ${open}, above the state folder`,
    );
  });

  it('looks at where a link leads, and at where it lies', () => {
    const open = folderWithMode(join(folder, 'open'), 0o777);
    mkdirSync(join(open, 'state'));
    symlinkSync(join(open, 'state'), join(folder, 'link'));
    expect(() => refuseOpenToOthers(join(folder, 'link'), uid)).toThrow('Anyone can write');
    const closed = folderWithMode(join(folder, 'closed'), 0o700);
    symlinkSync(closed, join(open, 'link'));
    expect(() => refuseOpenToOthers(join(open, 'link'), uid)).toThrow('Anyone can write');
    expect(() => refuseOpenToOthers(closed, uid)).not.toThrow();
  });

  it('asks nothing where the system has no accounts by number', () => {
    const open = folderWithMode(join(folder, 'open'), 0o777);
    expect(() => refuseOpenToOthers(open, null)).not.toThrow();
  });
});
