import { appendFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  listByGit,
  listRemoteRefs,
  listRemoteRefsOnce,
} from '../../../../src/core/git/mirror/refs.ts';
import type { GitTool } from '../../../../src/core/git/process/git-tool.ts';
import { packet } from '../../../../src/core/git/protocol/packets.ts';
import { startGitServer } from '../../../helpers/servers/git-server.ts';
import { bareRepository, commitFiles, git, makeTool } from '../fixture.ts';
import { placeForEach } from '../git-place.ts';

const credential = { username: 'jane', password: 'token-hunter2-hunter2' };
const place = placeForEach(credential);
let source: string;
let commit: string;

beforeEach(() => {
  source = bareRepository(place.server.root, 'team/repo.git');
  commit = commitFiles(source, 'main', { 'a.txt': 'one' });
});

const access = () => ({ url: `${place.server.url}/team/repo.git`, credential });
const list = (tool: GitTool = place.tool) => listRemoteRefs({ git: tool, access: access() });
/** Without waiting for a limit. */
const listOnce = () => listRemoteRefsOnce({ git: place.tool, access: access() });
const agents = () => place.server.requests.map(({ line }) => line.split(' ')[0]);

const isList = ({ url = '' }: IncomingMessage) => url.includes('/info/refs');

/** Answers the first so many requests for the list. */
function answerFirst(times: number, answer: (response: ServerResponse) => void): void {
  let left = times;
  place.server.intercept = (request, response) => {
    if (left === 0 || !isList(request)) return false;
    left -= 1;
    answer(response);
    return true;
  };
}

function sendList(response: ServerResponse, body: string | Buffer): void {
  response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' });
  response.end(body);
}

const announcement = `${packet('# service=git-upload-pack\n')}0000`;
const always = Number.POSITIVE_INFINITY;

