import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { listByGit, listRemoteRefs } from '../../../../src/core/git/mirror/refs.ts';
import { credentialChannelWorks } from '../../../../src/core/git/process/credential-check.ts';
import {
  detectPrograms,
  parseVersion,
  requireGit,
} from '../../../../src/core/git/process/programs.ts';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import { bareRepository, commitFiles, makeTool } from '../fixture.ts';
import { placeForEach } from '../git-place.ts';
import { ownProcesses } from './own-processes.ts';

const password = 'token-hunter2-hunter2';
const place = placeForEach({ username: 'jane', password });
let bare: string;

beforeEach(async () => {
  bare = bareRepository(place.server.root, 'team/repo.git');
});

function access() {
  return { url: `${place.server.url}/team/repo.git`, credential: { username: 'jane', password } };
}

describe('GitTool', () => {
  it("throws the signal's own error, so that a time-out stays a time-out", async () => {
    const reason = new MigratorError('time-out', 'Took too long');
    for (const list of [listByGit, listRemoteRefs]) {
      await expect(
        list({ git: place.tool, access: access(), signal: AbortSignal.abort(reason) }),
      ).rejects.toBe(reason);
    }
  });

  it('says that a reading was interrupted, even where the reader stumbled over what was cut off', async () => {
    commitFiles(bare, 'main', { large: randomBytes(1_000_000) });
    const stop = new AbortController();
    const running = place.tool.stream({
      args: ['cat-file', '--batch-all-objects', '--batch'],
      repository: bare,
      signal: stop.signal,
      async read(stdout) {
        for await (const chunk of stdout) {
          stop.abort();
          throw new Error(`cut off after ${(chunk as Buffer).length}`);
        }
      },
    });
    await expect(running).rejects.toMatchObject({ code: 'interrupted' });
  });

  it('starts nothing after an abort', async () => {
    for (const list of [listByGit, listRemoteRefs]) {
      await expect(
        list({ git: place.tool, access: access(), signal: AbortSignal.abort() }),
      ).rejects.toMatchObject({ code: 'interrupted' });
    }
    expect(place.server.requests).toEqual([]);
  });

  it('runs no hook, no helper and no configuration of the user', async () => {
    const home = join(place.folder, 'home');
    await mkdir(home);
    const marker = join(place.folder, 'ran');
    await writeFile(join(home, '.gitconfig'), `[credential]\n\thelper = "!touch ${marker}"\n`);
    const before = process.env.HOME;
    process.env.HOME = home;
    try {
      await listByGit({ git: place.tool, access: access() });
    } finally {
      process.env.HOME = before;
    }
    expect(readdirSync(place.folder)).not.toContain('ran');
  });

  it('never looks for a repository in the folders above', async () => {
    const outcome = await place.tool.run({
      args: ['rev-parse', '--git-dir'],
      repository: bare,
    });
    expect(outcome.stdout.trim()).toBe(bare);
    const inside = join(bare, 'no-repository');
    await mkdir(inside);
    const none = await place.tool.run({ args: ['rev-parse', '--git-dir'], repository: inside });
    expect(none.exitCode).not.toBe(0);
  });

  it('leaves no daemon with the token when our socket is gone before git stores it', async () => {
    commitFiles(bare, 'main', { 'a.txt': 'one' });
    const open = await place.tool.open(access());
    place.server.intercept = async (request) => {
      // git has got the token; it will want to store it once the host has taken it.
      if (request.headers.authorization !== undefined) await open.close();
      return false;
    };
    const outcome = await place.tool.run({
      args: ['ls-remote', '--', open.url],
      repository: null,
      access: open,
    });
    expect(outcome.exitCode).toBe(0);
    expect(ownProcesses(place.folder).map(({ commandLine }) => commandLine)).toEqual([]);
    const left = readdirSync(place.folder, { recursive: true }).map(String);
    expect(left.filter((name) => name.endsWith('.s'))).toEqual([]);
    const again = await place.tool.stream({
      args: ['credential', 'fill'],
      repository: null,
      access: open,
      input: `url=${open.url}\n\n`,
    });
    expect(again.stdout).not.toContain(password);
  });

  it('gives the token where the private folder has a quote and a space in its name', async () => {
    commitFiles(bare, 'main', { 'a.txt': 'one' });
    const other = await makeTool(join(place.folder, "o'r n"));
    expect((await listByGit({ git: other, access: access() })).size).toBe(1);
    await other.close();
  });

  it('says that git is missing', async () => {
    const other = await makeTool(join(place.folder, 'second run'), {
      path: place.folder,
    });
    await expect(listByGit({ git: other, access: access() })).rejects.toMatchObject({
      code: 'missing-program',
    });
    await other.close();
  });
});

describe('credentialChannelWorks', () => {
  it('finds that git asks our socket', async () => {
    expect(await credentialChannelWorks({ git: place.tool })).toBe(true);
  });

  it('finds that it does not where the client is missing', async () => {
    const path = join(place.folder, 'bin');
    await mkdir(path);
    // A git that knows no credential-cache.
    await writeFile(
      join(path, 'git'),
      '#!/bin/sh\ncase "$1" in credential-cache) exit 1 ;; esac\nexec /usr/bin/git --exec-path=/nowhere "$@"\n',
    );
    await chmod(join(path, 'git'), 0o755);
    const other = await makeTool(join(place.folder, 'second run'), { path });
    expect(await credentialChannelWorks({ git: other })).toBe(false);
    await other.close();
  });
});

describe('parseVersion', () => {
  it.each([
    ['git version 2.39.5 (Apple Git-154)', 2, 39, 5],
    ['git-lfs/3.3.0 (Debian 3.3.0-1+deb12u2; linux amd64; go 1.19.8)', 3, 3, 0],
    ['git version 2.50', 2, 50, 0],
  ])('reads %s', (text, major, minor, patch) => {
    expect(parseVersion(text)).toMatchObject({ major, minor, patch });
  });

  it('finds none in other text', () => expect(parseVersion('command not found')).toBeNull());
});

describe('detectPrograms', () => {
  it('detects the versions of git and git-lfs', async () => {
    const programs = await detectPrograms({ environment: process.env });
    expect(requireGit(programs).major).toBeGreaterThanOrEqual(2);
    expect(programs.lfs?.major).toBeGreaterThanOrEqual(2);
  });

  it('asks again where the terminal has ended them', async () => {
    const tries = join(place.folder, 'tries');
    const script = `#!/bin/sh\nprintf x >> '${tries}'\n[ "$(wc -c < '${tries}')" -gt 1 ] || kill -INT "$$"\nexec /usr/bin/git "$@"\n`;
    await writeFile(join(place.folder, 'git'), script, { mode: 0o755 });
    const programs = await detectPrograms({ environment: { PATH: `${place.folder}:/bin` } });
    expect(programs.git).not.toBeNull();
  });

  it('finds nothing on an empty PATH, and says what to install', async () => {
    const programs = await detectPrograms({ environment: { PATH: place.folder } });
    expect(programs).toEqual({ git: null, lfs: null });
    expect(() => requireGit(programs)).toThrow(/^git is not on PATH/);
  });
});
