import type { SourcePullRequest } from '../../ports/records/pull-request.ts';
import type { CommitMap } from './commit-map.ts';
import type { RewrittenMirror } from './rewritten-mirror.ts';

/** So many files are kept for people. */
const mostFiles = 100;

/** Counts what a rewrite changes, for people. Pure. */
export function figuresOf({ commits, files, lostSignatures }: Omit<RewrittenMirror, 'refs'>) {
  const largest = files.toSorted((a, b) => b.size - a.size).slice(0, mostFiles);
  return {
    commits: commits.size,
    file_count: files.length,
    lfs_bytes: files.reduce((sum, { size }) => sum + size, 0),
    files: largest.map(({ path, size }) => ({ path, bytes: size })),
    signatures: lostSignatures.commits + lostSignatures.tags,
  };
}

/** Tells whether a pull request names a commit that has a new hash. Pure. */
export function isConcerned(
  { source, destination, mergeCommit }: SourcePullRequest,
  commits: CommitMap,
): boolean {
  return [source.commit, destination.commit, mergeCommit].some(
    (hash) => hash !== null && commits.expand(hash) !== null,
  );
}
