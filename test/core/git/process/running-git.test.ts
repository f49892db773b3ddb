import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { fetchMirror } from '../../../../src/core/git/mirror/mirror.ts';
import { startGitServer } from '../../../helpers/servers/git-server.ts';
import { bareRepository, commitFiles, makeTool, until } from '../fixture.ts';
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
      const processes = ownProcesses(place.folder);
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
      lines.push(...ownProcesses(place.folder).map(({ commandLine }) => commandLine));
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
      ownProcesses(place.folder).some(({ commandLine }) => commandLine.includes('remote-http')),
    );
    stop.abort();
    expect(await running).toMatchObject({ code: 'interrupted', retry: 'yes' });
    expect(ownProcesses(place.folder)).toEqual([]);
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
    // The child of git reports that git itself has been started.
    await until(() =>
      ownProcesses(place.folder).some(({ commandLine }) => commandLine.includes('remote-http')),
    );
    const pid = await until(
      () =>
        ownProcesses(place.folder).find(({ commandLine }) => commandLine.includes('\0clone\0'))
          ?.pid,
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
      () =>
        ownProcesses(place.folder).find(({ commandLine }) => commandLine.includes('\0clone\0'))
          ?.pid,
    );
    await until(() =>
      ownProcesses(place.folder).some(({ commandLine }) => commandLine.includes('remote-http')),
    );
    const session = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[3];
    expect(session).toBe(pid);
    stop.abort();
    expect(await running).toMatchObject({ code: 'interrupted' });
    expect(ownProcesses(place.folder)).toEqual([]);
    await other.close();
  });
});
