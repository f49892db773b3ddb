import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isDamagedMirror, onMirror } from '../../../../src/core/git/errors/damaged-mirror.ts';
import type { Refs } from '../../../../src/core/git/formats/refs.ts';
import { fetchLfs, pushLfs } from '../../../../src/core/git/lfs/lfs.ts';
import { inspectMirror } from '../../../../src/core/git/mirror/inspect.ts';
import { fetchMirror } from '../../../../src/core/git/mirror/mirror.ts';
import { readRefs } from '../../../../src/core/git/mirror/refs.ts';
import { cutHistory } from '../../../../src/core/git/objects/history-cut.ts';
import type { GitTool } from '../../../../src/core/git/process/git-tool.ts';
import { pushRefs } from '../../../../src/core/git/push/push.ts';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import { type GitServer, startGitServer } from '../../../helpers/servers/git-server.ts';
import {
  bareRepository,
  commitFiles,
  generous,
  git,
  makeTool,
  systemClock,
  type TemporaryFolder,
  temporaryFolder,
} from '../fixture.ts';

let server: GitServer;
let tool: GitTool;
let folder: TemporaryFolder;
let mirror: string;
let refs: Refs;

beforeAll(async () => {
  server = await startGitServer();
  bareRepository(server.root, 'empty.git');
  const source = bareRepository(server.root, 'source.git');
  for (const text of ['one', 'two', 'three']) commitFiles(source, 'main', { 'a.txt': text });
  git(source, 'tag', '-a', 'v1', '-m', 'first', 'main');
  const commit = git(source, 'rev-parse', 'main').trim();
  const many = Array.from({ length: 60 }, (_, index) => `${commit} refs/heads/b${index}\n`);
  writeFileSync(join(source, 'packed-refs'), many.sort().join(''));
});

afterAll(() => server.close());

beforeEach(async () => {
  folder = temporaryFolder();
  tool = await makeTool(join(folder.path, 'run'));
  rmSync(join(server.root, 'target.git'), { recursive: true, force: true });
  bareRepository(server.root, 'target.git');
  mirror = join(folder.path, 'mirror.git');
  refs = (await fetch(null)).refs;
});

afterEach(async () => {
  await tool.close();
  folder.remove();
});

function fetch(depth: number | null, name = 'source') {
  return fetchMirror({ git: tool, access: accessTo(name), directory: mirror, depth });
}

function accessTo(name: string) {
  return { url: `${server.url}/${name}.git`, credential: null };
}

function remove(name: string): void {
  rmSync(join(mirror, name), { recursive: true });
}

const work = {
  readRefs: () => readRefs({ git: tool, directory: mirror }),
  inspectMirror: () =>
    inspectMirror({
      git: tool,
      directory: mirror,
      refs,
      limits: generous,
      canPushWorkflows: true,
    }),
  'pushRefs with many refs': () => push(refs),
  'pushRefs with a few': () => push(new Map([...refs].slice(0, 3))),
  fetchLfs: () => fetchLfs({ ...lfs(), access: accessTo('source') }),
  pushLfs: () => pushLfs({ ...lfs(), access: accessTo('target') }),
  cutHistory: () => cutHistory({ git: tool, directory: mirror, refs }),
};

function lfs() {
  return { git: tool, directory: mirror, objects: [{ oid: 'a'.repeat(64), size: 5 }] };
}

function push(wanted: Refs) {
  return pushRefs({
    git: tool,
    access: accessTo('target'),
    directory: mirror,
    refs: wanted,
    defaultBranch: 'main',
    limits: generous,
    clock: systemClock,
  });
}

async function expectDamaged(running: Promise<unknown>): Promise<void> {
  const failure = await running.then(
    () => 'no failure',
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({
    code: 'unavailable',
    retry: 'yes',
    message: expect.stringContaining('The local mirror is missing or damaged'),
  });
  expect(isDamagedMirror(failure)).toBe(true);
}

describe('a mirror whose folder is gone', () => {
  it.each(Object.keys(work) as (keyof typeof work)[])('is recognised by %s', async (name) => {
    rmSync(mirror, { recursive: true });
    await expectDamaged(work[name]());
    expect(existsSync(mirror)).toBe(false);
  });
});

describe.each(['HEAD', 'objects', 'refs'])('a mirror without its %s', (lost) => {
  it.each(Object.keys(work) as (keyof typeof work)[])('is recognised by %s', async (name) => {
    remove(lost);
    await expectDamaged(work[name]());
  });
});

describe('a mirror without its packs', () => {
  const needPacks = [
    'inspectMirror',
    'pushRefs with many refs',
    'pushRefs with a few',
    'fetchLfs',
    'pushLfs',
  ] as const;

  it.each(needPacks)('is recognised by %s', async (name) => {
    for (const pack of readdirSync(join(mirror, 'objects/pack'))) remove(`objects/pack/${pack}`);
    await expectDamaged(work[name]());
  });

  it('is recognised by cutHistory', async () => {
    rmSync(mirror, { recursive: true });
    refs = (await fetch(1)).refs;
    for (const pack of readdirSync(join(mirror, 'objects/pack'))) remove(`objects/pack/${pack}`);
    await expectDamaged(work.cutHistory());
  });
});

describe('a mirror that has lost its refs', () => {
  it.each(['readRefs', 'pushRefs with a few'] as const)('is recognised by %s', async (name) => {
    remove('packed-refs');
    await expectDamaged(work[name]());
  });

  it('is not confused with the mirror of an empty repository', async () => {
    rmSync(mirror, { recursive: true });
    await fetch(null, 'empty');
    expect((await work.readRefs()).size).toBe(0);
  });
});

describe('what isDamagedMirror() recognises', () => {
  it('is mended by removing the folder and fetching again', async () => {
    remove('objects');
    await expectDamaged(work.inspectMirror());
    rmSync(mirror, { recursive: true });
    expect((await fetch(null)).refs).toEqual(refs);
    await work.inspectMirror();
  });

  it('is neither an interruption, nor a failure of a host, nor a message alone', async () => {
    const lookalike = new MigratorError('unavailable', 'The local mirror is missing or damaged');
    expect(isDamagedMirror(lookalike)).toBe(false);
    const directory = join(folder.path, 'nowhere');
    const interrupted = new MigratorError('interrupted', 'Interrupted');
    const other = new Error('other');
    const lose = (error: Error) => async () => {
      rmSync(directory, { recursive: true });
      throw error;
    };
    for (const [signal, error] of [
      [undefined, interrupted],
      [AbortSignal.abort(), other],
    ] as const) {
      git(folder.path, 'init', '-q', '--bare', directory);
      await expect(onMirror({ directory, signal }, lose(error))).rejects.toBe(error);
    }
    await expect(onMirror({ directory: mirror }, () => Promise.reject(other))).rejects.toBe(other);
    git(folder.path, 'init', '-q', '--bare', directory);
    await expectDamaged(onMirror({ directory }, lose(other)));
    await expect(
      pushRefs({
        git: tool,
        access: accessTo('none'),
        directory: mirror,
        refs,
        defaultBranch: null,
        limits: generous,
        clock: systemClock,
      }),
    ).rejects.toMatchObject({ code: 'not-found' });
  });
});
