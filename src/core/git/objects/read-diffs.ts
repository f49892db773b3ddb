import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Diff, DiffLimits } from '../diff/diff.ts';
import { DiffParser } from '../diff/diff-parser.ts';
import { damagedMirror } from '../errors/damaged-mirror.ts';
import { mergeBases } from '../history/ancestry.ts';
import { isFullHash } from '../history/hashes.ts';
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
}

/** What GitHub shows of one pull request. */
const shown: DiffLimits = { files: 300, lines: 20_000, bytes: 1024 * 1024 };

/** A diff that is still to be read. */
interface Comparison {
  /** What stands before it: git names the commit, and no line of a diff looks like that. */
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
  while (left.length > 0) left = left.slice(await readSome(options, left));
  return parsers.map((parser) => parser.end());
}

/** @returns how many of them are read: all, or up to the first that is longer than is shown */
async function readSome(mirror: MirrorOptions, comparisons: readonly Comparison[]) {
  const enough = new Error('enough has been read');
  let begun = 0;
  try {
    await runInMirror(mirror, {
      args: command,
      doing: 'Comparing commits of',
      // What stands behind a commit is read as its parent.
      lines: comparisons.map(({ head, from }) => `${head} ${from}`),
      read: async (stdout) => {
        const isWhole = await readLines(stdout, (line) => {
          if (line === comparisons[begun]?.head) {
            begun += 1;
            return true;
          }
          return comparisons[begun - 1]?.parser.read(line) ?? true;
        });
        if (!isWhole) throw enough;
      },
    });
  } catch (error) {
    // Thrown so that git ends: nobody reads what it would still write.
    if (error !== enough) throw error;
    return begun;
  }
  if (begun < comparisons.length) {
    throw damagedMirror({ detail: `commit ${comparisons[begun]?.head} cannot be compared` });
  }
  return begun;
}

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
  for await (const chunk of stdout) {
    const lines = (rest + decoder.write(chunk as Buffer)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!onLine(line)) return false;
    }
    // No more of a line is of use than all that is shown.
    if (rest.length > shown.bytes && !onLine(rest)) return false;
  }
  return rest === '' || onLine(rest);
}
