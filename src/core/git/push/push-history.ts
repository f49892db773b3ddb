import { type MirrorOptions, runInMirror } from '../process/mirror-command.ts';

/** Bytes on the disk of what some objects reach and others do not: about what a push would send. */
export async function newBytes(
  mirror: MirrorOptions,
  wanted: readonly string[],
  known: readonly string[],
): Promise<number> {
  const size = await runInMirror(mirror, {
    args: ['rev-list', '--objects', '--disk-usage', '--ignore-missing', '--stdin'],
    doing: 'Measuring',
    lines: revisions(wanted, known),
  });
  return Number(size.trim());
}

/** Commits of the first-parent line that the target does not have, oldest first. Empty for what is no commit. */
export async function firstParentCommits(
  mirror: MirrorOptions,
  tip: string,
  known: readonly string[],
): Promise<readonly string[]> {
  const commits: string[] = [];
  await runInMirror(mirror, {
    args: ['rev-list', '--first-parent', '--reverse', '--ignore-missing', '--stdin'],
    doing: 'Measuring',
    lines: revisions([tip], known),
    onLine: (line) => commits.push(line),
  });
  return commits;
}

function revisions(wanted: readonly string[], known: readonly string[]): string[] {
  return [...wanted, ...known.map((oid) => `^${oid}`)];
}
