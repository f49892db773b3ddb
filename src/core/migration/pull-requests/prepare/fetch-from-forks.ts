import { fetchCommits } from '../../../git/mirror/fetch-commits.ts';
import { inParallel } from '../../../kernel/async/in-parallel.ts';
import { type ErrorCode, MigratorError } from '../../../kernel/errors.ts';
import type { PullRequestContext } from '../pull-request-context.ts';
import type { NeededCommit } from './needed-commit.ts';

/** Requests to the source at the same time. */
const concurrency = 6;

/**
 * Commits that a fork alone still has, with their full hashes by what the source gave. A fork that is closed to these
 * credentials, or gone, gives none.
 * @throws also where the source answers in the same way for the repository itself: that says nothing of forks, and what
 * were opened without their commits would stay so
 */
export async function fetchFromForks(
  context: PullRequestContext,
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
    const found = await fetchFromFork(context, fork, [...hashes]).catch(async (error: unknown) => {
      if (!(error instanceof MigratorError) || !closed.has(error.code)) throw error;
      if (ofAll.has(error.code) && !isOwnOpen) {
        if (!(await opensItself(context))) throw error;
        isOwnOpen = true;
      }
      return new Map<string, string>();
    });
    for (const [hash, full] of found) arrived.set(hash, full);
  }
  return arrived;
}

/**
 * What a host says of a repository that it will not show, or that has a name nobody can have. Of one that has moved it
 * leads elsewhere, and a page may stand in the place of one that is closed.
 */
const closed: ReadonlySet<ErrorCode> = new Set([
  'credentials',
  'permission',
  'not-found',
  'refused',
  'input-file',
  'bad-answer',
]);

/** What may as well be said of everything: by the sign-in page of a proxy, or of a token that has expired. */
const ofAll: ReadonlySet<ErrorCode> = new Set(['credentials', 'bad-answer']);

async function opensItself({ repository }: PullRequestContext): Promise<boolean> {
  const { source, plan, planned, signal } = repository;
  const { workspace } = plan.source;
  return (await source.findRepository({ workspace, slug: planned.source, signal })) !== null;
}

async function fetchFromFork(
  { repository }: PullRequestContext,
  fork: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { source, git, directory, signal } = repository;
  const [workspace = '', slug = ''] = fork.split('/');
  const expanded = new Map<string, string>();
  await inParallel(hashes, { concurrency, signal }, async (hash, signal) => {
    const full = await source.pullRequests.expandCommit({ workspace, slug, hash, signal });
    if (full !== null) expanded.set(hash, full);
  });
  if (expanded.size === 0) return expanded;
  const access = source.gitAccess({ workspace, slug });
  const commits = [...new Set(expanded.values())];
  const { fetched } = await fetchCommits({ git, access, directory, commits, signal });
  return new Map([...expanded].filter(([, full]) => fetched.has(full)));
}
