import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { fetchCommits } from '../../../../src/core/git/mirror/fetch-commits.ts';
import { inspectMirror } from '../../../../src/core/git/mirror/inspect.ts';
import { fetchMirror } from '../../../../src/core/git/mirror/mirror.ts';
import { bareRepository, commitFiles, generous, git } from '../fixture.ts';
import { placeForEach } from '../git-place.ts';

const place = placeForEach();
let source: string;
let mirror: string;

beforeEach(async () => {
  source = bareRepository(place.server.root, 'team/repo.git');
  mirror = join(place.folder, 'mirror');
});

function access() {
  return { url: `${place.server.url}/team/repo.git`, credential: null };
}

/** A commit whose branch is gone. */
function lostCommit(name: string, files: Record<string, string> = { [name]: name }): string {
  const commit = commitFiles(source, name, files, name);
  git(source, 'update-ref', '-d', `refs/heads/${name}`);
  return commit;
}

function mirrored() {
  return fetchMirror({ git: place.tool, access: access(), directory: mirror, depth: null });
}

function fetch(commits: readonly string[], options: { signal?: AbortSignal } = {}) {
  return fetchCommits({
    git: place.tool,
    access: access(),
    directory: mirror,
    commits,
    ...options,
  });
}

function posts(): number {
  return place.server.requests.filter(({ line }) => line.startsWith('POST')).length;
}

/** As a host that has none of these any more, where one is asked for. */
function refuse(answer: (asked: readonly string[]) => string | null): void {
  place.server.intercept = async (request, response) => {
    if (request.method !== 'POST') return false;
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    const isPacked = request.headers['content-encoding'] === 'gzip';
    const text = (isPacked ? gunzipSync(body) : body).toString('latin1');
    const asked = text.match(/(?<=want )[0-9a-f]{40}/g) ?? [];
    const said = answer(asked);
    const line = `ERR ${said ?? 'unforeseen'}\n`;
    const length = (line.length + 4).toString(16).padStart(4, '0');
    response.setHeader('content-type', 'application/x-git-upload-pack-result');
    response.end(`${length}${line}`);
    return true;
  };
}

