import { gitFailure } from '../errors/git-errors.ts';
import { type Search, searching } from './find-objects.ts';
import { eachLine } from './object-scan.ts';

/** Bytes on the disk of the objects that each commit brought, for commits above a limit. */
export async function findLargeCommits(
  options: Search & { maxBytes: number },
): Promise<readonly { commit: string; bytes: number }[]> {
  const { git, directory, signal, maxBytes } = options;
  const sizes = new Map<string, number>();
  const scan = await git.stream({
    args: [
      'cat-file',
      '--batch-all-objects',
      '--batch-check=%(objectname) %(objectsize:disk)',
      '--unordered',
      '--buffer',
    ],
    repository: directory,
    signal,
    read: (stdout) =>
      eachLine(stdout, (line) => {
        const [oid = '', bytes] = line.split(' ');
        sizes.set(oid, Number(bytes));
      }),
  });
  if (scan.exitCode !== 0) throw gitFailure(scan, searching);

  const large: { commit: string; bytes: number }[] = [];
  let current = { commit: '', bytes: 0 };
  const walk = await git.stream({
    // Oldest first and each commit followed by its objects: an object counts for the commit that brought it.
    args: ['rev-list', '--branches', '--tags', '--objects', '--in-commit-order', '--reverse'],
    repository: directory,
    signal,
    read: (stdout) =>
      eachLine(stdout, (line) => {
        const separator = line.indexOf(' ');
        const oid = separator === -1 ? line : line.slice(0, separator);
        if (separator === -1) {
          if (current.bytes > maxBytes) large.push(current);
          current = { commit: oid, bytes: 0 };
        }
        current.bytes += sizes.get(oid) ?? 0;
      }),
  });
  if (walk.exitCode !== 0) throw gitFailure(walk, searching);
  if (current.bytes > maxBytes) large.push(current);
  return large;
}
