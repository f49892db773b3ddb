import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Diff, DiffLimits } from '../diff/diff.ts';
import { DiffParser } from '../diff/diff-parser.ts';
import { damagedMirror } from '../errors/damaged-mirror.ts';
import { isFullHash } from '../formats/hashes.ts';
import { mergeBases } from '../history/ancestry.ts';
import { readCommits } from '../history/read-commits.ts';
import { type MirrorOptions, runInMirror } from '../process/mirror-command.ts';

export interface WantedDiff {
  /** Full hashes of commits that are there. */
  readonly base: string;
  readonly head: string;
  /** Only these files, by their old or new name. */
  readonly paths?: readonly string[];
}

interface ReadDiffs extends MirrorOptions {
  readonly diffs: readonly WantedDiff[];
  /** Milliseconds that one diff may take; it then ends where it is. */
  readonly longest?: number;
}

/** Hostile histories make git compare for hours. */
const longestDiff = 5 * 60_000;

/** Limits of the diff that GitHub shows of one pull request. */
const shown: DiffLimits = { files: 300, lines: 20_000, bytes: 1024 * 1024 };

/** A diff that is still to be read. */
interface Comparison {
  /** Line before it: git names the commit, and no line of a diff looks like that. */
  readonly head: string;
  readonly from: string;
  readonly parser: DiffParser;
}

/**
 * Diffs of pull requests as the target shows them, in the same order: from the common ancestor of base and head to head,
 * with three lines of context and renames detected. Files beyond what the target shows are marked as truncated. Without
 * a common ancestor there is no diff: it has no files.
 *
 * One process for all of them, and one more for each that is longer than is shown. All files are compared even where few
 * are asked for: a rename shows only beside both of its names.
 * @throws what isDamagedMirror() knows, also where one of the commits is not there
 */
export async function readDiffs(options: ReadDiffs): Promise<readonly Diff[]> {
  const { diffs } = options;
  const commits = diffs.flatMap(({ base, head }) => [base, head]);
  if (!commits.every(isFullHash)) throw new TypeError('a full hash is needed');
  const pairs = diffs.map(({ base, head }) => ({ a: base, b: head }));
  const bases = await mergeBases({ ...options, pairs });
  if (bases.includes(null)) {
    const there = await readCommits({ ...options, hashes: commits });
    const lost = commits.find((hash) => !there.has(hash));
    if (lost !== undefined) throw damagedMirror({ detail: `commit ${lost} is missing` });
  }
  const parsers = diffs.map(({ paths }) => new DiffParser({ limits: shown, paths }));
  let left = diffs.flatMap(({ head }, index): Comparison[] => {
    const [from, parser] = [bases[index], parsers[index]];
    return from == null || parser === undefined ? [] : [{ head, from, parser }];
  });
  const longest = options.longest ?? longestDiff;
  while (left.length > 0) left = left.slice(await readSome(options, left, longest));
  return parsers.map((parser) => parser.end());
}

/** @returns how many of them are read: all, or up to the first that is longer than is shown or takes too long */
async function readSome(
  mirror: MirrorOptions,
  comparisons: readonly Comparison[],
  longest: number,
) {
  const enough = new Error('enough has been read');
  const tooLong = new AbortController();
  const timer = setTimeout(() => tooLong.abort(), longest);
  const signals = [tooLong.signal, ...(mirror.signal === undefined ? [] : [mirror.signal])];
  let begun = 0;
  try {
    await runInMirror(
      { ...mirror, signal: AbortSignal.any(signals) },
      {
        args: command,
        config: [largestCompared],
        doing: 'Comparing commits of',
        // What stands behind a commit is read as its parent.
        lines: comparisons.map(({ head, from }) => `${head} ${from}`),
        read: async (stdout) => {
          const isWhole = await readLines(stdout, (line) => {
            if (line === comparisons[begun]?.head) {
              begun += 1;
              timer.refresh();
              return true;
            }
            return comparisons[begun - 1]?.parser.read(line) ?? true;
          });
          if (!isWhole) throw enough;
        },
      },
    );
  } catch (error) {
    // Thrown so that git ends: nobody reads what it would still write.
    const isOver = tooLong.signal.aborted && mirror.signal?.aborted !== true;
    if (error !== enough && !isOver) throw error;
    return isOver ? Math.max(1, begun) : begun;
  } finally {
    clearTimeout(timer);
  }
  if (begun < comparisons.length) {
    throw damagedMirror({ detail: `commit ${comparisons[begun]?.head} cannot be compared` });
  }
  return begun;
}

/** Contents beyond this are compared as binary files: comparing lines takes many times their size in memory. */
const largestCompared = 'core.bigFileThreshold=64m';

const command = [
  'diff-tree',
  '--stdin',
  '--always',
  '-r',
  '--raw',
  '--patch',
  '--unified=3',
  '--inter-hunk-context=0',
  '--find-renames',
  // Git compares each pair of more files than these.
  '-l1000',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--submodule=short',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
];

/** @returns `false` as soon as `onLine` does */
async function readLines(stdout: Readable, onLine: (line: string) => boolean): Promise<boolean> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let isReadAlready = false;
  for await (const chunk of stdout) {
    const lines = (rest + decoder.write(chunk as Buffer)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!isReadAlready && !onLine(line)) return false;
      isReadAlready = false;
    }
    if (isReadAlready) rest = '';
    if (rest.length <= shown.bytes) continue;
    // No more of a line is of use than all that is shown.
    if (!onLine(rest)) return false;
    isReadAlready = true;
    rest = '';
  }
  return rest === '' || onLine(rest);
}
