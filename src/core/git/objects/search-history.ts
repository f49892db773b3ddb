import { decodeName } from '../formats/ref-listing.ts';
import { type MirrorOptions, runInMirror } from '../process/mirror-command.ts';

interface FoundFile {
  readonly path: string;
  /** The oldest commit that added it, or `null` where only a tag names it directly. */
  readonly commit: string | null;
}

/** Begins the message of a failure. */
export const searching = 'Searching the history of';

/** More are counted, but not traced to their commit. */
const maxTraced = 50;

/** Which of these files the refs reach, with path and commit. Walks all history: only for what is suspect. */
export async function findReachable(
  options: MirrorOptions & { oids: ReadonlySet<string> },
): Promise<ReadonlyMap<string, FoundFile>> {
  const paths = await reachablePaths(options);
  const commits = await findCommits(options, [...paths.keys()].slice(0, maxTraced));
  return new Map(
    [...paths].map(([oid, path]) => [oid, { path, commit: commits.get(oid) ?? null }]),
  );
}

/** Which of these objects the refs reach, with one path of each. */
export async function reachablePaths(
  options: MirrorOptions & { oids: ReadonlySet<string> },
): Promise<ReadonlyMap<string, string>> {
  const { oids } = options;
  const found = new Map<string, string>();
  if (oids.size === 0) return found;
  await runInMirror(options, {
    args: ['rev-list', '--objects', '--branches', '--tags'],
    doing: searching,
    onLine(line) {
      const { oid, path } = parseListed(line);
      if (oids.has(oid)) found.set(oid, Buffer.from(path ?? '', 'latin1').toString('utf8'));
    },
  });
  return found;
}

/** A line of `rev-list --objects`: commits alone have no path behind them. Pure. */
export function parseListed(line: string): { oid: string; path: string | null } {
  const separator = line.indexOf(' ');
  if (separator === -1) return { oid: line, path: null };
  return { oid: line.slice(0, separator), path: line.slice(separator + 1) };
}

/** Finds tags and branches that name these files themselves, by file; annotated tags as well. */
export async function findNaming(
  mirror: MirrorOptions,
  oids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  await runInMirror(mirror, {
    args: [
      'for-each-ref',
      '--format=%(objectname) %(*objectname) %(refname)',
      'refs/heads',
      'refs/tags',
    ],
    doing: searching,
    onLine(line) {
      const [, direct = '', peeled = '', ref = ''] = /^(\S+) (\S*) (.+)$/.exec(line) ?? [];
      const oid = [direct, peeled].find((one) => oids.has(one));
      if (oid !== undefined) found.set(oid, [...(found.get(oid) ?? []), decodeName(ref)]);
    },
  });
  return found;
}

async function findCommits(
  mirror: MirrorOptions,
  oids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const commits = new Map<string, string>();
  if (oids.length === 0) return commits;
  let commit = '';
  await runInMirror(mirror, {
    args: [
      'log',
      '--branches',
      '--tags',
      '--root',
      '-m',
      '--raw',
      '--no-abbrev',
      '--no-renames',
      '--format=commit %H',
      ...oids.map((oid) => `--find-object=${oid}`),
    ],
    doing: searching,
    onLine(line) {
      if (line.startsWith('commit ')) commit = line.slice(7);
      const added = /^:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) /.exec(line)?.[1];
      // The log goes back in time: the last match is the oldest.
      if (added !== undefined && oids.includes(added)) commits.set(added, commit);
    },
  });
  return commits;
}

/** A commit that touches a workflow file, with the file's path, or `null` if the refs reach none. */
export async function findWorkflow(
  mirror: MirrorOptions,
): Promise<{ path: string; commit: string } | null> {
  const found = await runInMirror(mirror, {
    args: [
      'log',
      '--branches',
      '--tags',
      '--full-history',
      '-m',
      '--root',
      '--max-count=1',
      '--no-renames',
      '--format=%H',
      '--name-only',
      '-z',
      '--',
      '.github/workflows/',
    ],
    doing: searching,
  });
  const [commit, path] = found.split(/[\0\n]+/).filter((part) => part !== '');
  return commit === undefined || path === undefined ? null : { commit, path };
}

interface LargeCommit {
  readonly commit: string;
  bytes: number;
}

/** Bytes on the disk of the objects that each commit added, for commits above a limit. */
export async function findLargeCommits(
  mirror: MirrorOptions,
  maxBytes: number,
): Promise<readonly Readonly<LargeCommit>[]> {
  const sizes = new Map<string, number>();
  await runInMirror(mirror, {
    args: [
      'cat-file',
      '--batch-all-objects',
      '--batch-check=%(objectname) %(objectsize:disk)',
      '--unordered',
      '--buffer',
    ],
    doing: searching,
    onLine(line) {
      const [oid = '', bytes] = line.split(' ');
      sizes.set(oid, Number(bytes));
    },
  });
  const large: LargeCommit[] = [];
  let current: LargeCommit = { commit: '', bytes: 0 };
  await runInMirror(mirror, {
    // Oldest first and each commit followed by its objects: an object counts for the commit that added it.
    args: ['rev-list', '--branches', '--tags', '--objects', '--in-commit-order', '--reverse'],
    doing: searching,
    onLine(line) {
      const { oid, path } = parseListed(line);
      if (path === null) {
        if (current.bytes > maxBytes) large.push(current);
        current = { commit: oid, bytes: 0 };
      }
      current.bytes += sizes.get(oid) ?? 0;
    },
  });
  if (current.bytes > maxBytes) large.push(current);
  return large;
}