describe('fetchCommits', () => {
  it('fetches commits that no ref of the host names any more, with their history', async () => {
    commitFiles(source, 'main', { a: '1' });
    const first = lostCommit('one');
    commitFiles(source, 'two', { before: '1' });
    const second = lostCommit('two');
    await mirrored();
    const result = await fetch([first, second]);
    expect(result).toEqual({ fetched: new Set([first, second]), missing: new Set() });
    expect(git(mirror, 'log', '--format=%s', second).trim()).toBe('two\nchange');
    git(mirror, 'fsck', '--connectivity-only');
  });

  it('preserves them through a fetch that prunes and a garbage collection', async () => {
    commitFiles(source, 'main', { a: '1' });
    const lost = lostCommit('one');
    await mirrored();
    await fetch([lost]);
    const { refs } = await mirrored();
    git(mirror, '-c', 'gc.pruneExpire=now', 'gc', '-q', '--prune=now');
    expect(git(mirror, 'cat-file', '-t', lost).trim()).toBe('commit');
    expect([...refs.keys()]).toEqual(['refs/heads/main']);
  });

  it('does not request again what an earlier run has fetched', async () => {
    commitFiles(source, 'main', { a: '1' });
    const lost = lostCommit('one');
    await mirrored();
    await fetch([lost]);
    place.server.requests.length = 0;
    expect(await fetch([lost, lost])).toEqual({ fetched: new Set([lost]), missing: new Set() });
    expect(place.server.requests).toEqual([]);
  });

  it('reports commits that the host no longer has and fetches all others', async () => {
    commitFiles(source, 'main', { a: '1' });
    const there = Array.from({ length: 4 }, (_, index) => lostCommit(`c${index}`));
    const gone = ['1', '2', '3'].map((digit) => digit.repeat(40));
    await mirrored();
    const commits = [gone[0], there[0], there[1], gone[1], there[2], there[3], gone[2]].flatMap(
      (hash) => hash ?? [],
    );
    const result = await fetch(commits);
    expect(result).toEqual({ fetched: new Set(there), missing: new Set(gone) });
    // The host names one at a time.
    expect(posts()).toBeLessThan(12);
  });

  it('finds them by halves where the host names none', async () => {
    commitFiles(source, 'main', { a: '1' });
    await mirrored();
    const wanted = Array.from({ length: 8 }, (_, index) => String(index + 1).repeat(40));
    const calls: number[] = [];
    refuse((asked) => {
      calls.push(asked.length);
      return 'upload-pack: not our ref';
    });
    const result = await fetch(wanted);
    expect(result).toEqual({ fetched: new Set(), missing: new Set(wanted) });
    expect(calls.filter((asked) => asked === 1)).toHaveLength(8);
    expect(calls).toHaveLength(15);
  });

  it('asks in batches of a hundred', async () => {
    commitFiles(source, 'main', { a: '1' });
    await mirrored();
    const wanted = Array.from(
      { length: 250 },
      (_, index) => `1${index.toString(16).padStart(39, '0')}`,
    );
    const calls: number[] = [];
    refuse((asked) => {
      calls.push(asked.length);
      return `upload-pack: not our ref ${asked.slice(0, 20).join(' ')}`;
    });
    expect((await fetch(wanted)).missing.size).toBe(250);
    expect(calls).toEqual([100, 80, 60, 40, 20, 100, 80, 60, 40, 20, 50, 30, 10]);
  });

  it('counts what is no full hash, and what is no commit, as missing', async () => {
    const main = commitFiles(source, 'main', { a: '1' });
    await mirrored();
    const tree = git(source, 'rev-parse', 'main^{tree}').trim();
    const odd = [main.slice(0, 12), '--upload-pack=touch', '', `${main}:refs/heads/x`, tree];
    const result = await fetch([main, ...odd]);
    expect(result).toEqual({ fetched: new Set([main]), missing: new Set(odd) });
  });

  it('fetches what a host of the old protocol advertises and misses the rest', async () => {
    const main = commitFiles(source, 'main', { a: '1' });
    const lost = lostCommit('one');
    await mirrored();
    place.server.intercept = (request) => {
      delete request.headers['git-protocol'];
      return false;
    };
    const result = await fetch([lost, main, 'e'.repeat(40)]);
    expect(result.fetched).toEqual(new Set([main]));
    expect(result.missing).toEqual(new Set([lost, 'e'.repeat(40)]));
  });

  it('fails where the host fails otherwise, so that nothing counts as missing', async () => {
    commitFiles(source, 'main', { a: '1' });
    const lost = lostCommit('one');
    await mirrored();
    place.server.intercept = (_, response) => {
      response.writeHead(503).end();
      return true;
    };
    await expect(fetch([lost])).rejects.toMatchObject({ code: 'unavailable' });
    refuse(() => null);
    await expect(fetch([lost])).rejects.toMatchObject({ name: 'MigratorError' });
  });

  it('ends when the signal is aborted', async () => {
    commitFiles(source, 'main', { a: '1' });
    const lost = lostCommit('one');
    await mirrored();
    const stop = new AbortController();
    place.server.intercept = () => {
      stop.abort();
      return true;
    };
    await expect(fetch([lost], { signal: stop.signal })).rejects.toMatchObject({
      code: 'interrupted',
    });
  });

  it('leaves them out of what is looked for in the history', async () => {
    commitFiles(source, 'main', { a: '1' });
    const lost = lostCommit('one', {
      '.github/workflows/x.yml': 'on: push',
      big: 'x'.repeat(5000),
    });
    const { refs } = await mirrored();
    await fetch([lost]);
    const { problems } = await inspectMirror({
      git: place.tool,
      directory: mirror,
      refs,
      limits: { ...generous, maxFileBytes: 1000, maxPushBytes: 100 },
      canPushWorkflows: false,
    });
    expect(
      problems.map(({ message }) => message).filter((text) => /x\.yml|big/.test(text)),
    ).toEqual([]);
  });
});

describe('a web page in place of every answer', () => {
  it.each([
    ['GET', 'a page'],
    ['GET', 'a page\nof lines\n'],
    ['POST', 'a page'],
  ])('does not count as a host that has the commit no more: %s, %j', async (method, page) => {
    commitFiles(source, 'main', { 'a.txt': 'a' });
    await mirrored();
    const lost = lostCommit('gone');
    place.server.intercept = (request, response) => {
      if (request.method !== method) return false;
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      return true;
    };
    await expect(fetch([lost])).rejects.toMatchObject({ code: 'unavailable', retry: 'yes' });
    place.server.intercept = () => false;
    expect((await fetch([lost])).fetched).toEqual(new Set([lost]));
  });
});
