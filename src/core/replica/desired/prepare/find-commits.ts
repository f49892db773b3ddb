import { resolveCommits } from '../../../git/history/resolve-commits.ts';
import { readRewritten } from '../../../git/history/rewritten-commits.ts';
import { fetchCommits } from '../../../git/mirror/fetch-commits.ts';
import { findUnreachable } from '../../../git/rewrite/find-unreachable.ts';
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
  const needed = new Set(options.needed.map(({ hash }) => hash));
  const hashes = new Set([...needed, ...options.useful]);
  const known = new Map<string, string | null>();
  async function find(): Promise<void> {
    const open = [...hashes].filter((hash) => (known.get(hash) ?? null) === null);
    for (const [hash, full] of await resolve(context.repository, open)) known.set(hash, full);
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

/** Commits of the mirror by what the source calls them; `null`: they are not there. */
async function resolve(
  { mirror, rewriting }: Pick<RepositoryContext, 'mirror' | 'rewriting'>,
  hashes: readonly string[],
): Promise<KnownCommits> {
  const rename =
    rewriting === null
      ? (await readRewritten(mirror.directory)).find
      : (await rewriting.read()).commits.expand;
  const names = new Map(hashes.map((hash) => [hash, rename(hash) ?? hash]));
  const found = await resolveCommits({ ...mirror, hashes: [...names.values()] });
  // What was not rewritten is there as well, as the mirror of the source has it.
  const there = new Set([...found.values()].filter((full) => full !== null));
  const loose: ReadonlySet<string | null> =
    rewriting === null ? new Set() : await findUnreachable(mirror, there);
  return new Map(
    hashes.map((hash) => {
      const full = found.get(names.get(hash) ?? '') ?? null;
      return [hash, loose.has(full) ? null : full];
    }),
  );
}

interface SourceContext {
  readonly repository: Pick<
    RepositoryContext,
    'source' | 'sourceName' | 'fetched' | 'rewriting' | 'signal'
  >;
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

/** Returns what one repository of the source still has of these commits, once it is in the mirror, as the mirror calls them. */
async function fetchFrom(
  { repository }: SourceContext,
  name: RepositoryContext['sourceName'],
  hashes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { source, rewriting, signal } = repository;
  const expanded = await inParallel(hashes, { concurrency, signal }, async (hash, signal) => {
    const full = await source.pullRequests.expandCommit({ ...name, hash, signal });
    return full === null ? [] : [[hash, full] as const];
  });
  const found = expanded.flat();
  if (found.length === 0) return new Map();
  const access = source.gitAccess(name);
  const commits = [...new Set(found.map(([, full]) => full))];
  const { fetched } = await fetchCommits({ ...repository.fetched, access, commits });
  const arrived = found.filter(([, full]) => fetched.has(full));
  if (rewriting === null || arrived.length === 0) return new Map(arrived);
  const renamed = (await rewriting.update()).commits;
  return new Map(arrived.map(([hash, full]) => [hash, renamed.mapped(full)]));
}