describe('listRemoteRefs', () => {
  it('lists branches and tags with one request and no process', async () => {
    git(source, 'tag', '-a', 'v1', '-m', 'first', commit);
    git(source, 'update-ref', 'refs/pull-requests/1/from', commit);
    const expected = await listByGit({ git: place.tool, access: access() });
    place.server.requests.length = 0;
    const withoutGit = await makeTool(join(place.folder, 'run'), { path: place.folder });
    expect(await list(withoutGit)).toEqual(expected);
    expect([...expected.keys()]).toEqual(['refs/heads/main', 'refs/tags/v1']);
    await withoutGit.close();
    const basic = Buffer.from(`${credential.username}:${credential.password}`).toString('base64');
    expect(place.server.requests).toEqual([
      {
        line: 'GET /team/repo.git/info/refs?service=git-upload-pack',
        authorization: `Basic ${basic}`,
      },
    ]);
  });

  it('sends a token as a bearer where the host wants it so', async () => {
    await using server = Object.assign(await startGitServer({ bearer: 'BBDC-hunter2' }), {
      [Symbol.asyncDispose]: () => server.close(),
    });
    commitFiles(bareRepository(server.root, 'r.git'), 'main', { 'a.txt': 'one' });
    const own = { url: `${server.url}/r.git`, credential, bearer: 'BBDC-hunter2' };
    expect((await listRemoteRefs({ git: place.tool, access: own })).size).toBe(1);
    expect(server.requests).toHaveLength(1);
  });

  it('shows names that are not UTF-8 as a mirror does', async () => {
    appendFileSync(
      join(source, 'packed-refs'),
      Buffer.from(`${commit} refs/heads/caf\xe9\n`, 'latin1'),
    );
    expect([...(await list()).keys()]).toContain('refs/heads/caf\\xe9');
  });

  it.each([
    [429, 'rate-limit', '429 Too Many Requests'],
    [500, 'unavailable', 'the host reported a server error'],
    [503, 'unavailable', 'the host reported a server error'],
  ])('reports a %i as git does, without a second request', async (status, code, message) => {
    answerFirst(always, (response) => response.writeHead(status).end('no'));
    await expect(listOnce()).rejects.toMatchObject({
      code,
      retry: 'yes',
      message: expect.stringContaining(`Listing refs in ${access().url}: ${message}`),
    });
    expect(place.server.requests).toHaveLength(1);
  });

  it.each([
    [401, 'text/plain', '', 'credentials'],
    [403, 'text/plain', 'You have exceeded a secondary rate limit.', 'rate-limit'],
    [403, 'text/html', '<html>', 'permission'],
    [404, 'text/plain', 'Not here', 'not-found'],
    [410, 'text/plain', 'gone', 'credentials'],
  ])('leaves it to git to understand a %i (%s %s): %s', async (status, type, text, code) => {
    answerFirst(always, (response) =>
      response.writeHead(status, { 'content-type': type }).end(text),
    );
    const failure = await listOnce().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code });
    expect(JSON.stringify(failure)).not.toContain('hunter2');
  });

  it('follows no redirect to another host', async () => {
    const other = await startGitServer();
    answerFirst(always, (response) =>
      response.writeHead(302, { location: `${other.url}/team/repo.git/info/refs` }).end(),
    );
    await expect(list()).rejects.toMatchObject({ code: 'refused' });
    expect(other.requests).toEqual([]);
    await other.close();
  });

  it.each([
    ['a file of a host that only serves files', () => `${commit}\trefs/heads/main\n`, 'text/plain'],
    ['a page', () => '<html>Please sign in.</html>', 'text/html'],
  ])('asks by git where the first response is %s', async (_what, body, type) => {
    answerFirst(1, (response) => response.writeHead(200, { 'content-type': type }).end(body()));
    expect(Object.fromEntries(await list())).toEqual({ 'refs/heads/main': commit });
    expect(place.server.requests.length).toBeGreaterThan(1);
  });

  it('never takes a page for an empty repository', async () => {
    answerFirst(always, (response) => response.end('<html>Please sign in.</html>'));
    await expect(list()).rejects.toMatchObject({ code: 'unavailable', retry: 'yes' });
  });

  const hash = 'a'.repeat(40);
  const line = (name: string) => packet(`${hash} ${name}\n`);
  it.each([
    [
      'version 2 of the protocol',
      `${announcement}${packet('version 2\n')}${packet('ls-refs\n')}0000`,
    ],
    [
      'version 1 of the protocol',
      `${announcement}${packet('version 1\n')}${line('refs/heads/x')}0000`,
    ],
    ['a shallow history', `${announcement}${packet(`shallow ${hash}`)}0000`],
    ['an error', packet('ERR access denied or repository not exported: /team/repo.git')],
    ['another service', `${packet('# service=git-receive-pack\n')}0000${line('refs/heads/x')}0000`],
    ['a name with a line feed', `${announcement}${line('refs/heads/x\ny')}0000`],
    ['a name with a NUL', `${announcement}${line('HEAD\0')}${line('refs/heads/x\0y')}0000`],
    ['a name with an escape sequence', `${announcement}${line('refs/heads/\x1b[2J')}0000`],
    ['an empty name', `${announcement}${line('refs/heads/')}0000`],
    ['no name', `${announcement}${line('')}0000`],
    ['no hash', `${announcement}${packet('zzzz refs/heads/x\n')}0000`],
    ['a second list', `${announcement}${line('refs/heads/x')}0000${line('refs/heads/y')}0000`],
    ['nothing', ''],
  ])('takes nothing from %s, and asks by git', async (_what, body) => {
    answerFirst(1, (response) => sendList(response, body));
    expect(Object.fromEntries(await list())).toEqual({ 'refs/heads/main': commit });
    expect(agents().length).toBeGreaterThan(1);
  });

  it('takes no list that ends too early, wherever that is', async () => {
    const whole = `${announcement}${line('refs/heads/a')}${line('refs/heads/b')}0000`;
    for (let end = 0; end < whole.length; end += 1) {
      answerFirst(1, (response) => sendList(response, whole.slice(0, end)));
      await expect(
        place.tool.advertised({ access: access() }),
        whole.slice(0, end),
      ).rejects.toMatchObject({ name: 'ProtocolError' });
    }
    answerFirst(1, (response) => sendList(response, whole));
    expect((await place.tool.advertised({ access: access() })).refs.size).toBe(2);
    answerFirst(always, (response) => sendList(response, whole.slice(0, -4)));
    await expect(list()).rejects.toMatchObject({ code: 'unavailable', retry: 'yes' });
  });

  it('reports a connection that breaks off', async () => {
    answerFirst(always, (response) => {
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' });
      response.write(announcement, () => response.destroy());
    });
    await expect(list()).rejects.toMatchObject({
      code: 'unavailable',
      retry: 'yes',
      message: expect.stringContaining(`Listing refs in ${access().url}: The connection to`),
    });
    expect(place.server.requests).toHaveLength(1);
  });

  it('repeats what may pass, as requests do', async () => {
    const waits: string[] = [];
    const patient = await makeTool(join(place.folder, 'run'), {
      patience: { outageMilliseconds: 60_000, onWait: ({ reason }) => waits.push(reason) },
    });
    answerFirst(2, (response) => response.writeHead(502).end());
    expect((await list(patient)).size).toBe(1);
    expect(place.server.requests).toHaveLength(3);
    expect(waits.length).toBeLessThanOrEqual(2);
    await patient.close();
  });

  it('ends when the signal is aborted', async () => {
    const stop = new AbortController();
    place.server.intercept = () => {
      stop.abort();
      return true;
    };
    await expect(
      listRemoteRefs({ git: place.tool, access: access(), signal: stop.signal }),
    ).rejects.toMatchObject({ code: 'interrupted' });
  });

  it('refuses plain http to another machine', async () => {
    const far = { url: 'http://git.example.com/a.git', credential: null };
    await expect(listRemoteRefs({ git: place.tool, access: far })).rejects.toMatchObject({
      code: 'configuration',
    });
  });
});
