import { resolveCommits } from '../../../git/history/resolve-commits.ts';
import { readRewritten } from '../../../git/history/rewritten-commits.ts';
import { fetchCommits } from '../../../git/mirror/fetch-commits.ts';
import { inParallel } from '../../../kernel/async/in-parallel.ts';
import { type ErrorCode, hasCode } from '../../../kernel/errors.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import type { PullRequestContext } from '../../context/pull-requests/pull-request-context.ts';

/** Full hashes by what the source gave; `null`: not to be had. */
export type KnownCommits = ReadonlyMap<string, string | null>;

/** A commit that a pull request cannot be opened without. */
export interface NeededCommit {
  readonly hash: string;
  /** `workspace/slug` of the fork that it was pushed to; `null` for the repository itself. */
  readonly fork: string | null;
}

/**
 * Full hashes of everything that is named: from the mirror first, and for the commits that a pull request cannot be
 * opened without from the source, which may still have what no branch reaches, and from the fork where it came from one.
 */
export async function findCommits(
  context: PullRequestContext,
  options: { needed: readonly NeededCommit[]; useful: readonly string[] },
): Promise<KnownCommits> {
  const { mirror } = context.repository;
  const needed = new Set(options.needed.map(({ hash }) => hash));
  const hashes = new Set([...needed, ...options.useful]);
  const rewritten = await readRewritten(mirror.directory);
  const now = new Map([...hashes].map((hash) => [hash, rewritten.find(hash) ?? hash]));
  const known = new Map<string, string | null>();
  async function find(): Promise<void> {
    const open = [...now].filter(([hash]) => (known.get(hash) ?? null) === null);
    const names = open.map(([, name]) => name);
    const resolved = await resolveCommits({ ...mirror, hashes: names });
    for (const [hash, name] of open) known.set(hash, resolved.get(name) ?? null);
  }
  await find();
  const missing = [...needed].filter((hash) => (known.get(hash) ?? null) === null);
  // A history that was cut has other hashes, and must not be made whole again by the back door.
  if (missing.length === 0 || context.repository.options.depth !== null) return known;
  for (const [hash, full] of await fetchFrom(context, context.repository.sourceName, missing))
    known.set(hash, full);
  const inForks = options.needed.filter(({ hash }) => (known.get(hash) ?? null) === null);
  for (const [hash, full] of await fetchFromForks(context, inForks)) known.set(hash, full);
  // With what was fetched its history has come. A later run finds all of it in the mirror, and must not place a comment
  // elsewhere than this one.
  await find();
  return known;
}

interface SourceContext {
  readonly repository: Pick<RepositoryContext, 'source' | 'sourceName' | 'mirror' | 'signal'>;
}

/** Requests to the source at the same time. */
const concurrency = 6;

/**
 * Commits that a fork alone still has, with their full hashes by what the source gave. A fork that is closed to these
 * credentials, or gone, gives none.
 * @throws also where the source answers in the same way for the repository itself: that says nothing of forks, and what
 * were opened without their commits would stay so
 */
export async function fetchFromForks(
  context: SourceContext,
  wanted: readonly NeededCommit[],
): Promise<ReadonlyMap<string, string>> {
  const arrived = new Map<string, string>();
  const byFork = new Map<string, Set<string>>();
  for (const { hash, fork } of wanted) {
    if (fork === null) continue;
    byFork.set(fork, (byFork.get(fork) ?? new Set()).add(hash));
  }
  let isOwnOpen = false;
  // One after the other: each is a process of git's that writes into the same mirror.
  for (const [fork, hashes] of byFork) {
    const [workspace = '', slug = ''] = fork.split('/');
    const name = { workspace, slug };
    const found = await fetchFrom(context, name, [...hashes]).catch(async (error: unknown) => {
      if (!hasCode(error, ...closed)) throw error;
      // What may as well be said of everything: by the sign-in page of a proxy, or of a token that has expired.
      if (hasCode(error, 'credentials', 'bad-answer') && !isOwnOpen) {
        const { source, sourceName, signal } = context.repository;
        isOwnOpen = (await source.findRepository({ ...sourceName, signal })) !== null;
        if (!isOwnOpen) throw error;
      }
      return new Map<string, string>();
    });
    for (const [hash, full] of found) arrived.set(hash, full);
  }
  return arrived;
}

/**
 * Errors of a host for a repository that it will not show, or that has a name nobody can have. A moved one redirects,
 * and a page may stand in the place of one that is closed.
 */
const closed: readonly ErrorCode[] = [
  'credentials',
  'permission',
  'not-found',
  'refused',
  'input-file',
  'bad-answer',
];

/** Returns what one repository of the source still has of these commits, once it is in the mirror. */
async function fetchFrom(
  { repository }: SourceContext,
  name: RepositoryContext['sourceName'],
  hashes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { source, mirror, signal } = repository;
  const expanded = await inParallel(hashes, { concurrency, signal }, async (hash, signal) => {
    const full = await source.pullRequests.expandCommit({ ...name, hash, signal });
    return full === null ? [] : [[hash, full] as const];
  });
  const found = expanded.flat();
  if (found.length === 0) return new Map();
  const access = source.gitAccess(name);
  const commits = [...new Set(found.map(([, full]) => full))];
  const { fetched } = await fetchCommits({ ...mirror, access, commits });
  return new Map(found.filter(([, full]) => fetched.has(full)));
}
