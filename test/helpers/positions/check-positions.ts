import { execFileSync } from 'node:child_process';
import { createCommits, type NewCommit } from '../../../src/core/git/objects/create-commits.ts';
import { findHunks } from '../../../src/core/replica/desired/archive/find-hunks.ts';
import type { LocalMirror } from '../../core/git/local-mirror.ts';
import { type GitLine, gitLinesOf } from './git-lines.ts';
import type { CommentCase, PositionCase } from './position-case.ts';

/** Counts what was tried, so that a generator that draws the same each time shows. */
export interface TriedPositions {
  cases: number;
  placed: number;
  /** On lines that only the old side has. */
  left: number;
  ranges: number;
  outdated: number;
  renamed: number;
}

export const nothingTried = (): TriedPositions => {
  return { cases: 0, placed: 0, left: 0, ranges: 0, outdated: 0, renamed: 0 };
};

/**
 * Places a comment of each pull request as an archive has it, and compares hunk, position and lines with git's own text.
 * @returns a sentence for each that differs
 */
export async function checkPositions(
  mirror: LocalMirror,
  cases: readonly PositionCase[],
  tried: TriedPositions,
): Promise<readonly string[]> {
  const { tool: git, directory } = mirror;
  const hashes = await createCommits({ git, directory, commits: cases.flatMap(commitsOf) });
  const ends = cases.map(({ comment }, index) => ({
    base: hashes[3 * index] ?? '',
    head: hashes[3 * index + (comment.isOutdated ? 1 : 2)] ?? '',
  }));
  const found = await findHunks(
    { git, directory },
    cases.map(({ comment, ...one }, index) => threadOf(comment, pathOf(one), ends[index])),
  );
  const texts = diffsByGit(directory, ends);
  return cases.flatMap((one, index) => {
    const expected = expectedOf(gitLinesOf(texts[index] ?? '', pathOf(one)), one.comment);
    const actual = found[index]?.get(key) ?? null;
    count(tried, one, expected);
    const [wanted, got] = [JSON.stringify(expected), JSON.stringify(actual)];
    return wanted === got ? [] : [`case ${index}: git shows ${wanted}, the archive has ${got}`];
  });
}

const key = 'comment';
const names = [
  ['f.txt', 'g.txt'],
  ['f renamed.txt', 'g.txt'],
] as const;

function pathOf({ isRenamed, file }: Pick<PositionCase, 'isRenamed' | 'file'>): string {
  return names[isRenamed ? 1 : 0][file];
}

function commitsOf({ before, pushed, isRenamed }: PositionCase, index: number): NewCommit[] {
  const at = 3 * index;
  const commit = (texts: readonly [string, string], paths: readonly [string, string]) => {
    const files = texts.map((content, file) => ({ path: paths[file] ?? '', content }));
    return { tree: { files }, message: `${index}`, date: 0 };
  };
  const after = names[isRenamed ? 1 : 0];
  return [
    { ...commit(before, names[0]), parents: [] },
    { ...commit(pushed[0], after), parents: [at] },
    { ...commit(pushed[1], after), parents: [at + 1] },
  ];
}

type Hunks = Parameters<typeof findHunks>[1][number];

function threadOf(
  { side, line, startLine, startSide }: CommentCase,
  path: string,
  { base, head } = { base: '', head: '' },
): Hunks {
  const place = { path, line, side, startLine, startSide: startLine === null ? null : startSide };
  const placement = { kind: 'line', commit: head, place } as const;
  const thread = { root: { key }, replies: [], placement };
  return { range: { base, head }, threads: [thread as unknown as Hunks['threads'][number]] };
}

/** One process for all: git writes the two trees before each. */
function diffsByGit(
  directory: string,
  ends: readonly { readonly base: string; readonly head: string }[],
): readonly string[] {
  const input = ends.map(({ base, head }) => `${base}^{tree} ${head}^{tree}\n`).join('');
  const trees = execFileSync('git', ['-C', directory, 'cat-file', '--batch-check=%(objectname)'], {
    input: input.replaceAll(' ', '\n'),
    encoding: 'utf8',
  })
    .trim()
    .split('\n');
  const pairs = ends.map((_, index) => `${trees[2 * index]} ${trees[2 * index + 1]}`);
  const text = execFileSync(
    'git',
    ['-C', directory, 'diff-tree', '--stdin', '-r', '-p', '-U3', '-M', '--no-color'],
    { input: `${pairs.join('\n')}\n`, encoding: 'utf8', maxBuffer: 1024 ** 3 },
  );
  const starts = new Set(pairs);
  const parts: string[] = [];
  for (const row of text.split('\n'))
    if (starts.has(row)) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${row}\n`);
  return parts;
}

function numberOn(line: GitLine, side: 'LEFT' | 'RIGHT'): number | null {
  return side === 'LEFT' ? line.old : line.new;
}

/** A line of both sides counts as one of the right; a range has to begin before it, in the same part, on its side. */
function expectedOf(all: readonly GitLine[], comment: CommentCase) {
  const end = all.find((one) => numberOn(one, comment.side) === comment.line);
  if (end === undefined) return null;
  const side = end.new === null ? 'LEFT' : 'RIGHT';
  const { startLine, startSide } = comment;
  const start = all.find(
    (one) =>
      startLine !== null &&
      numberOn(one, startSide) === startLine &&
      one.position < end.position &&
      end.hunk.startsWith(one.hunk),
  );
  return {
    hunk: end.hunk,
    position: end.position,
    side: side === 'LEFT' ? 'left' : 'right',
    line: numberOn(end, side),
    startLine: start === undefined ? null : numberOn(start, side),
  };
}

function count(
  tried: TriedPositions,
  { isRenamed, file, comment }: PositionCase,
  expected: ReturnType<typeof expectedOf>,
): void {
  tried.cases += 1;
  if (expected === null) return;
  tried.placed += 1;
  if (expected.side === 'left') tried.left += 1;
  if (expected.startLine !== null) tried.ranges += 1;
  if (comment.isOutdated) tried.outdated += 1;
  if (isRenamed && file === 0) tried.renamed += 1;
}
