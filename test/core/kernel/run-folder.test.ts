import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeRunFolder } from '../../../src/core/kernel/files/run-folder.ts';
import { makeTool } from '../git/fixture.ts';

let temporaryFolder: string;
beforeEach(() => {
  temporaryFolder = mkdtempSync(join(tmpdir(), 'migrator-test-'));
});
afterEach(() => {
  rmSync(temporaryFolder, { recursive: true });
});

function state(): string {
  return join(temporaryFolder, 'state');
}

function world(pid: number, hostname: string, alive: readonly number[] = []) {
  return {
    temporaryFolder,
    pid,
    uid: process.geteuid?.() ?? null,
    hostname,
    isProcessAlive: (other: number) => alive.includes(other),
  };
}

describe('makeRunFolder', () => {
  it('makes a folder that only its owner can enter', async () => {
    const folder = await makeRunFolder(world(10, 'here'), 'run', state());
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('removes what killed runs of this machine left behind, and nothing of anybody else', async () => {
    const dead = await makeRunFolder(world(20, 'here'), 'run', state());
    const living = await makeRunFolder(world(30, 'here', [20]), 'run', state());
    const elsewhere = await makeRunFolder(world(20, 'elsewhere', [20, 30]), 'run', state());
    const sandbox = await makeRunFolder(world(20, 'here', [20, 30]), 'sandbox', state());
    const stranger = join(temporaryFolder, 'migrator-run-notes');
    mkdirSync(stranger);
    await makeRunFolder(world(40, 'here', [30]), 'run', state());
    const left = [dead, living, elsewhere, sandbox, stranger].map((folder) => existsSync(folder));
    expect(left).toEqual([false, true, true, true, true]);
  });

  it('removes too what a killed run had to put elsewhere, because sockets need short names', async () => {
    const long = join(temporaryFolder, 'long'.repeat(15));
    mkdirSync(long);
    const hostname = `host of ${long}`;
    const inLong = (pid: number) => ({ ...world(pid, hostname), temporaryFolder: long });
    const dead = await makeRunFolder(inLong(20), 'run', state());
    await makeTool(dead);
    const elsewhere = () => readdirSync('/tmp').filter((name) => name.startsWith(basename(dead)));
    expect(elsewhere()).toHaveLength(1);
    await makeRunFolder(inLong(30), 'run', state());
    expect(elsewhere()).toEqual([]);
  });

  it('removes no folder that others can enter, and follows no link', async () => {
    const dead = await makeRunFolder(world(20, 'here'), 'run', state());
    const link = dead.replace(/-20-\w+$/, '-21-link');
    const victim = join(temporaryFolder, 'victim');
    mkdirSync(victim, { mode: 0o700 });
    writeFileSync(join(victim, 'kept'), '');
    symlinkSync(victim, link);
    chmodSync(dead, 0o755);
    await makeRunFolder(world(40, 'here'), 'run', state());
    expect([existsSync(dead), lstatSync(link).isSymbolicLink()]).toEqual([true, true]);
    expect(existsSync(join(victim, 'kept'))).toBe(true);
  });

  it('makes it in the state folder where others could replace it in the temporary one', async () => {
    const given = join(temporaryFolder, 'above', 'given');
    mkdirSync(given, { recursive: true });
    const made = () =>
      makeRunFolder({ ...world(10, 'here'), temporaryFolder: given }, 'run', state());
    for (const open of [given, join(given, '..')]) {
      chmodSync(open, 0o777);
      expect(dirname(await made())).toBe(join(state(), 'run'));
      chmodSync(open, 0o1777);
      expect(dirname(await made())).toBe(given);
    }
  });

  it('is refused where others could replace it in the state folder as well', async () => {
    chmodSync(temporaryFolder, 0o777);
    await expect(makeRunFolder(world(10, 'here'), 'run', state())).rejects.toThrow(
      'Cannot create a private folder',
    );
  });

  it('makes it where a link leads, not by the link', async () => {
    const link = join(temporaryFolder, 'link');
    mkdirSync(join(temporaryFolder, 'real'));
    symlinkSync('real', link);
    const given = { ...world(10, 'here'), temporaryFolder: link };
    expect(dirname(await makeRunFolder(given, 'run', state()))).toBe(join(temporaryFolder, 'real'));
  });

  it('is refused where no folder is left for it', async () => {
    const nowhere = { ...world(10, 'here'), temporaryFolder: '/proc' };
    await expect(makeRunFolder(nowhere, 'run', state())).rejects.toThrow(
      'Cannot create a private folder in /proc',
    );
  });
});
