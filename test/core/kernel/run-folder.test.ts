import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeRunFolder } from '../../../src/core/kernel/run-folder.ts';
import { makeTool } from '../git/fixture.ts';

let temporaryFolder: string;
beforeEach(() => {
  temporaryFolder = mkdtempSync(join(tmpdir(), 'migrator-test-'));
});
afterEach(() => {
  rmSync(temporaryFolder, { recursive: true });
});

function world(pid: number, hostname: string, alive: readonly number[] = []) {
  return {
    temporaryFolder,
    pid,
    hostname,
    isProcessAlive: (other: number) => alive.includes(other),
  };
}

describe('makeRunFolder', () => {
  it('makes a folder that only its owner can enter', async () => {
    const folder = await makeRunFolder(world(10, 'here'), 'run');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('removes what killed runs of this machine left behind, and nothing of anybody else', async () => {
    const dead = await makeRunFolder(world(20, 'here'), 'run');
    const living = await makeRunFolder(world(30, 'here', [20]), 'run');
    const elsewhere = await makeRunFolder(world(20, 'elsewhere', [20, 30]), 'run');
    const sandbox = await makeRunFolder(world(20, 'here', [20, 30]), 'sandbox');
    const stranger = join(temporaryFolder, 'migrator-run-notes');
    mkdirSync(stranger);
    await makeRunFolder(world(40, 'here', [30]), 'run');
    const left = [dead, living, elsewhere, sandbox, stranger].map((folder) => existsSync(folder));
    expect(left).toEqual([false, true, true, true, true]);
  });

  it('removes too what a killed run had to put elsewhere, because sockets need short names', async () => {
    const long = join(temporaryFolder, 'long'.repeat(15));
    mkdirSync(long);
    const hostname = `host of ${long}`;
    const inLong = (pid: number) => ({ ...world(pid, hostname), temporaryFolder: long });
    const dead = await makeRunFolder(inLong(20), 'run');
    await makeTool(dead);
    const elsewhere = () => readdirSync('/tmp').filter((name) => name.startsWith(basename(dead)));
    expect(elsewhere()).toHaveLength(1);
    await makeRunFolder(inLong(30), 'run');
    expect(elsewhere()).toEqual([]);
  });
});
