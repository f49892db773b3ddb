import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFile } from '../../../../sandbox/git/objects/find-file.ts';
import { openObjects } from '../../../../sandbox/git/objects/object-reader.ts';
import { readArrived } from '../../../../sandbox/git/objects/read-history.ts';
import { findCommit, readCommit, readCommits } from '../../../../sandbox/git/read-commits.ts';
import { bareRepository, commitFiles, git, temporaryFolder } from '../../../core/git/fixture.ts';

let folder: ReturnType<typeof temporaryFolder>;
let repository: string;

beforeEach(() => {
  folder = temporaryFolder();
  repository = bareRepository(folder.path, 'one.git');
});

afterEach(() => folder.remove());

const run = (...args: string[]) => git(repository, ...args).trim();

const place = () => ({
  tools: { environment: { PATH: process.env.PATH ?? '' } },
  directory: repository,
});

/** Commits whose parents are among those before them, by their distance; the dates need not follow that order. */
interface Made {
  readonly parents: readonly number[];
  readonly date: number;
}

const histories: fc.Arbitrary<readonly Made[]> = fc.array(
  fc.record({
    parents: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
    date: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 6, maxLength: 14 },
);

/** @returns the hashes, in the order of the history */
function importHistory(history: readonly Made[]): readonly string[] {
  const input = history.map(({ parents, date }, at) => {
    const marks = parents.map((back) => at - back).filter((mark) => mark >= 0);
    const [first, ...others] = marks.map((mark) => `:${mark + 1}`);
    return [
      `reset refs/heads/b${at}\n\ncommit refs/heads/b${at}`,
      `mark :${at + 1}`,
      `committer One <one@acme.example> ${1_700_000_000 + date} +0000`,
      `data 2\n${at % 10}`,
      ...(first === undefined ? [] : [`from ${first}`]),
      ...others.map((other) => `merge ${other}`),
      '',
    ].join('\n');
  });
  execFileSync('git', ['fast-import', '--quiet', '--force'], {
    cwd: repository,
    input: input.join('\n'),
  });
  const names = history.map((_, at) => `refs/heads/b${at}`);
  return run('rev-parse', ...names).split('\n');
}

describe('reading a history', () => {
  it('lists what one commit has and another has not as git does, in its order', () => {
    const anyTwo = fc.tuple(fc.nat(), fc.nat());
    fc.assert(
      fc.property(histories, fc.array(anyTwo, { minLength: 3, maxLength: 3 }), (history, pairs) => {
        const hashes = importHistory(history);
        for (const [one, other] of pairs) {
          const head = hashes[one % hashes.length] ?? '';
          const base = hashes[other % hashes.length] ?? '';
          const lines = run('rev-list', '--boundary', head, `^${base}`).split('\n').filter(Boolean);
          const commits = lines.filter((line) => !line.startsWith('-'));
          const related = commits.length < lines.length || commits.length === 0;
          expect(readArrived(repository, { base, head })).toEqual({ commits, related });
        }
        const [head = ''] = hashes.slice(-1);
        expect(readArrived(repository, { base: null, head })?.commits).toEqual(
          run('rev-list', head).split('\n'),
        );
      }),
      { numRuns: 8 },
    );
  });

  it('leaves what is not there, shallow or large to git', () => {
    const head = commitFiles(repository, 'main', { 'a.txt': 'a' });
    expect(readArrived(repository, { base: null, head: 'f'.repeat(40) })).toBe(null);
    expect(readArrived(repository, { base: 'f'.repeat(40), head })).toBe(null);
    git(folder.path, 'clone', '-q', '--bare', '--depth=1', `file://${repository}`, 'shallow.git');
    commitFiles(repository, 'main', { 'a.txt': 'b' });
    expect(readArrived(`${folder.path}/shallow.git`, { base: null, head })).toBe(null);
    const files = Array.from({ length: 2000 }, (_, at) => [`${at}.txt`, String(at)]);
    commitFiles(repository, 'main', Object.fromEntries(files));
    run('repack', '-a', '-d', '-q');
    expect(readArrived(repository, { base: null, head })).toBe(null);
  });
});

describe('findCommit', () => {
  it('knows a commit by some of its digits, and by a tag what it is for', async () => {
    const hash = commitFiles(repository, 'main', { 'a.txt': 'a' });
    run('tag', '-a', 'v1', '-m', 'one', 'main');
    expect(await findCommit(place(), hash.slice(0, 7))).toBe(hash);
    expect(await findCommit(place(), run('rev-parse', 'v1'))).toBe(hash);
    for (const other of [run('rev-parse', 'main^{tree}'), 'f'.repeat(40), 'main'])
      expect(await findCommit(place(), other)).toBe(null);
  });
});

describe('readCommit', () => {
  it.each([
    ['in a zone before UTC', '-0330', 'Two lines\n\nof text'],
    ['in a zone after UTC', '+0545', 'Ümläute'],
    ['with no text', '+0200', ''],
  ])('reports of a commit %s what git reports', async (_, zone, message) => {
    const parent = commitFiles(repository, 'main', { 'a.txt': 'a' });
    const date = `1700000000 ${zone}`;
    const head = ['One Two <one@acme.example>', date].join(' ');
    const lines = [`tree ${run('rev-parse', 'main^{tree}')}`, `parent ${parent}`];
    const text = [...lines, `author ${head}`, `committer ${head}`, '', message].join('\n');
    const hash = execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], {
      cwd: repository,
      input: text,
      encoding: 'utf8',
    }).trim();
    const [ofGit] = await readCommits(place(), ['-1', hash]);
    expect(await readCommit(place(), hash)).toEqual(ofGit);
    expect(ofGit?.parents).toEqual([parent]);
  });
});

describe('findFile', () => {
  it('finds a file in folders, and no folder', () => {
    const commit = commitFiles(repository, 'main', { 'a.txt': 'a', 'docs/CODEOWNERS': '* @one' });
    using objects = openObjects(repository);
    for (const path of ['a.txt', 'docs/CODEOWNERS'])
      expect(findFile(objects, commit, path)).toBe(run('rev-parse', `main:${path}`));
    for (const path of ['docs', 'a.txt/b', 'none', 'docs/none'])
      expect(findFile(objects, commit, path)).toBe(null);
  });
});
