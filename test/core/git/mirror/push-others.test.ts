import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Refs } from '../../../../src/core/git/formats/refs.ts';
import { listRemoteRefs, readRefs } from '../../../../src/core/git/mirror/refs.ts';
import { type PushRefs, type PushReport, pushRefs } from '../../../../src/core/git/push/push.ts';
import { bareRepository, commitFiles, generous, git, systemClock } from '../fixture.ts';
import { placeForEach } from '../git-place.ts';

const place = placeForEach();
let mirror: string;
let target: string;
let theirs: string;

beforeEach(async () => {
  mirror = bareRepository(place.folder, 'mirror.git');
  target = bareRepository(place.server.root, 'r.git');
  const other = bareRepository(place.folder, 'other.git');
  theirs = commitFiles(other, 'theirs', { 'z.txt': 'theirs' });
  git(other, 'push', '-q', target, 'theirs');
  git(target, 'update-ref', '-d', 'refs/heads/theirs');
});

function access() {
  return { url: `${place.server.url}/r.git`, credential: null };
}

function onTarget(): Promise<Refs> {
  return listRemoteRefs({ git: place.tool, access: access() });
}

function inMirror(): Promise<Refs> {
  return readRefs({ git: place.tool, directory: mirror });
}

async function push(options: Partial<PushRefs> = {}): Promise<PushReport> {
  return pushRefs({
    git: place.tool,
    access: access(),
    directory: mirror,
    refs: await inMirror(),
    defaultBranch: 'main',
    limits: generous,
    clock: systemClock,
    ...options,
  });
}

/** More branches, all naming one commit. */
function addBranches(count: number, commit: string): void {
  const names = Array.from({ length: count }, (_, index) => `refs/heads/f${index}`);
  const lines = [...names, 'refs/heads/wanted'].sort().map((name) => `${commit} ${name}\n`);
  writeFileSync(join(mirror, 'packed-refs'), lines.join(''));
}

/** Somebody else's push: the target has their commit under this name. */
function theyPush(ref: string): void {
  git(target, 'update-ref', ref, theirs);
}

function statusOf(report: PushReport) {
  return Object.fromEntries(report.results.map(({ ref, status }) => [ref, status]));
}

function failureOf(report: PushReport, ref: string) {
  return report.results.find((result) => result.ref === ref)?.failure;
}

const changed = {
  code: 'refused',
  message: expect.stringMatching(/refused refs\/\S+: someone else pushed to it/),
};

describe.each([
  ['a few refs', 3],
  ['many refs', 120],
])('a push of %s', (_name, count) => {
  let commit: string;
  beforeEach(() => {
    commit = commitFiles(mirror, 'main', { 'a.txt': 'one' });
    addBranches(count, commit);
    git(mirror, 'tag', 'v1', 'main');
  });

  it.each([
    ['nobody said what GitHub has', undefined],
    ['the target was empty', new Map<string, string>()],
  ])('leaves what somebody else has made meanwhile, where %s', async (_case, existing) => {
    theyPush('refs/heads/wanted');
    theyPush('refs/tags/v1');
    const report = await push(existing === undefined ? {} : { existing });
    const { 'refs/heads/wanted': branch, 'refs/tags/v1': tag, ...others } = statusOf(report);
    expect([branch, tag]).toEqual(['rejected', 'rejected']);
    expect(new Set(Object.values(others))).toEqual(new Set(['pushed']));
    expect(failureOf(report, 'refs/heads/wanted')).toMatchObject(changed);
    expect(failureOf(report, 'refs/tags/v1')).toMatchObject(changed);
    const there = await onTarget();
    expect(there.get('refs/heads/wanted')).toBe(theirs);
    expect(there.get('refs/tags/v1')).toBe(theirs);
    expect(there.get('refs/heads/main')).toBe(commit);
  });

  it('replaces what the target was known to have, but nothing that came later', async () => {
    theyPush('refs/heads/wanted');
    theyPush('refs/heads/f0');
    theyPush('refs/tags/v1');
    const existing = await onTarget();
    git(target, 'update-ref', '-d', 'refs/heads/f0');
    theyPush('refs/heads/f1');
    const report = await push({ existing });
    const rejected = report.results.filter(({ status }) => status === 'rejected');
    expect(rejected.map(({ ref }) => ref).sort()).toEqual(['refs/heads/f0', 'refs/heads/f1']);
    for (const { failure } of rejected) expect(failure).toMatchObject(changed);
    const there = await onTarget();
    expect(there.get('refs/heads/f1')).toBe(theirs);
    expect(there.has('refs/heads/f0')).toBe(false);
    expect(there.get('refs/heads/wanted')).toBe(commit);
    expect(there.get('refs/tags/v1')).toBe(commit);
  });
});

describe('a push in chunks', () => {
  const limits = { ...generous, maxPushBytes: 50_000 };
  beforeEach(() => {
    for (let index = 0; index < 6; index += 1) {
      commitFiles(mirror, 'main', { [`file${index}`]: randomBytes(20_000) });
    }
  });

  function isPush(request: IncomingMessage): boolean {
    return request.method === 'POST' && String(request.url).endsWith('git-receive-pack');
  }

  it('replaces a branch and a tag that the target was known to have', async () => {
    git(mirror, 'tag', '-a', 'v1', '-m', 'first', 'main');
    theyPush('refs/heads/main');
    theyPush('refs/tags/v1');
    const report = await push({ limits, existing: await onTarget() });
    expect(report.pushes).toBeGreaterThan(2);
    expect(await onTarget()).toEqual(await inMirror());
  });

  it('stops when somebody else moves the branch between two of them', async () => {
    let pushes = 0;
    place.server.intercept = (request) => {
      if (isPush(request)) pushes += 1;
      // The next push begins by asking for the refs.
      if (pushes === 2 && request.method === 'GET') theyPush('refs/heads/main');
      return false;
    };
    const report = await push({ limits });
    expect(failureOf(report, 'refs/heads/main')).toMatchObject(changed);
    expect((await onTarget()).get('refs/heads/main')).toBe(theirs);
    expect(pushes).toBe(2);
  });

  it.each([
    ['and curl sends it again', 1],
    ['twice', 2],
  ])('goes on where the host took a push and its answer was lost %s', async (_name, times) => {
    let lost = 0;
    place.server.intercept = (request, response) => {
      if (lost === times || !isPush(request)) return false;
      lost += 1;
      response.write = () => true;
      response.end = () => response.destroy();
      return false;
    };
    const report = await push({ limits: { ...generous, maxPushBytes: 400_000 } });
    expect(lost).toBe(times);
    expect(report.results.map(({ failure }) => failure)).toEqual([null]);
    expect(await onTarget()).toEqual(await inMirror());
  });
});
