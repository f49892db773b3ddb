import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isDamagedMirror } from '../../../../src/core/git/errors/damaged-mirror.ts';
import { readCommits } from '../../../../src/core/git/history/read-commits.ts';
import { resolveCommits } from '../../../../src/core/git/history/resolve-commits.ts';
import { readFiles } from '../../../../src/core/git/objects/read-files.ts';
import { commitFiles, git } from '../fixture.ts';
import { type LocalMirror, openLocalMirror } from '../local-mirror.ts';

let mirror: LocalMirror;

beforeEach(async () => {
  mirror = await openLocalMirror();
});

afterEach(() => mirror.close());

function at() {
  return { git: mirror.tool, directory: mirror.directory };
}

function name(object: string): string {
  return git(mirror.directory, 'rev-parse', object).trim();
}

describe('resolveCommits', () => {
  it('gives the full hash of what is abbreviated to twelve digits, and of a full one itself', async () => {
    const first = commitFiles(mirror.directory, 'main', { a: '1' });
    const second = commitFiles(mirror.directory, 'main', { a: '2' });
    const asked = [first.slice(0, 12), second, second.slice(0, 4)];
    expect([...(await resolveCommits({ ...at(), hashes: asked }))]).toEqual([
      [asked[0], first],
      [second, second],
      [asked[2], second],
    ]);
  });

  it('finds a commit that no ref names any more', async () => {
    const commit = commitFiles(mirror.directory, 'gone', { a: '1' });
    git(mirror.directory, 'update-ref', '-d', 'refs/heads/gone');
    const found = await resolveCommits({ ...at(), hashes: [commit.slice(0, 12)] });
    expect(found.get(commit.slice(0, 12))).toBe(commit);
  });

  it('takes neither a branch nor a tag for a hash, though it be called like one', async () => {
    const commit = commitFiles(mirror.directory, 'main', { a: '1' });
    const other = commitFiles(mirror.directory, 'main', { a: '2' });
    const short = commit.slice(0, 12);
    git(mirror.directory, 'update-ref', `refs/heads/${short}`, other);
    git(mirror.directory, 'update-ref', `refs/tags/${commit}`, other);
    git(mirror.directory, 'update-ref', 'refs/heads/deadbeef', other);
    const found = await resolveCommits({ ...at(), hashes: [short, commit, 'deadbeef'] });
    expect([...found.values()]).toEqual([commit, commit, null]);
  });

  it('answers null for trees, files, tags and what is not there', async () => {
    const commit = commitFiles(mirror.directory, 'main', { a: '1' });
    git(mirror.directory, 'tag', '-a', 'v1', '-m', 'one', commit);
    const hashes = [name('main^{tree}'), name('main:a'), name('v1').slice(0, 12), 'f'.repeat(40)];
    const found = await resolveCommits({ ...at(), hashes });
    expect([...found.values()]).toEqual([null, null, null, null]);
  });

  it('answers null for what two commits begin with', async () => {
    const message = (number: number) =>
      `tree ${name('main^{tree}')}\nauthor A <a> 1 +0000\ncommitter A <a> 1 +0000\n\n${number}\n`;
    commitFiles(mirror.directory, 'main', { a: '1' });
    const seen = new Map<string, string>();
    for (let number = 0; ; number += 1) {
      const text = message(number);
      // As git names it.
      const hash = createHash('sha1').update(`commit ${text.length}\0${text}`).digest('hex');
      const short = hash.slice(0, 4);
      const other = seen.get(short);
      if (other !== undefined) {
        for (const one of [other, text]) {
          const path = join(mirror.directory, 'raw');
          writeFileSync(path, one);
          git(mirror.directory, 'hash-object', '-t', 'commit', '-w', path);
        }
        const found = await resolveCommits({ ...at(), hashes: [short, hash] });
        expect([...found.values()]).toEqual([null, hash]);
        return;
      }
      seen.set(short, text);
    }
  });

  it('asks git for nothing that is no hash', async () => {
    const commit = commitFiles(mirror.directory, 'main', { a: '1' });
    const hashes = [
      'main',
      'HEAD',
      '--help',
      `${commit}^`,
      '',
      'abc',
      `x\n${commit}`,
      commit.toUpperCase(),
    ];
    const found = await resolveCommits({ ...at(), hashes });
    expect([...found.keys()]).toEqual(hashes);
    expect(new Set(found.values())).toEqual(new Set([null]));
  });

  it('says that the mirror is gone where it is', async () => {
    rmSync(mirror.directory, { recursive: true });
    const failure = await resolveCommits({ ...at(), hashes: ['abcd'] }).catch((error) => error);
    expect(isDamagedMirror(failure)).toBe(true);
  });
});

