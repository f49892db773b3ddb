import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findSessionCommand } from '../../../../src/core/git/process/own-session.ts';
import { type GitStart, runGit } from '../../../../src/core/git/process/spawn-git.ts';
import { streamGit } from '../../../../src/core/git/process/stream-git.ts';
import { type TemporaryFolder, temporaryFolder } from '../fixture.ts';

let folder: TemporaryFolder;
let logged: { level: string; fields: unknown }[];

beforeEach(() => {
  folder = temporaryFolder();
  logged = [];
});

afterEach(() => folder.remove());

async function start(args: readonly string[]): Promise<GitStart> {
  const environment = { PATH: process.env.PATH ?? '' };
  return {
    session: await findSessionCommand({ environment, folder: folder.path }),
    launcher: { kill: (pid, signal) => process.kill(pid, signal) },
    environment: { ...environment, LC_ALL: 'C' },
    config: [],
    args,
    folder: folder.path,
    signal: undefined,
    onStderr: undefined,
    log: (level, _message, fields) => logged.push({ level, fields }),
  };
}

describe.each([
  ['runGit', runGit],
  ['streamGit', streamGit],
] as const)('%s', (_name, run) => {
  it('logs the messages of git at level trace', async () => {
    await run(await start(['rev-parse', '--verify', 'HEAD']));
    expect(logged).toEqual([
      {
        level: 'trace',
        fields: {
          command: 'rev-parse',
          stderr: expect.stringContaining('fatal: not a git repository'),
        },
      },
    ]);
  });

  it('logs nothing for a command without messages', async () => {
    await run(await start(['version']));
    expect(logged).toEqual([]);
  });
});
