import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GitObject, openObjects } from '../../../../sandbox/git/objects/object-reader.ts';
import { bareRepository, commitFiles, git, temporaryFolder } from '../../../core/git/fixture.ts';

let folder: ReturnType<typeof temporaryFolder>;
let repository: string;

beforeEach(() => {
  folder = temporaryFolder();
  repository = bareRepository(folder.path, 'one.git');
  commitFiles(repository, 'main', { 'a.txt': 'a', 'b/c.txt': 'c' });
  commitFiles(repository, 'main', { 'a.txt': 'b' });
});

afterEach(() => folder.remove());

function run(...args: string[]): string {
  return git(repository, ...args).trim();
}

function writeBlob(text: string): string {
  const path = join(folder.path, 'blob');
  writeFileSync(path, text);
  return run('hash-object', '-w', path);
}

/** All objects, as git lists them, with their types. */
function listed(): readonly (readonly [hash: string, type: string])[] {
  const format = '--batch-check=%(objectname) %(objecttype)';
  const lines = run('cat-file', '--batch-all-objects', format).split('\n');
  return lines.map((line) => [line.slice(0, 40), line.slice(41)]);
}

/** The hash that git gives an object with this content. */
function hashOf(object: GitObject | null): string | null {
  if (object === null) return null;
  const head = `${object.type} ${object.content.length}\0`;
  return createHash('sha1').update(head).update(object.content).digest('hex');
}

function expectAllRead(): void {
  using objects = openObjects(repository);
  for (const [hash, type] of listed()) {
    expect(objects.read(hash)?.type).toBe(type);
    expect(hashOf(objects.read(hash))).toBe(hash);
  }
}

function expectAllDescribed(): void {
  using objects = openObjects(repository);
  const format = '--batch-check=%(objectname) %(objecttype) %(objectsize)';
  const described = objects.names().map((hash) => {
    const { type, size } = objects.describe(hash) ?? {};
    return `${hash} ${type} ${size}`;
  });
  expect(described.join('\n')).toBe(run('cat-file', '--batch-all-objects', format));
}

describe('an object reader', () => {
  it('reads loose objects of every type', () => {
    run('tag', '-a', 'v1', '-m', 'one', run('commit-tree', '-m', 'Two', 'main^{tree}'));
    writeBlob('a'.repeat(100_000));
    expectAllRead();
  });

  it('reads from each of several packs', () => {
    run('repack', '-d', '-q');
    run('tag', '-a', 'v1', '-m', 'one', 'main');
    run('repack', '-d', '-q');
    expect(listed().length).toBeGreaterThan(7);
    expectAllRead();
    using objects = openObjects(repository);
    expect(objects.packed).toBe(listed().length);
  });

  it.each([
    ['by their offsets', 'true'],
    ['by hashes', 'false'],
  ])('reads what differs from other objects, which are named %s', (_, offsets) => {
    const lines = Array.from({ length: 3000 }, (_, line) => `line ${line * 7919}`);
    for (const at of [1, 2000, 2999]) {
      lines[at] = `changed ${at}`;
      commitFiles(repository, 'main', { 'long.txt': lines.join('\n') });
    }
    run('-c', `repack.useDeltaBaseOffset=${offsets}`, 'repack', '-a', '-d', '-f', '-q');
    const deltas = run('cat-file', '--batch-all-objects', '--batch-check=%(deltabase)');
    expect(new Set(deltas.split('\n')).size).toBeGreaterThan(1);
    expectAllRead();
    expectAllDescribed();
  });

  it('leaves objects of more than 1 MiB to git, and knows none that is not there', () => {
    const large = writeBlob('x'.repeat(2 ** 20 + 1));
    for (const packed of [false, true]) {
      if (packed) {
        run('tag', 'large', large);
        run('repack', '-a', '-d', '-q');
      }
      using objects = openObjects(repository);
      for (const hash of [large, 'f'.repeat(40), large.slice(0, 12), '../HEAD']) {
        expect(objects.read(hash)).toBe(null);
      }
      expect(objects.describe(large)).toEqual(packed ? { type: 'blob', size: 2 ** 20 + 1 } : null);
    }
  });

  it('finds by digits what is loose and what is packed, of other repositories as well', () => {
    const packed = run('rev-parse', 'main');
    run('repack', '-a', '-d', '-q');
    const loose = run('commit-tree', '-m', 'Two', 'main^{tree}');
    const other = bareRepository(folder.path, 'two.git');
    using objects = openObjects(other, repository);
    for (const hash of [packed, loose]) {
      expect(objects.find(hash.slice(0, 12))).toEqual([hash]);
      expect(objects.find(hash)).toEqual([hash]);
    }
    expect(
      objects.find(packed.slice(0, 2)).every((one) => one.startsWith(packed.slice(0, 2))),
    ).toBe(true);
    using alone = openObjects(other);
    expect(alone.find(packed)).toEqual([]);
  });
});
