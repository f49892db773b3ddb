import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { MigratorError } from '../../../src/core/errors.ts';
import { credentialChannelWorks } from '../../../src/core/git/credential-check.ts';
import { fetchMirror, listRemoteRefs } from '../../../src/core/git/mirror.ts';
import { detectPrograms, parseVersion, requireGit } from '../../../src/core/git/programs.ts';
import { listen } from '../../helpers/git-server.ts';
import { bareRepository, commitFiles, makeTool, until } from './fixture.ts';
import { placeForEach } from './git-place.ts';

const password = 'token-hunter2-hunter2';
const place = placeForEach({ username: 'jane', password });
let bare: string;

beforeEach(async () => {
  bare = bareRepository(place.server.root, 'team/repo.git');
});

function access() {
  return { url: `${place.server.url}/team/repo.git`, credential: { username: 'jane', password } };
}

/** Children that work on our folder, without those that have ended but are not yet collected. */
function ownProcesses(): { pid: string; commandLine: string; environment: string }[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid) || pid === String(process.pid)) return [];
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
      const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      const ours = environment.includes(place.folder);
      return ours ? [{ pid, commandLine, environment }] : [];
    } catch {
      return [];
    }
  });
}

/** Answers nothing until it is released, so that a transfer can be looked at while it runs. */
function holdTransfers(): { release: () => void } {
  const held: ((handled: boolean) => void)[] = [];
  place.server.intercept = (request) =>
    request.url?.includes('git-upload-pack') && request.method === 'POST'
      ? new Promise((resolve) => held.push(resolve))
      : false;
  return {
    release() {
      place.server.intercept = () => false;
      for (const resolve of held) resolve(false);
    },
  };
}

describe.runIf(process.platform === 'linux')('a running git', () => {
  it('shows the credential nowhere, and takes nothing of our environment', async () => {
    commitFiles(bare, 'main', { 'a.txt': 'one' });
    const transfers = holdTransfers();
    const mirror = join(place.folder, 'mirror');
    const running = fetchMirror({
      git: place.tool,
      access: access(),
      directory: mirror,
      depth: null,
    });
    const seen = await until(() => {
      const processes = ownProcesses();
      return processes.some(({ commandLine }) => commandLine.includes('remote-http'))
        ? processes
        : null;
    });
    transfers.release();
    await running;
    expect(seen.length).toBeGreaterThan(1);
    const basic = Buffer.from(`jane:${password}`).toString('base64');
    for (const { commandLine, environment } of seen) {
      for (const text of [commandLine, environment]) {
        expect(text).not.toContain('hunter2');
        expect(text).not.toContain(basic);
        expect(text).not.toContain('never-passed-on');
      }
    }
  });

  it('shows neither the user name nor the password of a proxy', async () => {
    const seen: string[] = [];
    const proxy = await startProxy(() => {
      for (const { commandLine, environment } of ownProcesses()) {
        seen.push(commandLine, environment);
      }
    });
    const other = await makeTool(join(place.folder, 'second run'), {
      network: { proxy: `http://user-hunter2:proxy-hunter2@127.0.0.1:${proxy.port}` },
    });
    const files = readdirSync(place.folder, { recursive: true, withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile())) {
      const path = join(file.parentPath, file.name);
      expect(readFileSync(path, 'utf8')).not.toContain('proxy-hunter2');
      expect(statSync(path).mode & 0o077).toBe(0);
    }
    await expect(listRemoteRefs({ git: other, access: access() })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.not.stringContaining('hunter2'),
    });
    await other.close();
    proxy.close();
    expect(seen.some((text) => text.includes('remote-http'))).toBe(true);
    for (const text of seen) expect(text).not.toContain('hunter2');
  });

  it('is ended with all that it started when the signal is aborted, and that is no failure', async () => {
    commitFiles(bare, 'main', { large: randomBytes(1_000_000) });
    holdTransfers();
    const stop = new AbortController();
    const mirror = join(place.folder, 'mirror');
    const running = fetchMirror({
      git: place.tool,
      access: access(),
      directory: mirror,
      depth: null,
      signal: stop.signal,
    }).catch((error: unknown) => error);
    await until(() =>
      ownProcesses().some(({ commandLine }) => commandLine.includes('remote-http')),
    );
    stop.abort();
    expect(await running).toMatchObject({ code: 'interrupted', retry: 'yes' });
    expect(ownProcesses()).toEqual([]);
    place.server.intercept = () => false;
    const again = await fetchMirror({
      git: place.tool,
      access: access(),
      directory: mirror,
      depth: null,
    });
    expect(again.refs.size).toBe(1);
  });

  it('leads a session of its own', async () => {
    commitFiles(bare, 'main', { 'a.txt': 'one' });
    const transfers = holdTransfers();
    const mirror = join(place.folder, 'mirror');
    const running = fetchMirror({
      git: place.tool,
      access: access(),
      directory: mirror,
      depth: null,
    });
    // The child of git tells that git itself has been started.
    await until(() =>
      ownProcesses().some(({ commandLine }) => commandLine.includes('remote-http')),
    );
    const pid = await until(
      () => ownProcesses().find(({ commandLine }) => commandLine.includes('\0clone\0'))?.pid,
    );
    const session = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[3];
    transfers.release();
    await running;
    expect(session).toBe(pid);
  });

  it('leads a session by perl where setsid is missing', async () => {
    const path = join(place.folder, 'bin');
    await mkdir(path);
    for (const name of ['git', 'perl', 'sh']) await symlink(`/usr/bin/${name}`, join(path, name));
    const other = await makeTool(join(place.folder, 'run with spaces'), { path });
    commitFiles(bare, 'main', { 'a.txt': 'one' });
    const stop = new AbortController();
    holdTransfers();
    const mirror = join(place.folder, 'mirror');
    const running = fetchMirror({
      git: other,
      access: access(),
      directory: mirror,
      depth: null,
      signal: stop.signal,
    }).catch((error: unknown) => error);
    const pid = await until(
      () => ownProcesses().find(({ commandLine }) => commandLine.includes('\0clone\0'))?.pid,
    );
    await until(() =>
      ownProcesses().some(({ commandLine }) => commandLine.includes('remote-http')),
    );
    const session = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[3];
    expect(session).toBe(pid);
    stop.abort();
    expect(await running).toMatchObject({ code: 'interrupted' });
    expect(ownProcesses()).toEqual([]);
    await other.close();
  });
});

