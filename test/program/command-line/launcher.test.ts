import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { programFile } from '../../helpers/program/run-program.ts';

let folder: string;
let asOldNode: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-launcher-'));
  asOldNode = join(folder, 'old.cjs');
  // What the launcher sees on Node 20, whatever Node runs this test.
  writeFileSync(
    asOldNode,
    `if (!process.env.RUNTIME_OF_THE_LAUNCHER) {
       Object.defineProperty(process.versions, 'node', { value: '20.19.0' });
       process.env.RUNTIME_OF_THE_LAUNCHER = '1';
     }`,
  );
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('the launcher', () => {
  it('starts the program with the pinned runtime where its own is too old', () => {
    const stdout = execFileSync(
      process.execPath,
      ['--require', asOldNode, programFile, '--version'],
      {
        encoding: 'utf8',
      },
    );
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('passes the exit code on', () => {
    const ended = spawnSync(process.execPath, ['--require', asOldNode, programFile, 'migrat'], {
      encoding: 'utf8',
    });
    expect(ended.status).toBe(2);
    expect(ended.stderr).toContain('Unknown command "migrat"');
  });

  it('says in one sentence what it needs where there is no newer runtime', () => {
    const alone = join(folder, 'bin', 'migrator.cjs');
    cpSync(programFile, alone);
    const ended = spawnSync(process.execPath, ['--require', asOldNode, alone, 'demo'], {
      encoding: 'utf8',
    });
    expect(ended.status).toBe(2);
    expect(ended.stdout).toBe('');
    expect(ended.stderr).toMatch(
      /^migrator needs Node\.js 22\.19 or newer and this is 20\.19\.0: [^\n]+\n$/,
    );
  });

  it('says so where the folder that it was started in is gone', () => {
    const gone = join(folder, 'gone');
    const script = 'mkdir "$1" && cd "$1" && rmdir "$1" && exec "$2" "$3" demo --plain';
    const ended = spawnSync('sh', ['-c', script, 'sh', gone, process.execPath, programFile], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', HOME: folder },
    });
    expect(ended.stderr).toContain('The current folder no longer exists');
    expect(ended.status).toBe(3);
  });

  it('passes a signal on that it alone has got', async () => {
    const { child, until } = startSandbox();
    await until('are running. In another terminal:');
    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(0);
  });

  it('takes the program with it when it is killed', async () => {
    const { child, until, output } = startSandbox();
    await until('are running. In another terminal:');
    const address = /SRC_API_URL='([^']+)'/.exec(output())?.[1] ?? '';
    expect((await fetch(address)).status).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await vi.waitFor(() => expect(fetch(address)).rejects.toThrow(), {
      timeout: 60_000,
      interval: 100,
    });
  });
});

/** `migrator sandbox`, by a Node that takes itself for an old one. */
function startSandbox() {
  const child = spawn(process.execPath, ['--require', asOldNode, programFile, 'sandbox'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const collect = (chunk: Buffer) => {
    text += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const until = (words: string) =>
    vi.waitFor(() => expect(text).toContain(words), { timeout: 60_000, interval: 50 });
  return { child, until, output: () => text };
}
