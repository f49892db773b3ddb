import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Refs, readRefs } from '../../../../src/core/git/mirror/refs.ts';
import { type PushRefs, type PushReport, pushRefs } from '../../../../src/core/git/push/push.ts';
import type { Clock } from '../../../../src/core/kernel/clock.ts';
import {
  bareRepository,
  commitFiles,
  commitHistory,
  generous,
  git,
  systemClock,
} from '../fixture.ts';
import { placeForEach } from '../git-place.ts';

const password = 'token-hunter2-hunter2';
const place = placeForEach({ username: 'x', password });
let mirror: string;
let target: string;

beforeEach(async () => {
  mirror = bareRepository(place.folder, 'mirror.git');
  target = bareRepository(place.server.root, 'o/r.git');
});

function access() {
  return { url: `${place.server.url}/o/r.git`, credential: { username: 'x', password } };
}

async function push(options: Partial<PushRefs> = {}): Promise<PushReport> {
  return pushRefs({
    git: place.tool,
    access: access(),
    directory: mirror,
    refs: await readRefs({ git: place.tool, directory: mirror }),
    defaultBranch: 'main',
    limits: generous,
    clock: systemClock,
    ...options,
  });
}

/** From its folder: a list by the network takes six processes more. */
function onTarget(): Promise<Refs> {
  return readRefs({ git: place.tool, directory: target });
}

/** As many commits on `main`, each with a file of 20 kB. */
function commitLarge(count: number): void {
  commitHistory(
    mirror,
    'main',
    Array.from({ length: count }, (_, index) => ({ [`file${index}`]: randomBytes(20_000) })),
  );
}

function packRefs(names: readonly string[], commit: string): void {
  writeFileSync(
    join(mirror, 'packed-refs'),
    [...names]
      .sort()
      .map((name) => `${commit} ${name}\n`)
      .join(''),
  );
}

/** A hook of the target that prints and refuses, as a host does. */
function hook(name: 'pre-receive' | 'update', script: string): void {
  mkdirSync(join(target, 'hooks'), { recursive: true });
  const path = join(target, 'hooks', name);
  writeFileSync(path, `#!/bin/sh\n${script}`);
  chmodSync(path, 0o755);
}

/** Prints the lines to standard error, as a host's hook does, and refuses. */
function refusing(text: string): string {
  const recorded = join(place.folder, 'recorded.txt');
  writeFileSync(recorded, text);
  return `cat >/dev/null\ncat '${recorded}' >&2\nexit 1\n`;
}

function rejectionsOf(report: PushReport) {
  return report.results.flatMap(({ failure }) => (failure === null ? [] : [failure]));
}