/** Notes what it is given for its password, and lets nothing through. */
async function startProxy(meanwhile: () => void | Promise<void> = () => undefined) {
  const asked: (string | undefined)[] = [];
  const proxy = createServer(async (request, response) => {
    asked.push(request.headers['proxy-authorization']);
    await meanwhile();
    response.writeHead(407, { 'proxy-authenticate': 'Basic realm="proxy"' }).end();
  });
  const port = await listen(proxy);
  return { asked, port, close: () => proxy.close() };
}

describe('GitTool', () => {
  it("throws the signal's own error, so that a time-out stays a time-out", async () => {
    const reason = new MigratorError('time-out', 'Took too long');
    await expect(
      listRemoteRefs({ git: place.tool, access: access(), signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
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
    await expect(
      listRemoteRefs({ git: place.tool, access: access(), signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 'interrupted' });
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
      await listRemoteRefs({ git: place.tool, access: access() });
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

  it.each([
    ['a user name and a password', 'user-hunter2:proxy-hunter2', 'user-hunter2:proxy-hunter2'],
    ['a user name with an empty password', 'user-hunter2:', 'user-hunter2:'],
    ['a user name alone', 'user-hunter2', 'user-hunter2:'],
    ['a password alone', ':proxy-hunter2', ':proxy-hunter2'],
    ['escaped characters', 'us%22er:p%25%5C-hunter2', 'us"er:p%\\-hunter2'],
  ])('gives a proxy %s', async (_name, user, expected) => {
    const proxy = await startProxy();
    const other = await makeTool(join(place.folder, 'second run'), {
      network: { proxy: `http://${user}@127.0.0.1:${proxy.port}` },
    });
    await expect(listRemoteRefs({ git: other, access: access() })).rejects.toBeInstanceOf(
      MigratorError,
    );
    await other.close();
    proxy.close();
    expect(proxy.asked).toContain(`Basic ${Buffer.from(expected).toString('base64')}`);
  });

  it('leaves no daemon behind that keeps the token when our end is gone before git stores it', async () => {
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
    expect(ownProcesses().map(({ commandLine }) => commandLine)).toEqual([]);
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
    expect((await listRemoteRefs({ git: other, access: access() })).size).toBe(1);
    await other.close();
  });

  it('says that git is missing', async () => {
    const other = await makeTool(join(place.folder, 'second run'), {
      path: place.folder,
    });
    await expect(listRemoteRefs({ git: other, access: access() })).rejects.toMatchObject({
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
  it('tells the versions of git and git-lfs', async () => {
    const programs = await detectPrograms({ environment: process.env });
    expect(requireGit(programs).major).toBeGreaterThanOrEqual(2);
    expect(programs.lfs?.major).toBeGreaterThanOrEqual(2);
  });

  it('finds nothing on an empty PATH, and says what to install', async () => {
    const programs = await detectPrograms({ environment: { PATH: place.folder } });
    expect(programs).toEqual({ git: null, lfs: null });
    expect(() => requireGit(programs)).toThrow(/no git on the PATH/);
  });
});
