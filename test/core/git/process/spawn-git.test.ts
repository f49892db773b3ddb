import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
] as const)('%s', (name, run) => {
  it('keeps the beginning and the end of messages that do not stop', async () => {
    const script = 'echo begun >&2; head -c 9000000 /dev/zero >&2; echo the end >&2';
    writeFileSync(join(folder.path, 'git'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const given = await start(['fetch']);
    const environment = { PATH: `${folder.path}:${process.env.PATH}` };
    let heard = 0;
    const onStderr = (text: string) => {
      heard += text.length;
    };
    const { stderr } = await run({ ...given, environment, onStderr });
    expect(stderr.length).toBeLessThan(2_000_000);
    expect([stderr.startsWith('begun\n'), stderr.endsWith('the end\n')]).toEqual([true, true]);
    expect(heard).toBeGreaterThanOrEqual(9_000_000);
  });

  it('says that there are too many open files, and ends nothing else', () => {
    const module = { runGit: 'spawn-git', streamGit: 'stream-git' }[name];
    const source = join(import.meta.dirname, '../../../../src/core/git/process', `${module}.ts`);
    const script = `
      import { openSync } from 'node:fs';
      const { ${name} } = await import(${JSON.stringify(source)});
      try { for (;;) openSync('/dev/null'); } catch {}
      const start = { session: { binary: ['git'], leadsGroup: false }, launcher: process,
        environment: { PATH: process.env.PATH }, config: [], args: ['--version'], folder: '/' };
      await ${name}(start).catch(({ code, message }) => console.log(code, message));
      console.log('still here');`;
    const args = ['-c', 'ulimit -n 128; exec "$@"', 'sh', process.execPath];
    const ended = spawnSync('sh', [...args, '--input-type=module', '--eval', script], {
      encoding: 'utf8',
    });
    expect(ended.stdout).toBe(
      'unavailable git could not be started: too many open files\nstill here\n',
    );
  });

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