describe('pushRefs', () => {
  it('pushes branches and tags, annotated ones too, in one push with the default branch first', async () => {
    const commit = commitFiles(mirror, 'main', { 'a.txt': 'one' });
    commitFiles(mirror, 'aaa', { 'b.txt': 'two' });
    git(mirror, 'tag', '-a', 'v1', '-m', 'first', commit);
    hook('pre-receive', `cat > '${place.folder}/order'\n`);
    const report = await push();
    expect(report.pushes).toBe(1);
    expect(await onTarget()).toEqual(await readRefs({ git: place.tool, directory: mirror }));
    const order = readFileSync(join(place.folder, 'order'), 'utf8').split('\n');
    expect(order.map((line) => line.split(' ')[2]).filter(Boolean)).toEqual([
      'refs/heads/main',
      'refs/heads/aaa',
      'refs/tags/v1',
    ]);
  });

  it('pushes 1,010 refs and odd names in batches of 500', async () => {
    const commit = commitFiles(mirror, 'main', { 'a.txt': 'one' });
    const odd = [
      'refs/heads/--upload-pack=touch',
      'refs/heads/$(id)',
      "refs/heads/it's",
      'refs/heads/"quoted"',
      'refs/heads/a;b',
      'refs/heads/分支',
      'refs/tags/-d',
    ];
    const many = Array.from({ length: 1002 }, (_, index) => `refs/heads/f/${index}`);
    packRefs([...odd, ...many, 'refs/heads/main'], commit);
    const report = await push();
    expect(report.pushes).toBe(3);
    expect(report.results.every(({ status }) => status === 'pushed')).toBe(true);
    const there = await onTarget();
    expect(there.size).toBe(1010);
    expect(there).toEqual(await readRefs({ git: place.tool, directory: mirror }));
  });

  it('leaves out what the target has already, and runs nothing if that is all', async () => {
    commitFiles(mirror, 'main', { 'a.txt': 'one' });
    await push();
    place.server.requests.length = 0;
    const report = await push({ existing: await onTarget() });
    expect(report.pushes).toBe(0);
    expect(report.results.map(({ status }) => status)).toEqual(['up-to-date']);
    expect(place.server.requests.filter(({ line }) => line.includes('receive-pack'))).toEqual([]);
  });

  it('reports refs that the target already had unannounced', async () => {
    commitFiles(mirror, 'main', { 'a.txt': 'one' });
    await push();
    commitFiles(mirror, 'new', { 'b.txt': 'two' });
    const report = await push();
    expect(report.results.map(({ ref, status }) => `${ref} ${status}`).sort()).toEqual([
      'refs/heads/main up-to-date',
      'refs/heads/new pushed',
    ]);
    const again = await push();
    expect(again.results.map(({ status }) => status)).toEqual(['up-to-date', 'up-to-date']);
  });

  it('ends while it waits for its turn when the signal is aborted', async () => {
    commitFiles(mirror, 'main', { 'a.txt': 'one' });
    hook('pre-receive', 'cat >/dev/null\necho "Internal Server Error" >&2\nexit 1\n');
    commitFiles(mirror, 'side', { 'a.txt': 'two' });
    const stop = new AbortController();
    const running = push({
      limits: { ...generous, pushesPerMinute: 1 },
      signal: stop.signal,
      onWait: () => queueMicrotask(() => stop.abort()),
    });
    await expect(running).rejects.toMatchObject({ code: 'interrupted' });
  });

  it('replaces a ref of the target that names something else', async () => {
    commitFiles(mirror, 'main', { 'a.txt': 'one' });
    const other = bareRepository(place.folder, 'other.git');
    commitFiles(other, 'main', { 'z.txt': 'other' });
    git(other, 'push', '-q', target, 'main');
    await push({ existing: await onTarget() });
    expect(await onTarget()).toEqual(await readRefs({ git: place.tool, directory: mirror }));
  });

  it('sends fewer refs at once where a policy asks for it', async () => {
    const commit = commitFiles(mirror, 'main', { 'a.txt': 'one' });
    packRefs(
      ['refs/heads/main', ...Array.from({ length: 11 }, (_, index) => `refs/heads/f${index}`)],
      commit,
    );
    hook(
      'pre-receive',
      'n=$(wc -l)\nif [ "$n" -gt 5 ]; then echo "error: GH013: Repository rule violations found" >&2; echo "Pushes can not update more than 5 branches or tags." >&2; exit 1; fi\n',
    );
    const report = await push();
    expect(report.pushes).toBe(1 + 3);
    expect((await onTarget()).size).toBe(12);
  });

  it('halves where the target fails with many refs', async () => {
    const commit = commitFiles(mirror, 'main', { 'a.txt': 'one' });
    packRefs(
      ['refs/heads/main', ...Array.from({ length: 15 }, (_, index) => `refs/heads/f${index}`)],
      commit,
    );
    hook(
      'pre-receive',
      'n=$(wc -l)\nif [ "$n" -gt 4 ]; then echo "Internal Server Error" >&2; exit 1; fi\n',
    );
    const report = await push();
    expect(report.pushes).toBe(7);
    expect((await onTarget()).size).toBe(16);
    expect(rejectionsOf(report)).toEqual([]);
  });

  it('sends a history in chunks that the target takes', async () => {
    commitLarge(8);
    commitFiles(mirror, 'side', { other: randomBytes(20_000) });
    git(mirror, 'tag', '-a', 'v1', '-m', 'first', 'main');
    git(target, 'config', 'receive.maxInputSize', '50000');
    const report = await push({ limits: { ...generous, maxPushBytes: 50_000 } });
    expect(rejectionsOf(report)).toEqual([]);
    expect(report.pushes).toBeGreaterThan(3);
    expect(await onTarget()).toEqual(await readRefs({ git: place.tool, directory: mirror }));
    git(target, 'fsck', '--strict');
  });

  it('measures also where the target has objects that are not here', async () => {
    commitLarge(4);
    const other = bareRepository(place.folder, 'other.git');
    commitFiles(other, 'main', { 'z.txt': 'other' });
    git(other, 'push', '-q', target, 'main');
    const report = await push({
      existing: await onTarget(),
      limits: { ...generous, maxPushBytes: 50_000 },
    });
    expect(report.pushes).toBe(2);
    expect(await onTarget()).toEqual(await readRefs({ git: place.tool, directory: mirror }));
    expect(report.results).toEqual([
      {
        ref: 'refs/heads/main',
        oid: git(mirror, 'rev-parse', 'main').trim(),
        status: 'pushed',
        failure: null,
      },
    ]);
  });

  it('finds smaller chunks where the target accepts less than it says', async () => {
    commitLarge(8);
    commitFiles(mirror, 'side', { other: randomBytes(20_000) });
    git(target, 'config', 'receive.maxInputSize', '50000');
    const report = await push();
    expect(rejectionsOf(report)).toEqual([]);
    expect(await onTarget()).toEqual(await readRefs({ git: place.tool, directory: mirror }));
  });

  /** As a proxy does: by the length of the request. */
  function takeNoMoreThan(bytes: number): void {
    place.server.intercept = (request, response) => {
      if (Number(request.headers['content-length'] ?? 0) <= bytes) return false;
      request.resume();
      response.writeHead(413).end();
      return true;
    };
  }

  it('sends less at a time where a proxy finds it too much', async () => {
    commitLarge(8);
    takeNoMoreThan(50_000);
    const report = await push();
    expect(rejectionsOf(report)).toEqual([]);
    expect(await onTarget()).toEqual(await readRefs({ git: place.tool, directory: mirror }));
  });

  it('says that a commit is too large for a proxy', async () => {
    commitFiles(mirror, 'main', { large: randomBytes(90_000) });
    takeNoMoreThan(50_000);
    const [failure] = rejectionsOf(await push());
    expect(failure).toMatchObject({ code: 'refused' });
    expect(failure?.message).toContain('refs/heads/main: 413 Payload Too Large');
  });

  it('says which ref has a commit that is too large for any push', async () => {
    commitFiles(mirror, 'main', { small: 'x' });
    commitFiles(mirror, 'main', { large: randomBytes(90_000) });
    git(target, 'config', 'receive.maxInputSize', '50000');
    const report = await push();
    expect(rejectionsOf(report)).toMatchObject([
      { code: 'refused', message: expect.stringContaining('refs/heads/main') },
    ]);
    expect(report.results[0]?.status).toBe('rejected');
  });

  it("respects the target's pushes per minute and reports the wait", async () => {
    const commit = commitFiles(mirror, 'main', { 'a.txt': 'one' });
    packRefs(
      ['refs/heads/main', ...Array.from({ length: 3 }, (_, index) => `refs/heads/f${index}`)],
      commit,
    );
    hook(
      'pre-receive',
      'n=$(wc -l)\nif [ "$n" -gt 1 ]; then echo "Pushes can not update more than 1 branches or tags." >&2; exit 1; fi\n',
    );
    let now = 1_000_000;
    const clock: Clock = {
      now: () => now,
      sleep: async (milliseconds) => {
        now += milliseconds;
      },
    };
    const waits: number[] = [];
    const report = await push({
      clock,
      limits: { ...generous, pushesPerMinute: 2 },
      onWait: ({ until }) => waits.push(until),
    });
    expect(report.pushes).toBe(5);
    expect(waits).toEqual([1_060_000, 1_120_000]);
    expect((await onTarget()).size).toBe(4);
  });

  it('reports each ref separately where the target refuses one of them', async () => {
    const commit = commitFiles(mirror, 'main', { 'a.txt': 'one' });
    packRefs(['refs/heads/main', 'refs/heads/bad', 'refs/heads/good'], commit);
    hook('update', 'if [ "$1" = refs/heads/bad ]; then echo "not this one" >&2; exit 1; fi\n');
    const report = await push();
    const status = Object.fromEntries(report.results.map((result) => [result.ref, result.status]));
    expect(status).toEqual({
      'refs/heads/main': 'pushed',
      'refs/heads/bad': 'rejected',
      'refs/heads/good': 'pushed',
    });
    expect(rejectionsOf(report)[0]?.message).toContain('not this one');
  });

  it('names the files that are too large', async () => {
    commitFiles(mirror, 'main', { 'a.txt': 'one' });
    hook(
      'pre-receive',
      refusing(
        'error: Trace: 4e0\nerror: See https://gh.io/lfs for more information.\n' +
          "error: File data/big file.bin is 301.74 MB; this exceeds GitHub's file size limit of 100.00 MB\n" +
          'error: GH001: Large files detected. You may want to try Git Large File Storage - https://git-lfs.github.com/.\n',
      ),
    );
    const [failure] = rejectionsOf(await push());
    expect(failure).toMatchObject({ code: 'refused' });
    expect(failure?.message).toContain('data/big file.bin (301.74 MB)');
    expect(failure?.hint).toContain('git lfs migrate import');
  });

  it('gives the addresses at which secrets can be let through', async () => {
    commitFiles(mirror, 'main', { 'a.txt': 'one' });
    const address = 'https://github.com/o/r/security/secret-scanning/unblock-secret/2abc';
    hook(
      'pre-receive',
      refusing(
        'error: GH013: Repository rule violations found for refs/heads/main.\n\n- GITHUB PUSH PROTECTION\n' +
          '  - Push cannot contain secrets\n\n  —— GitHub Personal Access Token ———\n   locations:\n     - commit: 1234\n' +
          `       path: f:34\n\n   (?) To push, remove secret from commit(s) or follow this URL to allow the secret.\n   ${address}\n`,
      ),
    );
    const [failure] = rejectionsOf(await push());
    expect(failure?.code).toBe('refused');
    expect(failure?.message).toContain('GitHub Personal Access Token');
    expect(failure?.hint).toContain(address);
  });

  it('stops after a few pushes where the target always fails', async () => {
    const commit = commitFiles(mirror, 'main', { 'a.txt': 'one' });
    packRefs(
      ['refs/heads/main', ...Array.from({ length: 63 }, (_, index) => `refs/heads/f${index}`)],
      commit,
    );
    hook('pre-receive', 'cat >/dev/null\necho "Internal Server Error" >&2\nexit 1\n');
    const report = await push();
    expect(report.pushes).toBeLessThan(12);
    expect(rejectionsOf(report)).toHaveLength(64);
    expect(rejectionsOf(report)[63]).toMatchObject({ code: 'unavailable', retry: 'yes' });
  });

  it('ends when the signal is aborted, and a resume sends what is left', async () => {
    commitFiles(mirror, 'main', { 'a.txt': 'one' });
    const stop = new AbortController();
    const started = Promise.withResolvers<void>();
    place.server.intercept = (request) => {
      if (request.method !== 'POST') return false;
      started.resolve();
      return new Promise(() => undefined);
    };
    const running = push({ signal: stop.signal }).catch((error: unknown) => error);
    await started.promise;
    stop.abort();
    expect(await running).toMatchObject({ code: 'interrupted' });
    place.server.intercept = () => false;
    const report = await push({ existing: await onTarget() });
    expect(report.results.map(({ status }) => status)).toEqual(['pushed']);
  });

  it('reports progress', async () => {
    commitFiles(mirror, 'main', { 'a.txt': 'one' });
    const seen: string[] = [];
    await push({ onProgress: ({ what, done, total }) => seen.push(`${what} ${done}/${total}`) });
    expect(seen).toContain('sending objects 3/3');
  });

  it('fails as a whole where the credentials are rejected', async () => {
    commitFiles(mirror, 'main', { 'a.txt': 'one' });
    await expect(
      push({ access: { ...access(), credential: { username: 'x', password: 'wrong-one' } } }),
    ).rejects.toMatchObject({ code: 'credentials' });
  });

  it.each([
    [429, 'rate-limit'],
    [403, 'permission'],
    [410, 'credentials'],
  ])('tells of a push that ends with %i as what it is', async (status, code) => {
    commitFiles(mirror, 'main', { 'a.txt': 'one' });
    place.server.intercept = (request, response) => {
      if (request.method !== 'POST') return false;
      response.writeHead(status).end();
      return true;
    };
    await expect(push()).rejects.toMatchObject({ code });
  });

  it('pushes a branch that is called refs/heads/main, also when the target has both already', async () => {
    const first = commitFiles(mirror, 'main', { 'a.txt': 'one' });
    git(mirror, 'update-ref', 'refs/heads/refs/heads/main', first);
    git(mirror, 'update-ref', 'refs/tags/refs/heads/main', first);
    await push();
    expect(await onTarget()).toEqual(await readRefs({ git: place.tool, directory: mirror }));
    const second = commitFiles(mirror, 'next', { 'a.txt': 'two' });
    git(mirror, 'update-ref', 'refs/heads/main', second);
    git(mirror, 'update-ref', 'refs/heads/refs/heads/main', second);
    const report = await push({ existing: await onTarget() });
    expect(rejectionsOf(report)).toEqual([]);
    expect(await onTarget()).toEqual(await readRefs({ git: place.tool, directory: mirror }));
  });

  it('pushes such a branch in pieces where its history is too large for one push', async () => {
    const history = ['a', 'b', 'c'].map((name) => ({ [name]: randomBytes(3000) }));
    const tip = commitHistory(mirror, 'main', history);
    git(mirror, 'update-ref', 'refs/heads/refs/heads/main', tip);
    const report = await push({ limits: { ...generous, maxPushBytes: 5000 } });
    expect(rejectionsOf(report)).toEqual([]);
    expect(report.pushes).toBeGreaterThan(1);
    expect(await onTarget()).toEqual(await readRefs({ git: place.tool, directory: mirror }));
  });
});
