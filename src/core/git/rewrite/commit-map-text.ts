import type { CommitMap } from './commit-map.ts';

/** A commit map as `old,new`: only commits that changed, in the order of their old hashes. Pure. */
export function* commitMapCsv(map: CommitMap): Generator<string> {
  yield 'old,new\n';
  for (const [old, now] of sorted(map)) yield `${old},${now}\n`;
}

/**
 * A commit map as git-filter-repo writes it: a header, then every commit, also those that are the same. Pure.
 * @param commits all of the original history
 */
export function* commitMapOfFilterRepo(
  map: CommitMap,
  commits: Iterable<string>,
): Generator<string> {
  yield `${'old'.padEnd(40)} new\n`;
  const all = new Set(commits);
  for (const [old] of map.entries()) all.add(old);
  for (const old of [...all].sort()) yield `${old} ${map.mapped(old)}\n`;
}

function sorted(map: CommitMap): (readonly [string, string])[] {
  return [...map.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
}
