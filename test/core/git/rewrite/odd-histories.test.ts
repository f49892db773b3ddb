import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitFiles, git } from '../fixture.ts';
import { large, openRewritePlace, type RewritePlace, writeRaw } from './rewrite-place.ts';

let place: RewritePlace;
let at: string;
let copy: string;

beforeEach(async () => {
  place = await openRewritePlace();
  at = place.directory;
  copy = place.copy;
});
afterEach(() => place.close());

const bytesOf = (oid: string) => Buffer.from(oid, 'hex').toString('latin1');

/** Writes a tree as it is, also one that git itself would not write. */
function writeTree(...entries: readonly (readonly [string, string, string])[]): string {
  const raw = entries.map(([mode, name, oid]) => `${mode} ${name}\0${bytesOf(oid)}`).join('');
  return writeRaw(at, 'tree', raw);
}

function commitTree(tree: string, name = 'main'): string {
  const commit = git(at, 'commit-tree', tree, '-m', 'odd').trim();
  git(at, 'update-ref', `refs/heads/${name}`, commit);
  return commit;
}

/** The filter that a checkout of a commit gives a path. */
function filterOf(commit: string, path: string): string {
  git(copy, 'read-tree', commit);
  return git(copy, 'check-attr', '--cached', '-z', 'filter', path).split('\0')[2] ?? '';
}

const blob = (content: string) => writeRaw(at, 'blob', content);

describe('a rewrite of odd trees', () => {
  it('wins over lines that take the filter back, in any folder', async () => {
    commitFiles(at, 'main', {
      '.gitattributes': '/b.bin filter=lfs diff=lfs merge=lfs -text\n*.bin -filter',
      'b.bin': large('b'),
      'deep/.gitattributes': '*.bin !filter\n',
      'deep/er/c.bin': large('c'),
      'deep/er/still/.gitattributes': 'd.bin filter=other',
      'deep/er/still/d.bin': large('d'),
      'deep/er/small.bin': 'small',
    });
    const { refs } = await place.rewrite();
    const main = refs.get('refs/heads/main') ?? '';
    for (const path of ['b.bin', 'deep/er/c.bin', 'deep/er/still/d.bin'])
      expect(filterOf(main, path), path).toBe('lfs');
    expect(filterOf(main, 'deep/er/small.bin')).toBe('unspecified');
  });

  it.each([
    'a "quoted".bin',
    '#a.bin',
    '!a.bin',
    'a\nb\tc.bin',
    ' a .bin ',
    'ä ☃.bin',
    'a\\b[c]*?.bin',
    'a'.repeat(200),
  ])('gives the filter to %j', async (name) => {
    const inner = writeTree(['100644', Buffer.from(name).toString('latin1'), blob(large('b'))]);
    commitTree(writeTree(['40000', 'd d', inner]));
    const { refs } = await place.rewrite();
    const main = refs.get('refs/heads/main') ?? '';
    expect(filterOf(main, `d d/${name}`)).toBe('lfs');
    expect(place.checkedOut(main, `d d/${name}`)).toBe(large('b'));
  });

  it('gives the filter to a path with many spaces', async () => {
    const folder = ' x'.repeat(100);
    commitFiles(at, 'main', { [`${folder}/${folder}/b`]: large('b') });
    const { refs } = await place.rewrite();
    expect(filterOf(refs.get('refs/heads/main') ?? '', `${folder}/${folder}/b`)).toBe('lfs');
  });

  it('finds large files below modes with leading zeros', async () => {
    const inner = writeTree(['0100644', 'b', blob(large('b'))]);
    const tree = git(at, 'rev-parse', commitTree(writeTree(['040000', 'd', inner]))).trim();
    const { commits, refs } = await place.rewrite();
    expect(commits.mapped(tree)).not.toBe(tree);
    expect(place.checkedOut(refs.get('refs/heads/main') ?? '', 'd/b')).toBe(large('b'));
  });

  it('keeps links, submodules and executables', async () => {
    const elsewhere = 'e'.repeat(40);
    const tree = writeTree(
      ['120000', 'link', blob('b')],
      ['160000', 'module', elsewhere],
      ['100755', 'run', blob(large('r'))],
    );
    commitTree(tree);
    const { refs } = await place.rewrite();
    const main = refs.get('refs/heads/main') ?? '';
    const listed = git(copy, 'ls-tree', main);
    expect(listed).toContain(`160000 commit ${elsewhere}\tmodule`);
    expect(listed).toContain('120000 blob');
    expect(listed).toContain('100755 blob');
    expect(place.checkedOut(main, 'run')).toBe(large('r'));
  });

  it('keeps apart names that differ in case alone, and files of the same content', async () => {
    commitFiles(at, 'main', { 'A.bin': large('b'), 'a.bin': large('b'), b: large('c') });
    const { refs, files } = await place.rewrite();
    const main = refs.get('refs/heads/main') ?? '';
    expect(files).toHaveLength(2);
    for (const path of ['A.bin', 'a.bin']) expect(place.checkedOut(main, path)).toBe(large('b'));
  });
});

