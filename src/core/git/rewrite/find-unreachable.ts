import { type MirrorOptions, runInMirror } from '../process/mirror-command.ts';

/** Finds those of some commits that no ref leads to. */
export async function findUnreachable(
  mirror: MirrorOptions,
  commits: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  if (commits.size === 0) return found;
  await runInMirror(mirror, {
    args: ['rev-list', '--stdin', '--not', '--all'],
    doing: 'Reading commits of',
    lines: commits,
    onLine(line) {
      if (commits.has(line)) found.add(line);
    },
  });
  return found;
}
