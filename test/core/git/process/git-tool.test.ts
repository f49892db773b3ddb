import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { fetchMirror } from '../../../../src/core/git/mirror/mirror.ts';
import { listByGit, listRemoteRefs } from '../../../../src/core/git/mirror/refs.ts';
import { credentialChannelWorks } from '../../../../src/core/git/process/credential-check.ts';
import {
  detectPrograms,
  parseVersion,
  requireGit,
} from '../../../../src/core/git/process/programs.ts';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import { startGitServer } from '../../../helpers/servers/git-server.ts';
import { bareRepository, commitFiles, makeTool, until } from '../fixture.ts';
import { placeForEach } from '../git-place.ts';

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

  it('shows a bearer in no argument and no file, and sends it at once and only to its address', async () => {
    const bearer = 'BBDC-hunter2';
    await using server = Object.assign(await startGitServer({ bearer }), {
      [Symbol.asyncDispose]: () => server.close(),
    });
    // Where people have their own repositories on a Data Center.
    const theirs = bareRepository(server.root, 'scm/~jane/notes.git');
    commitFiles(theirs, 'main', { 'a.txt': 'one' });
    const lines: string[] = [];
    server.intercept = async () => {
      lines.push(...ownProcesses().map(({ commandLine }) => commandLine));
      return false;
    };
    const own = `${server.url}/scm/~jane/notes.git`;
    const mirror = join(place.folder, 'mirror');
    const credential = { username: 'x-token-auth', password: bearer };
    const options = { git: place.tool, directory: mirror, depth: null };
    await fetchMirror({ ...options, access: { url: own, credential, bearer } });
    expect(new Set(server.requests.map(({ authorization }) => authorization))).toEqual(
      new Set([`Bearer ${bearer}`]),
    );
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('\n')).not.toContain('hunter2');
    expect(readFileSync(join(mirror, 'config'), 'utf8')).not.toContain('hunter2');
    const access = await place.tool.open({ url: own, credential: null, bearer });
    const elsewhere = `${server.url}/scm/~jane/notes2.git`;
    await place.tool.run({ args: ['ls-remote', '--', elsewhere], repository: null, access });
    expect(server.requests.at(-1)?.authorization).toBeNull();
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

  it('is begun again where the terminal has ended it before it had its session, and not without end', async () => {
    const path = join(place.folder, 'bin');
    await mkdir(path);
    const tries = join(place.folder, 'tries');
    const script = (last: number) =>
      `#!/bin/sh\necho "$$" >> '${tries}'\n[ "$(wc -l < '${tries}')" -gt ${last} ] || kill -INT "$$"\nexec /usr/bin/setsid "$@"\n`;
    await writeFile(join(path, 'setsid'), script(1), { mode: 0o755 });
    const other = await makeTool(join(place.folder, 'run'), {
      path: `${path}:${process.env.PATH}`,
    });
    const version = () => other.run({ args: ['--version'], repository: null });
    expect(await version()).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^git version/),
    });
    expect(readFileSync(tries, 'utf8').trim().split('\n')).toHaveLength(2);
    await writeFile(join(path, 'setsid'), script(99));
    expect(await version()).toMatchObject({ exitCode: null });
    expect(readFileSync(tries, 'utf8').trim().split('\n')).toHaveLength(5);
    await other.close();
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
