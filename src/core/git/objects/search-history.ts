import { gitFailure } from '../errors/git-errors.ts';
import type { GitTool } from '../process/git-tool.ts';
import { eachLine } from './object-scan.ts';

export interface FoundFile {
  readonly path: string;
  /** The oldest commit that brought it, or `null` where only a tag names it directly. */
  readonly commit: string | null;
}

/** Where to look. */
export interface Search {
  readonly git: GitTool;
  readonly directory: string;
  readonly signal?: AbortSignal | undefined;
}

/** More are counted, but not traced to their commit. */
const maxTraced = 50;

/** Which of these files the refs reach, with path and commit. Walks all history: only for what is suspect. */
export async function findReachable(
  options: Search & { oids: ReadonlySet<string> },
): Promise<ReadonlyMap<string, FoundFile>> {
  const { git, directory, signal } = options;
  const found = new Map<string, FoundFile>();
  for (const [oid, path] of await reachablePaths(options)) found.set(oid, { path, commit: null });
  const traced = [...found.keys()].slice(0, maxTraced);
  for (const [oid, commit] of await findCommits({ git, directory, signal, oids: traced })) {
    const file = found.get(oid);
    if (file !== undefined) found.set(oid, { ...file, commit });
  }
  return found;
}

/** Which of these objects the refs reach, with one path of each. */
export async function reachablePaths(
  options: Search & { oids: ReadonlySet<string> },
): Promise<ReadonlyMap<string, string>> {
  const { git, directory, oids, signal } = options;
  const found = new Map<string, string>();
  if (oids.size === 0) return found;
  const walk = await git.stream({
    args: ['rev-list', '--objects', '--branches', '--tags'],
    repository: directory,
    signal,
    read: (stdout) =>
      eachLine(stdout, (line) => {
        const separator = line.indexOf(' ');
        const oid = separator === -1 ? line : line.slice(0, separator);
        if (!oids.has(oid)) return;
        const path = separator === -1 ? '' : line.slice(separator + 1);
        found.set(oid, Buffer.from(path, 'latin1').toString('utf8'));
      }),
  });
  if (walk.exitCode !== 0) throw gitFailure(walk, searching);
  return found;
}

async function findCommits(
  options: Search & { oids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const { git, directory, oids, signal } = options;
  const commits = new Map<string, string>();
  if (oids.length === 0) return commits;
  let commit = '';
  const outcome = await git.stream({
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
    repository: directory,
    signal,
    read: (stdout) =>
      eachLine(stdout, (line) => {
        if (line.startsWith('commit ')) commit = line.slice(7);
        const added = /^:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) /.exec(line)?.[1];
        // The log goes back in time: the last one that is seen is the oldest.
        if (added !== undefined && oids.includes(added)) commits.set(added, commit);
      }),
  });
  if (outcome.exitCode !== 0) throw gitFailure(outcome, searching);
  return commits;
}

/** The context of a failure while history is searched. */
export const searching = { doing: 'Searching the history of', subject: 'the local mirror' };

/** One commit that touches a workflow file, with the file's path, or `null` if the refs reach none. */
export async function findWorkflow(
  options: Search,
): Promise<{ path: string; commit: string } | null> {
  const { git, directory, signal } = options;
  const outcome = await git.run({
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
    repository: directory,
    signal,
  });
  if (outcome.exitCode !== 0) throw gitFailure(outcome, searching);
  const [commit, path] = outcome.stdout.split(/[\0\n]+/).filter((part) => part !== '');
  return commit === undefined || path === undefined ? null : { commit, path };
}

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
