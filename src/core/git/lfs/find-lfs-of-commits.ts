import { isPointerSize, type LfsObject, parseLfsPointer } from '../formats/lfs-pointer.ts';
import { readObjects } from '../objects/read-objects.ts';
import { parseListed, searching } from '../objects/search-history.ts';
import { type MirrorOptions, runInMirror } from '../process/mirror-command.ts';

interface CommitsToSearch extends MirrorOptions {
  /** Full hashes of commits in the mirror. */
  readonly commits: readonly string[];
}

/**
 * LFS objects that these commits and their history name, without those that branches and tags of the mirror hold
 * where the two part: each once, by oid. Other objects of branches may be among them: telling them all apart would take
 * the whole history.
 */
export async function findLfsOfCommits(options: CommitsToSearch): Promise<readonly LfsObject[]> {
  if (options.commits.length === 0) return [];
  const objects = new Map<string, LfsObject>();
  await readObjects({
    ...options,
    oids: await ofPointerSize(options, await filesOf(options)),
    onObject({ content }) {
      const pointer = parseLfsPointer(content);
      if (pointer !== null) objects.set(pointer.oid, pointer);
    },
  });
  return [...objects.values()];
}

/** Files and folders of commits that no branch or tag reaches. */
async function filesOf(options: CommitsToSearch): Promise<readonly string[]> {
  const found: string[] = [];
  await runInMirror(options, {
    args: ['rev-list', '--objects', ...new Set(options.commits), '--not', '--branches', '--tags'],
    doing: searching,
    onLine(line) {
      const { oid, path } = parseListed(line);
      if (path !== null) found.push(oid);
    },
  });
  return found;
}

async function ofPointerSize(
  mirror: MirrorOptions,
  oids: readonly string[],
): Promise<readonly string[]> {
  if (oids.length === 0) return [];
  const found: string[] = [];
  await runInMirror(mirror, {
    args: ['cat-file', '--batch-check=%(objecttype) %(objectsize) %(objectname)', '--buffer'],
    doing: searching,
    lines: oids,
    onLine(line) {
      const [type, size, oid = ''] = line.split(' ');
      if (type === 'blob' && isPointerSize(Number(size))) found.push(oid);
    },
  });
  return found;
}
