import { onMirror } from '../errors/damaged-mirror.ts';
import { gitFailure } from '../errors/git-errors.ts';
import { eachLine } from '../objects/object-scan.ts';
import { readObjects } from '../objects/read-objects.ts';
import { type Search, searching } from '../objects/search-history.ts';
import { type LfsObject, parseLfsPointer, pointerBytes } from './lfs-pointer.ts';

type CommitsToSearch = Search & {
  /** Full hashes of commits in the mirror. */
  readonly commits: readonly string[];
};

/**
 * LFS objects that these commits and their history name, without those that branches and tags of the mirror hold
 * where the two part: each once, by oid. Other objects of branches may be among them, since to tell them all apart
 * the whole history would have to be read.
 * @throws what isDamagedMirror() knows
 */
export function findLfsOfCommits(options: CommitsToSearch): Promise<readonly LfsObject[]> {
  return onMirror(options, async () => {
    const { git, directory, commits, signal } = options;
    if (commits.length === 0) return [];
    const objects = new Map<string, LfsObject>();
    await readObjects({
      git,
      directory,
      oids: await ofPointerSize(options, await filesOf(options)),
      signal,
      onObject({ content }) {
        const pointer = parseLfsPointer(content);
        if (pointer !== null) objects.set(pointer.oid, pointer);
      },
    });
    return [...objects.values()];
  });
}

/** Files and folders of commits that no branch or tag reaches. */
async function filesOf(options: CommitsToSearch): Promise<readonly string[]> {
  const { git, directory, commits, signal } = options;
  const found: string[] = [];
  const outcome = await git.stream({
    args: ['rev-list', '--objects', ...new Set(commits), '--not', '--branches', '--tags'],
    repository: directory,
    signal,
    read: (stdout) =>
      eachLine(stdout, (line) => {
        // Commits alone have no path behind them.
        const separator = line.indexOf(' ');
        if (separator !== -1) found.push(line.slice(0, separator));
      }),
  });
  if (outcome.exitCode !== 0) throw gitFailure(outcome, searching);
  return found;
}

async function ofPointerSize(
  { git, directory, signal }: Search,
  oids: readonly string[],
): Promise<readonly string[]> {
  if (oids.length === 0) return [];
  const found: string[] = [];
  const outcome = await git.stream({
    args: ['cat-file', '--batch-check=%(objecttype) %(objectsize) %(objectname)', '--buffer'],
    repository: directory,
    input: `${oids.join('\n')}\n`,
    signal,
    read: (stdout) =>
      eachLine(stdout, (line) => {
        const [type, size, oid = ''] = line.split(' ');
        const bytes = Number(size);
        if (type !== 'blob') return;
        if (bytes >= pointerBytes.least && bytes <= pointerBytes.most) found.push(oid);
      }),
  });
  if (outcome.exitCode !== 0) throw gitFailure(outcome, searching);
  return found;
}
