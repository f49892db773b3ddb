import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Diff, DiffLimits } from '../pull-requests/diff/diff.ts';
import { DiffParser } from '../pull-requests/diff/diff-parser.ts';
import { damagedMirror, onMirror } from './damaged-mirror.ts';
import { gitFailure } from './git-errors.ts';
import type { GitTool } from './git-tool.ts';
import { isFullHash } from './hashes.ts';

export interface ReadDiff {
  readonly git: GitTool;
  /** The bare mirror. */
  readonly directory: string;
  /** Full hashes of commits that are there. */
  readonly base: string;
  readonly head: string;
  /** Only these files, by their old or new name. */
  readonly paths?: readonly string[];
  readonly signal?: AbortSignal;
}

/** What GitHub shows of one pull request. */
const shown: DiffLimits = { files: 300, lines: 20_000, bytes: 1024 * 1024 };

/**
 * The diff of a pull request as the target makes it: from the common ancestor of base and head to head, with three
 * lines of context and renames detected. Files beyond what the target shows are marked as truncated. Without a common
 * ancestor there is no diff: it has no files.
 *
 * One process. All files are compared even where few are asked for: a rename shows only beside both of its names.
 * @throws what isDamagedMirror() knows, also where one of the commits is not there
 */
export function readDiff(options: ReadDiff): Promise<Diff> {
  return onMirror(options, () => diffed(options));
}

async function diffed({ git, directory, base, head, paths, signal }: ReadDiff): Promise<Diff> {
  if (!isFullHash(base) || !isFullHash(head)) throw new TypeError('a full hash is needed');
  const parser = new DiffParser({ limits: shown, paths });
  const enough = new Error('enough has been read');
  try {
    const outcome = await git.stream({
      args: [...command, `${base}...${head}`, '--'],
      repository: directory,
      signal,
      read: async (stdout) => {
        if (!(await readLines(stdout, (line) => parser.read(line)))) throw enough;
      },
    });
    if (/Invalid symmetric difference/.test(outcome.stderr)) {
      throw damagedMirror({ detail: `commit ${base} or ${head} is missing` });
    }
    if (outcome.exitCode !== 0 && !/: no merge base$/m.test(outcome.stderr)) {
      throw gitFailure(outcome, { doing: 'Comparing commits of', subject: 'the local mirror' });
    }
  } catch (error) {
    // Thrown so that git ends: nobody reads what it would still write.
    if (error !== enough) throw error;
  }
  return parser.end();
}

const command = [
  'diff',
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
