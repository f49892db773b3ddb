import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { fetchMirror, readHeadBranch } from '../../../../src/core/git/mirror/mirror.ts';
import { listByGit, listRemoteRefs, readRefs } from '../../../../src/core/git/mirror/refs.ts';
import type { GitAccess } from '../../../../src/core/ports/records/repository.ts';
import { startGitServer } from '../../../helpers/servers/git-server.ts';
import { bareRepository, commitFiles, git } from '../fixture.ts';
import { placeForEach } from '../git-place.ts';

const password = 'token-hunter2-hunter2';
const place = placeForEach({ username: 'jane', password });
let source: string;
let access: GitAccess;

beforeEach(async () => {
  source = bareRepository(place.server.root, 'team/repo.git');
  access = {
    url: `${place.server.url}/team/repo.git`,
    credential: { username: 'jane', password },
  };
});

function mirrorFolder(): string {
  return join(place.folder, 'mirrors', 'one');
}

function fetch(depth: number | null = null) {
  return fetchMirror({ git: place.tool, access, directory: mirrorFolder(), depth });
}

const oddNames = [
  'refs/heads/--upload-pack=touch',
  'refs/heads/$(id)',
  'refs/heads/`id`',
  "refs/heads/it's",
  'refs/heads/"quoted"',
  'refs/heads/a;b',
  'refs/heads/ünïcödé-分支',
  'refs/heads/-n',
  'refs/tags/-d',
  'refs/heads/a%0ab',
];

describe('fetchMirror', () => {
  it('fetches branches and tags, annotated ones as tag objects, and the name of the head branch', async () => {
    const commit = commitFiles(source, 'main', { 'a.txt': 'one' });
    git(source, 'tag', '-a', 'v1', '-m', 'first', commit);
    git(source, 'update-ref', 'refs/pull-requests/1/from', commit);
    const mirror = await fetch();
    expect(await readHeadBranch(mirrorFolder(), mirror.refs)).toBe('main');
    expect(Object.fromEntries(mirror.refs)).toEqual({
      'refs/heads/main': commit,
      'refs/tags/v1': git(source, 'rev-parse', 'refs/tags/v1').trim(),
    });
    expect(git(mirrorFolder(), 'for-each-ref', '--format=%(refname)')).not.toContain(
      'pull-requests',
    );
    expect(git(mirrorFolder(), 'rev-parse', '--is-bare-repository').trim()).toBe('true');
  });

  it('gives no refs for an empty repository', async () => {
    const mirror = await fetch();
    expect(mirror.refs.size).toBe(0);
    expect(await readHeadBranch(mirrorFolder(), mirror.refs)).toBeNull();
  });

  it('carries names that look like options, commands or quotes, and 2,000 refs', async () => {
    const commit = commitFiles(source, 'main', { 'a.txt': 'one' });
    const many = Array.from({ length: 2000 }, (_, index) => `refs/heads/feature/${index}`);
    writeFileSync(
      join(source, 'packed-refs'),
      [...oddNames, ...many, 'refs/heads/main']
        .sort()
        .map((name) => `${commit} ${name}\n`)
        .join(''),
    );
    const mirror = await fetch();
    expect(mirror.refs.size).toBe(2011);
    for (const name of oddNames) expect(mirror.refs.get(name)).toBe(commit);
    expect(await readRefs({ git: place.tool, directory: mirrorFolder() })).toEqual(mirror.refs);
    for (const list of [listByGit, listRemoteRefs])
      expect(await list({ git: place.tool, access })).toEqual(mirror.refs);
  });

  it('updates an existing mirror and drops what the source dropped', async () => {
    commitFiles(source, 'main', { 'a.txt': 'one' });
    commitFiles(source, 'gone', { 'b.txt': 'two' });
    await fetch();
    git(source, 'update-ref', '-d', 'refs/heads/gone');
    const next = commitFiles(source, 'main', { 'a.txt': 'three' });
    place.server.requests.length = 0;
    const mirror = await fetch();
    expect(Object.fromEntries(mirror.refs)).toEqual({ 'refs/heads/main': next });
    expect(place.server.requests.length).toBeGreaterThan(0);
  });

  it('uses a folder that an interrupted run has left without refs', async () => {
    const commit = commitFiles(source, 'main', { 'a.txt': 'one' });
    git(place.folder, 'init', '-q', '--bare', '-b', 'main', mirrorFolder());
    expect((await fetch()).refs.get('refs/heads/main')).toBe(commit);
  });

  it('removes a damaged mirror and fetches it again', async () => {
    const commit = commitFiles(source, 'main', { 'a.txt': 'one' });
    commitFiles(source, 'main', { 'a.txt': 'two' });
    await fetch();
    const packs = join(mirrorFolder(), 'objects/pack');
    for (const name of readdirSync(packs)) rmSync(join(packs, name));
    const mirror = await fetch();
    expect(mirror.refs.get('refs/heads/main')).not.toBe(commit);
    git(mirrorFolder(), 'fsck', '--strict');
  });

  it('removes a folder that is no repository at all', async () => {
    const commit = commitFiles(source, 'main', { 'a.txt': 'one' });
    await fetch();
    writeFileSync(join(mirrorFolder(), 'HEAD'), 'nonsense');
    expect((await fetch()).refs.get('refs/heads/main')).toBe(commit);
  });

  it('reports progress', async () => {
    commitFiles(source, 'main', { 'a.txt': 'one', 'b.txt': 'two' });
    const seen: string[] = [];
    await fetchMirror({
      git: place.tool,
      access,
      directory: mirrorFolder(),
      depth: null,
      onProgress: ({ what, done, total }) => seen.push(`${what} ${done}/${total}`),
    });
    expect(seen).toContain('receiving objects 4/4');
  });

  it('says that the credentials were rejected, without showing them', async () => {
    commitFiles(source, 'main', { 'a.txt': 'one' });
    const wrong = { ...access, credential: { username: 'jane', password: 'wrong-password' } };
    const failure = await fetchMirror({
      git: place.tool,
      access: wrong,
      directory: mirrorFolder(),
      depth: null,
    }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'credentials', status: 401 });
    expect(JSON.stringify(failure)).not.toContain('wrong-password');
    expect((failure as Error).message).toContain('401 Unauthorized');
  });

  it('says that a repository is not there', async () => {
    const lost = { ...access, url: `${place.server.url}/team/none.git` };
    await expect(
      fetchMirror({ git: place.tool, access: lost, directory: mirrorFolder(), depth: null }),
    ).rejects.toMatchObject({ code: 'not-found' });
  });

  it.each([
    [429, ''],
    [403, 'You have exceeded a secondary rate limit. Please wait a few minutes.'],
  ])('reports a rate limit that is answered with %i', async (status, text) => {
    place.server.intercept = (_request, response) => {
      response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
      return true;
    };
    await expect(fetch()).rejects.toMatchObject({ code: 'rate-limit', retry: 'yes' });
  });

  it('follows no redirect', async () => {
    const other = await startGitServer();
    place.server.intercept = (request, response) => {
      response.writeHead(302, { location: `${other.url}${request.url}` }).end();
      return true;
    };
    await expect(fetch()).rejects.toMatchObject({ code: 'refused' });
    expect(other.requests).toEqual([]);
    await other.close();
  });

  it('writes no credential into the mirror', async () => {
    commitFiles(source, 'main', { 'a.txt': 'one' });
    await fetch();
    expect(readFileSync(join(mirrorFolder(), 'config'), 'utf8')).not.toContain('hunter2');
  });

  it('refuses plain http to another machine', async () => {
    await expect(
      fetchMirror({
        git: place.tool,
        access: { url: 'http://git.example.com/a.git', credential: null },
        directory: mirrorFolder(),
        depth: null,
      }),
    ).rejects.toMatchObject({ code: 'configuration' });
  });
});