describe('readCommits', () => {
  it('gives tree and parents, and leaves out what is no commit', async () => {
    const first = commitFiles(mirror.directory, 'main', { a: '1' });
    const second = commitFiles(
      mirror.directory,
      'main',
      { a: '2' },
      'commit looks\n\ncommit like this',
    );
    git(mirror.directory, 'tag', '-a', 'v1', '-m', 'one', second);
    const merge = git(
      mirror.directory,
      'commit-tree',
      '-p',
      second,
      '-p',
      first,
      '-m',
      'm',
      name('main^{tree}'),
    ).trim();
    const hashes = [merge, first, second, name('v1'), name('main:a'), 'e'.repeat(40), 'main'];
    const found = await readCommits({ ...at(), hashes });
    expect(Object.fromEntries(found)).toEqual({
      [merge]: { tree: name(`${merge}^{tree}`), parents: [second, first] },
      [second]: { tree: name(`${second}^{tree}`), parents: [first] },
      [first]: { tree: name(`${first}^{tree}`), parents: [] },
    });
  });

  it('does not give a commit that only a tag leads to', async () => {
    const commit = commitFiles(mirror.directory, 'main', { a: '1' });
    git(mirror.directory, 'tag', '-a', 'v1', '-m', 'one', commit);
    expect(await readCommits({ ...at(), hashes: [name('v1')] })).toEqual(new Map());
  });
});

describe('readFiles', () => {
  it('gives the text of files in their order, and null for what is no file', async () => {
    const files = {
      CODEOWNERS: '* @a\n',
      '.github/CODEOWNERS': '',
      'docs/ein Ü.txt': 'zwei\nblob 3\nÜ',
    };
    const commit = commitFiles(mirror.directory, 'main', files);
    const paths = [
      'CODEOWNERS',
      'nowhere',
      '.github',
      '.github/CODEOWNERS',
      'docs/ein Ü.txt',
      'no missing',
    ];
    const asked = paths.map((path) => ({ commit, path }));
    const texts = await readFiles({ ...at(), files: asked, maxBytes: 1000 });
    expect(texts).toEqual(['* @a\n', null, null, '', 'zwei\nblob 3\nÜ', null]);
  });

  it('reads no more of a large file than is wanted, and all of the next', async () => {
    const large = 'x'.repeat(3_000_000);
    const commit = commitFiles(mirror.directory, 'main', { large, small: 'y\n' });
    const files = ['large', 'small', 'large'].map((path) => ({ commit, path }));
    expect(await readFiles({ ...at(), files, maxBytes: 10 })).toEqual([
      'x'.repeat(10),
      'y\n',
      'x'.repeat(10),
    ]);
  });

  it('answers null for questions that git would read otherwise', async () => {
    const commit = commitFiles(mirror.directory, 'main', { a: '1' });
    const files = [
      { commit: 'main', path: 'a' },
      { commit: 'f'.repeat(40), path: 'a' },
      { commit, path: `b\n${commit}:a` },
      { commit, path: './a' },
      { commit, path: '../a' },
      { commit, path: '' },
      { commit, path: 'a' },
    ];
    const texts = await readFiles({ ...at(), files, maxBytes: 10 });
    expect(texts).toEqual([null, null, null, null, null, null, '1']);
  });

  it('starts nothing where nothing is asked', async () => {
    const empty = {
      ...at(),
      git: { ...mirror.tool, stream: () => execFileSync('false') as never },
    };
    expect(await readFiles({ ...empty, files: [], maxBytes: 1 })).toEqual([]);
    expect(await resolveCommits({ ...empty, hashes: [] })).toEqual(new Map());
    expect(await readCommits({ ...empty, hashes: [] })).toEqual(new Map());
  });
});