describe('a rewrite of odd commits', () => {
  it('maps commits that differ in their signatures alone', async () => {
    const tree = git(
      at,
      'rev-parse',
      `${commitFiles(at, 'main', { b: large('b') })}^{tree}`,
    ).trim();
    const write = (signature: string) =>
      writeRaw(
        at,
        'commit',
        `tree ${tree}\nauthor A <a> 1 +051800\ncommitter A <a> 1 -0000\n${signature}\nsame`,
      );
    const olds = ['', 'gpgsig -----BEGIN\n one\n', 'gpgsig -----BEGIN\n two\n'].map(write);
    for (const [index, old] of olds.entries()) git(at, 'update-ref', `refs/heads/b${index}`, old);
    const { commits, lostSignatures } = await place.rewrite();
    expect(new Set(olds.map((old) => commits.mapped(old))).size).toBe(1);
    expect(lostSignatures.commits).toBe(2);
  });

  it('follows a file that only one parent of a merge has, and empty commits', async () => {
    const base = commitFiles(at, 'main', { a: 'one' });
    git(at, 'branch', 'side', 'main');
    const side = commitFiles(at, 'side', { b: large('b') });
    const tree = git(at, 'rev-parse', `${base}^{tree}`).trim();
    const merge = git(at, 'commit-tree', tree, '-p', base, '-p', side, '-m', 'ours').trim();
    const empty = git(at, 'commit-tree', tree, '-p', merge, '-m', 'empty').trim();
    git(at, 'update-ref', 'refs/heads/main', empty);
    const { commits } = await place.rewrite();
    expect(commits.mapped(base)).toBe(base);
    const now = git(copy, 'log', '-1', '--format=%P', commits.mapped(merge)).trim();
    expect(now).toBe(`${base} ${commits.mapped(side)}`);
    expect(commits.mapped(empty)).not.toBe(empty);
  });

  it('counts a merged signed tag as a lost signature', async () => {
    const base = commitFiles(at, 'main', { b: large('b') });
    const tree = git(at, 'rev-parse', `${base}^{tree}`).trim();
    const mergetag = `mergetag object ${base}\n type commit\n tag v\n tagger A <a> 1 +0000\n \n v\n -----BEGIN PGP SIGNATURE-----\n abc\n -----END PGP SIGNATURE-----\n`;
    const merge = writeRaw(
      at,
      'commit',
      `tree ${tree}\nparent ${base}\nauthor A <a> 1 +0000\ncommitter A <a> 1 +0000\n${mergetag}\nmerge`,
    );
    git(at, 'update-ref', 'refs/heads/main', merge);
    const { lostSignatures } = await place.rewrite();
    expect(lostSignatures.commits).toBe(1);
  });

  it('keeps a message that quotes a signature, and drops the signature at its end', async () => {
    const base = commitFiles(at, 'main', { b: large('b') });
    const quoted = '-----BEGIN PGP SIGNATURE-----\nquoted\n-----END PGP SIGNATURE-----\n';
    const tag = writeRaw(
      at,
      'tag',
      `object ${base}\ntype commit\ntag v\ntagger A <a> 1 +0000\n\nSee\n${quoted}for more.\n${quoted}`,
    );
    git(at, 'update-ref', 'refs/tags/v', tag);
    const { lostSignatures } = await place.rewrite();
    expect(git(copy, 'cat-file', 'tag', 'v')).toContain(`\n\nSee\n${quoted}for more.\n`);
    expect(git(copy, 'cat-file', 'tag', 'v').endsWith('for more.\n')).toBe(true);
    expect(lostSignatures.tags).toBe(1);
  });

  it('takes refs with odd names, and symbolic ones', async () => {
    const main = commitFiles(at, 'main', { b: large('b') });
    for (const name of [
      'refs/heads/a"b',
      "refs/heads/it's",
      'refs/heads/ä',
      'refs/tags/x#y',
      'refs/heads/-x',
    ])
      git(at, 'update-ref', name, main);
    git(at, 'symbolic-ref', 'refs/heads/alias', 'refs/heads/main');
    const { refs, commits } = await place.rewrite();
    expect(new Set(refs.values())).toEqual(new Set([commits.mapped(main)]));
    expect(refs.size).toBe(7);
    expect((await place.rewrite()).refs).toEqual(refs);
  });

  it('keeps pointers and their lines of a repository that uses LFS', async () => {
    const oid = createHash('sha256').update(large('b')).digest('hex');
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 1001\n`;
    const before = commitFiles(at, 'main', {
      '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
      'b.bin': pointer,
    });
    const main = commitFiles(at, 'main', { 'c.bin': large('b') });
    const { commits } = await place.rewrite();
    expect(commits.mapped(before)).toBe(before);
    expect(git(copy, 'rev-parse', `${commits.mapped(main)}:b.bin`)).toBe(
      git(copy, 'rev-parse', `${commits.mapped(main)}:c.bin`),
    );
  });
});