describe('a web page in place of the list of refs', () => {
  /** As often as this, with status 200. */
  function servePage(times: number, path: RegExp, method: string, page: string): void {
    let left = times;
    place.server.intercept = ({ url = '', method: asked }, response) => {
      if (left === 0 || asked !== method || !path.test(url)) return false;
      left -= 1;
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      return true;
    };
  }
  const oneLine = '<html><body>Please sign in.</body></html>';
  const lines = '<html>\n<body>\nPlease sign in.\n</body>\n</html>\n';
  const infoRefs = /\/info\/refs/;

  beforeEach(() => {
    commitFiles(source, 'main', { 'a.txt': 'a' });
  });

  it.each([
    ['once', 1, oneLine],
    ['always', Number.POSITIVE_INFINITY, oneLine],
    ['once, of several lines', 1, lines],
    ['always, of several lines', Number.POSITIVE_INFINITY, lines],
  ])('does not count as an empty repository: %s', async (_, times, page) => {
    const expected = { code: 'unavailable', retry: 'yes' };
    servePage(times, infoRefs, 'GET', page);
    await expect(listByGit({ git: place.tool, access })).rejects.toMatchObject(expected);
    servePage(times, infoRefs, 'GET', page);
    await expect(fetch()).rejects.toMatchObject(expected);
    place.server.intercept = () => false;
    expect((await fetch()).refs.size).toBe(1);
    servePage(times, infoRefs, 'GET', page);
    await expect(fetch()).rejects.toMatchObject(expected);
    place.server.intercept = () => false;
    expect((await fetch()).refs.size).toBe(1);
  });

  it('is distinguished from a repository that is empty', async () => {
    bareRepository(place.server.root, 'team/empty.git');
    const empty = { ...access, url: `${place.server.url}/team/empty.git` };
    for (const list of [listByGit, listRemoteRefs])
      expect((await list({ git: place.tool, access: empty })).size).toBe(0);
    const directory = mirrorFolder();
    const mirror = await fetchMirror({ git: place.tool, access: empty, directory, depth: null });
    expect(mirror.refs.size).toBe(0);
  });

  it('is reported too where it comes in place of the objects', async () => {
    servePage(1, /git-upload-pack$/, 'POST', oneLine);
    await expect(fetch()).rejects.toMatchObject({ code: 'unavailable', retry: 'yes' });
  });
});
