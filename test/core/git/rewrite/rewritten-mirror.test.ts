import { createHash } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRewritten } from '../../../../src/core/git/rewrite/rewritten-mirror.ts';
import { commitFiles, commitHistory, git } from '../fixture.ts';
import {
  large,
  limit,
  openRewritePlace,
  payload,
  type RewritePlace,
  writeRaw,
} from './rewrite-place.ts';

let place: RewritePlace;
let at: string;
let copy: string;

beforeEach(async () => {
  place = await openRewritePlace();
  at = place.directory;
  copy = place.copy;
});
afterEach(() => place.close());

const signature = '-----BEGIN PGP SIGNATURE-----\n\nabc\n-----END PGP SIGNATURE-----\n';

const refsOf = (directory: string) =>
  git(directory, 'for-each-ref', '--format=%(objectname) %(refname)');

describe('rewriteMirror', () => {
  it('turns files above the limit into LFS objects, and keeps files of the limit', async () => {
    commitFiles(at, 'main', {
      'a.txt': 'one',
      'deep/er/b c[1].bin': large('b'),
      c: 'c'.repeat(limit),
    });
    const { refs, files } = await place.rewrite();
    const main = refs.get('refs/heads/main') ?? '';
    const oid = createHash('sha256').update(large('b')).digest('hex');
    expect(files).toMatchObject([{ path: 'deep/er/b c[1].bin', size: limit + 1, oid }]);
    expect(git(copy, 'cat-file', 'blob', `${main}:deep/er/b c[1].bin`)).toBe(
      `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${limit + 1}\n`,
    );
    expect(place.checkedOut(main, 'deep/er/b c[1].bin')).toBe(large('b'));
    expect(git(copy, 'cat-file', 'blob', `${main}:c`)).toBe('c'.repeat(limit));
    git(copy, 'read-tree', main);
    const filters = git(copy, 'check-attr', '--cached', 'filter', 'deep/er/b c[1].bin', 'c');
    expect(filters).toContain('deep/er/b c[1].bin: filter: lfs');
    expect(filters).toContain('c: filter: unspecified');
  });

  it('leaves the mirror as it is', async () => {
    commitFiles(at, 'main', { b: large('b') });
    const before = refsOf(at);
    await place.rewrite();
    expect(refsOf(at)).toBe(before);
    expect(existsSync(join(at, 'lfs'))).toBe(false);
    expect(() => git(at, 'fsck', '--strict')).not.toThrow();
  });

  it('follows a file through renames and its deletion, on every branch, tag and pull request', async () => {
    commitHistory(at, 'main', [{ a: 'one' }, { b: large('b') }]);
    git(at, 'branch', 'kept', 'main');
    const pulled = commitFiles(at, 'pulled', { p: large('p') });
    git(at, 'update-ref', `refs/migrator/commits/${pulled}`, pulled);
    git(at, 'update-ref', '-d', 'refs/heads/pulled');
    const index = git(at, 'mktree', '--missing').trim();
    const gone = git(at, 'commit-tree', index, '-p', 'main', '-m', 'gone').trim();
    git(at, 'update-ref', 'refs/heads/main', gone);
    git(at, 'tag', '-a', '-m', 'One', 'annotated', 'kept');
    git(at, 'tag', '-a', '-m', `Two\n${signature}`, 'signed', 'kept');
    git(at, 'tag', '-a', '-m', 'Three', 'nested', 'annotated');
    git(at, 'tag', 'a-file', 'kept:a');
    const { refs, commits, lostSignatures } = await place.rewrite();
    const kept = git(at, 'rev-parse', 'kept').trim();
    const now = commits.mapped(kept);
    expect(now).not.toBe(kept);
    expect(refs.get('refs/heads/kept')).toBe(now);
    expect(refs.get('refs/heads/main')).toBe(commits.mapped(gone));
    expect(git(copy, 'rev-parse', `refs/migrator/commits/${pulled}`).trim()).toBe(
      commits.mapped(pulled),
    );
    for (const tag of ['annotated', 'signed', 'nested'])
      expect(git(copy, 'rev-parse', `${tag}^{commit}`).trim()).toBe(now);
    expect(git(copy, 'cat-file', 'tag', 'signed')).not.toContain('PGP');
    expect(refs.get('refs/tags/a-file')).toBe(git(at, 'rev-parse', 'a-file').trim());
    expect(lostSignatures).toEqual({ commits: 0, tags: 1 });
    // Only its parents are others.
    expect(git(copy, 'rev-parse', 'main^{tree}')).toBe(git(at, 'rev-parse', 'main^{tree}'));
    expect(place.checkedOut(commits.mapped(pulled), 'p')).toBe(large('p'));
  });

  it('keeps the bytes of a commit but its signature', async () => {
    const base = commitFiles(at, 'main', { b: large('b') });
    const tree = git(at, 'rev-parse', `${base}^{tree}`).trim();
    const rest =
      'author \xe9 <> 1577836800 +0545\ncommitter A <a> 1577836800 -0000\nencoding ISO-8859-1\n';
    const signed = writeRaw(
      at,
      'commit',
      `tree ${tree}\nparent ${base}\n${rest}gpgsig -----BEGIN\n abc\n -----END\n\ncaf\xe9`,
    );
    git(at, 'update-ref', 'refs/heads/main', signed);
    const { commits, lostSignatures } = await place.rewrite();
    const raw = git(copy, 'cat-file', 'commit', commits.mapped(signed));
    expect(raw).toContain(
      '<> 1577836800 +0545\ncommitter A <a> 1577836800 -0000\nencoding ISO-8859-1\n\ncaf',
    );
    expect(raw).not.toContain('gpgsig');
    expect(lostSignatures).toEqual({ commits: 1, tags: 0 });
  });

  it('adds to a .gitattributes that is there', async () => {
    commitFiles(at, 'main', {
      '.gitattributes': '*.txt text',
      'z.bin': large('z'),
      'b.bin': large('b'),
    });
    const { refs } = await place.rewrite();
    const line = (path: string) => `/${path} filter=lfs diff=lfs merge=lfs -text\n`;
    expect(git(copy, 'cat-file', 'blob', `${refs.get('refs/heads/main')}:.gitattributes`)).toBe(
      `*.txt text\n${line('b.bin')}${line('z.bin')}`,
    );
  });

  it('refuses a .gitattributes that is a link', async () => {
    const blob = writeRaw(at, 'blob', large('b'));
    const link = writeRaw(at, 'blob', 'elsewhere');
    const raw = `120000 .gitattributes\0${Buffer.from(link, 'hex').toString('latin1')}100644 b\0${Buffer.from(blob, 'hex').toString('latin1')}`;
    const tree = writeRaw(at, 'tree', raw);
    git(at, 'update-ref', 'refs/heads/main', git(at, 'commit-tree', tree, '-m', 'link').trim());
    await expect(place.rewrite()).rejects.toMatchObject({ code: 'refused' });
  });

  it('changes nothing where no file is above the limit', async () => {
    commitFiles(at, 'main', { a: 'one' });
    const { refs, commits } = await place.rewrite();
    expect(commits.size).toBe(0);
    expect(refs.get('refs/heads/main')).toBe(git(at, 'rev-parse', 'main').trim());
  });

  it('gives the same hashes again when branches are added, also in a new copy', async () => {
    commitHistory(at, 'main', [{ a: 'one' }, { b: large('b') }, { c: large('c') }]);
    const first = await place.rewrite();
    git(at, 'branch', 'early', 'main~1');
    commitHistory(at, 'early', [{ x: large('x') }, { y: 'small' }]);
    const next = await place.rewrite();
    for (const [old, now] of first.commits.entries()) expect(next.commits.mapped(old)).toBe(now);
    expect(next.refs.get('refs/heads/main')).toBe(first.refs.get('refs/heads/main'));
    rmSync(copy, { recursive: true });
    const anew = await place.rewrite();
    expect(anew).toEqual({
      ...next,
      files: expect.arrayContaining([...next.files]),
      commits: expect.anything(),
    });
    expect(new Map(anew.commits.entries())).toEqual(new Map(next.commits.entries()));
    expect(new Map((await readRewritten(copy, limit)).commits.entries())).toEqual(
      new Map(next.commits.entries()),
    );
  });

  it('makes a copy again that was not finished', async () => {
    commitFiles(at, 'main', { b: large('b') });
    const { refs, files } = await place.rewrite();
    rmSync(join(copy, 'migrator-rewrite.json'));
    writeFileSync(join(copy, 'objects', 'info', 'alternates'), '');
    expect((await place.rewrite()).refs).toEqual(refs);
    expect(existsSync(payload(copy, files[0]?.oid ?? ''))).toBe(true);
  });

  it('deletes what the source has deleted, also where a folder takes its name', async () => {
    commitFiles(at, 'main', { b: large('b') });
    git(at, 'branch', 'topic', 'main');
    await place.rewrite();
    git(at, 'update-ref', '-d', 'refs/heads/topic');
    git(at, 'branch', 'topic/new', 'main');
    const { refs } = await place.rewrite();
    expect([...refs.keys()].sort()).toEqual(['refs/heads/main', 'refs/heads/topic/new']);
    expect(git(copy, 'rev-parse', 'topic/new')).toBe(git(copy, 'rev-parse', 'main'));
  });
});
