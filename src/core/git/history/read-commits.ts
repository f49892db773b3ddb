import { onMirror } from '../errors/damaged-mirror.ts';
import { gitFailure } from '../errors/git-errors.ts';
import { eachLine } from '../objects/object-scan.ts';
import type { GitTool } from '../process/git-tool.ts';
import { isFullHash } from './hashes.ts';

export interface ReadCommits {
  readonly git: GitTool;
  /** The bare mirror. */
  readonly directory: string;
  /** Full hashes. */
  readonly hashes: Iterable<string>;
  readonly signal?: AbortSignal;
}

export interface CommitRecord {
  readonly tree: string;
  readonly parents: readonly string[];
}

/**
 * Tree and parents of commits, all by one process. What is no commit of the mirror is left out.
 * @throws what isDamagedMirror() knows
 */
export function readCommits(options: ReadCommits): Promise<ReadonlyMap<string, CommitRecord>> {
  const { git, directory, signal } = options;
  return onMirror(options, async () => {
    const records = new Map<string, CommitRecord>();
    const hashes = new Set([...options.hashes].filter(isFullHash));
    if (hashes.size === 0) return records;
    const outcome = await git.stream({
      args: ['rev-list', '--no-walk=unsorted', '--ignore-missing', '--format=%H %T %P', '--stdin'],
      repository: directory,
      input: [...hashes].map((hash) => `${hash}\n`).join(''),
      signal,
      read: (stdout) =>
        eachLine(stdout, (line) => {
          if (line.startsWith('commit ')) return;
          const [hash = '', tree = '', ...parents] = line.trimEnd().split(' ');
          // A tag leads to a commit that was not asked for.
          if (hashes.has(hash)) records.set(hash, { tree, parents });
        }),
    });
    if (outcome.exitCode === 0) return records;
    throw gitFailure(outcome, { doing: 'Reading commits of', subject: 'the local mirror' });
  });
}

export interface ReadCommitText {
  readonly git: GitTool;
  /** The bare mirror. */
  readonly directory: string;
  /** A full hash that the mirror has. */
  readonly commit: string;
  readonly signal?: AbortSignal;
}

export interface CommitText {
  /** `name <address>` */
  readonly author: string;
  readonly message: string;
}

/** Who made a commit, and its message. */
export function readCommitText(options: ReadCommitText): Promise<CommitText> {
  return onMirror(options, async () => {
    const { git, directory, commit, signal } = options;
    if (!isFullHash(commit)) throw new TypeError('no full hash');
    const outcome = await git.stream({
      args: ['cat-file', 'commit', commit],
      repository: directory,
      signal,
    });
    if (outcome.exitCode !== 0)
      throw gitFailure(outcome, { doing: 'Reading a commit of', subject: 'the local mirror' });
    const { stdout } = outcome;
    const author = /^author (.*>) /m.exec(stdout)?.[1] ?? '';
    return { author, message: stdout.slice(stdout.indexOf('\n\n') + 2) };
  });
}
