import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inspectMirror } from '../../../../src/core/git/mirror/inspect.ts';
import { readRefs } from '../../../../src/core/git/mirror/refs.ts';
import type { GitTool } from '../../../../src/core/git/process/git-tool.ts';
import type { TargetLimits } from '../../../../src/core/ports/target-host.ts';
import { lfsPointer } from '../../../helpers/servers/lfs-server.ts';
import {
  bareRepository,
  commitFiles,
  generous,
  git,
  makeTool,
  type TemporaryFolder,
  temporaryFolder,
} from '../fixture.ts';

let tool: GitTool;
let mirror: string;
let folder: TemporaryFolder;

beforeEach(async () => {
  folder = temporaryFolder();
  tool = await makeTool(join(folder.path, 'run'));
  mirror = bareRepository(folder.path, 'mirror.git');
});

afterEach(async () => {
  await tool.close();
  folder.remove();
});

async function inspect(limits: Partial<TargetLimits> = {}, canPushWorkflows = true) {
  return inspectMirror({
    git: tool,
    directory: mirror,
    refs: await readRefs({ git: tool, directory: mirror }),
    limits: { ...generous, ...limits },
    canPushWorkflows,
  });
}

describe('inspectMirror', () => {
  it('finds nothing to say about an ordinary repository', async () => {
    commitFiles(mirror, 'main', { 'a.txt': 'one', '.github/workflows/ci.yml': 'on: push' });
    const { problems, lfsObjects, packBytes } = await inspect();
    expect(problems).toEqual([]);
    expect(lfsObjects).toEqual([]);
    expect(packBytes).toBeGreaterThan(100);
  });

  it('finds nothing in an empty repository', async () => {
    expect(await inspect()).toEqual({ lfsObjects: [], packBytes: 0, problems: [] });
  });

  it('names a file that is too large with its path and the commit that added it', async () => {
    const commit = commitFiles(mirror, 'main', { 'data/ünïcödé file.bin': randomBytes(5000) });
    commitFiles(mirror, 'main', { 'data/ünïcödé file.bin': 'now small' });
    const { problems } = await inspect({ maxFileBytes: 4000 });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ code: 'refused' });
    expect(problems[0]?.message).toContain('data/ünïcödé file.bin');
    expect(problems[0]?.message).toContain(commit);
    expect(problems[0]?.hint).toContain('git lfs migrate import --everything --above=4001b');
  });

  it('says how to remove a tag that names a large file itself', async () => {
    commitFiles(mirror, 'main', { 'a.txt': 'one' });
    writeFileSync(join(mirror, 'large'), randomBytes(5000));
    const file = git(mirror, 'hash-object', '-w', 'large').trim();
    git(mirror, 'tag', '-a', '-m', 'A key', 'the-key', file);
    const { problems } = await inspect({ maxFileBytes: 4000 });
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('(refs/tags/the-key)'),
    ]);
    expect(problems[0]?.hint).toContain('`git push origin --delete refs/tags/the-key`');
  });

  it('offers no rewrite of what a rewrite has left', async () => {
    commitFiles(mirror, 'main', { '.gitattributes': randomBytes(5000) });
    const found = await inspectMirror({
      ...{ git: tool, directory: mirror, isRewritten: true, canPushWorkflows: true },
      refs: await readRefs({ git: tool, directory: mirror }),
      limits: { ...generous, maxFileBytes: 4000 },
    });
    expect(found.problems[0]?.hint).toContain('Remove it on Bitbucket');
    expect(found.problems[0]?.hint).not.toContain('--large-files');
  });

  it('says nothing of a large file that no ref reaches', async () => {
    commitFiles(mirror, 'main', { 'a.txt': 'one' });
    commitFiles(mirror, 'gone', { large: randomBytes(5000) });
    git(mirror, 'update-ref', '-d', 'refs/heads/gone');
    expect((await inspect({ maxFileBytes: 4000 })).problems).toEqual([]);
  });

  it('cannot judge sizes where the limit is not known', async () => {
    commitFiles(mirror, 'main', { large: randomBytes(5000) });
    expect((await inspect({ maxFileBytes: null })).problems).toEqual([]);
  });

  it('names workflow files that the token may not push, also of the past and of merged branches', async () => {
    commitFiles(mirror, 'main', { 'a.txt': 'one' });
    const commit = commitFiles(mirror, 'side', { '.github/workflows/ci.yml': 'on: push' });
    git(mirror, 'branch', 'other', 'main');
    const { problems } = await inspect({}, false);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toContain('.github/workflows/ci.yml');
    expect(problems[0]?.message).toContain(commit);
    expect(problems[0]?.hint).toContain('`workflow`');
  });

  it('names refs that are too long or look like an object', async () => {
    const commit = commitFiles(mirror, 'main', { 'a.txt': 'one' });
    const long = `refs/heads/${'ü'.repeat(130)}`;
    const digits = `refs/tags/${'a'.repeat(40)}`;
    writeFileSync(
      join(mirror, 'packed-refs'),
      [long, digits]
        .sort()
        .map((name) => `${commit} ${name}\n`)
        .join(''),
    );
    const { problems } = await inspect();
    expect(problems.map(({ message }) => message).sort()).toEqual([
      expect.stringContaining(`Ref name ${long} is 271 bytes long`),
      expect.stringContaining(`Ref ${digits} looks like an object`),
    ]);
  });

  it('names a ref whose name is not UTF-8, with its odd bytes escaped', async () => {
    const commit = commitFiles(mirror, 'main', { 'a.txt': 'one' });
    const packed = `${commit} refs/tags/lat\xe8\n${commit} refs/tags/lat\xe9\n`;
    writeFileSync(join(mirror, 'packed-refs'), Buffer.from(packed, 'latin1'));
    const { problems } = await inspect();
    expect(problems.map(({ code, message }) => [code, message])).toEqual([
      ['refused', 'Ref refs/tags/lat\\xe8 cannot be pushed: its name is not UTF-8'],
      ['refused', 'Ref refs/tags/lat\\xe9 cannot be pushed: its name is not UTF-8'],
    ]);
  });

  it('names a commit that is too large for one push', async () => {
    commitFiles(mirror, 'main', { 'a.txt': 'one' });
    const commit = commitFiles(mirror, 'main', { a: randomBytes(3000), b: randomBytes(3000) });
    commitFiles(mirror, 'main', { c: randomBytes(3000) });
    const { problems } = await inspect({ maxPushBytes: 4000 });
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toContain(commit);
    expect(problems[0]?.hint).toContain('git lfs migrate import --everything --above=10485761b');
  });

  it('finds no LFS object that only a deleted branch pointed to', async () => {
    commitFiles(mirror, 'main', { 'a.txt': 'one' });
    commitFiles(mirror, 'gone', { 'a.bin': lfsPointer(Buffer.from('content')).pointer });
    git(mirror, 'update-ref', '-d', 'refs/heads/gone');
    expect((await inspect()).lfsObjects).toEqual([]);
  });

  it('finds each LFS object once, and no file that only looks like a pointer', async () => {
    const one = lfsPointer(Buffer.from('content'));
    commitFiles(mirror, 'main', {
      'a.bin': one.pointer,
      'copy.bin': `${one.pointer}\n`,
      'text.txt': `about ${one.pointer}`,
      'small.txt': 'x'.repeat(300),
    });
    expect((await inspect()).lfsObjects).toEqual([{ oid: one.oid, size: one.size }]);
  });
});
