import { isFullHash } from '../formats/hashes.ts';
import { type MirrorOptions, runInMirror } from '../process/mirror-command.ts';

interface CommitRecord {
  readonly tree: string;
  readonly parents: readonly string[];
}

/**
 * Tree and parents of commits, by their full hashes and by one process. What is no commit of the mirror is left out.
 */
export async function readCommits(
  options: MirrorOptions & { readonly hashes: Iterable<string> },
): Promise<ReadonlyMap<string, CommitRecord>> {
  const records = new Map<string, CommitRecord>();
  const hashes = new Set([...options.hashes].filter(isFullHash));
  if (hashes.size === 0) return records;
  await runInMirror(options, {
    args: ['rev-list', '--no-walk=unsorted', '--ignore-missing', '--format=%H %T %P', '--stdin'],
    doing: 'Reading commits from',
    lines: hashes,
    onLine(line) {
      if (line.startsWith('commit ')) return;
      const [hash = '', tree = '', ...parents] = line.trimEnd().split(' ');
      // A tag leads to a commit that was not asked for.
      if (hashes.has(hash)) records.set(hash, { tree, parents });
    },
  });
  return records;
}

export interface CommitText {
  /** `name <address>` */
  readonly author: string;
  readonly message: string;
}

/**
 * The author and the message of a commit.
 * @param options.commit a full hash that the mirror has
 */
export async function readCommitText(
  options: MirrorOptions & { readonly commit: string },
): Promise<CommitText> {
  const { commit } = options;
  if (!isFullHash(commit)) throw new TypeError('not a full hash');
  const text = await runInMirror(options, {
    args: ['cat-file', 'commit', commit],
    doing: 'Reading a commit from',
  });
  const author = /^author (.*>) /m.exec(text)?.[1] ?? '';
  return { author, message: text.slice(text.indexOf('\n\n') + 2) };
}
