import { resolveCommits } from '../../../git/history/resolve-commits.ts';
import { readRewritten } from '../../../git/history/rewritten-commits.ts';
import { fetchCommits } from '../../../git/mirror/fetch-commits.ts';
import { inParallel } from '../../../kernel/async/in-parallel.ts';
import type { PullRequestContext } from '../pull-request-context.ts';
import { fetchFromForks } from './fetch-from-forks.ts';
import type { NeededCommit } from './needed-commit.ts';

/** Full hashes by what the source gave; `null`: not to be had. */
export type KnownCommits = ReadonlyMap<string, string | null>;

/** Requests to the source at the same time. */
const concurrency = 6;

/**
 * Full hashes of everything that is named: from the mirror first, and for the commits that a pull request cannot be
 * opened without from the source, which may still have what no branch reaches, and from the fork where it came from one.
 */
export async function findCommits(
  context: PullRequestContext,
  options: { needed: readonly NeededCommit[]; useful: readonly string[] },
): Promise<KnownCommits> {
  const { git, directory, signal } = context.repository;
  const needed = new Set(options.needed.map(({ hash }) => hash));
  const hashes = new Set([...needed, ...options.useful]);
  const rewritten = await readRewritten(directory);
  const now = new Map([...hashes].map((hash) => [hash, rewritten.find(hash) ?? hash]));
  const known = new Map<string, string | null>();
  async function lookUp(): Promise<void> {
    const open = [...now].filter(([hash]) => (known.get(hash) ?? null) === null);
    const names = open.map(([, name]) => name);
    const resolved = await resolveCommits({ git, directory, hashes: names, signal });
    for (const [hash, name] of open) known.set(hash, resolved.get(name) ?? null);
  }
  await lookUp();
  const missing = [...needed].filter((hash) => (known.get(hash) ?? null) === null);
  // A history that was cut has other hashes, and must not be made whole again by the back door.
  if (missing.length === 0 || context.repository.options.depth !== null) return known;
  for (const [hash, full] of await fetchMissing(context, missing)) known.set(hash, full);
  const inForks = options.needed.filter(({ hash }) => (known.get(hash) ?? null) === null);
  for (const [hash, full] of await fetchFromForks(context, inForks)) known.set(hash, full);
  // With what was fetched its history has come. A later run finds all of it in the mirror, and must not place a comment
  // elsewhere than this one.
  await lookUp();
  return known;
}

async function fetchMissing(
  { repository }: PullRequestContext,
  missing: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const { source, plan, planned, git, directory, signal } = repository;
  const name = { workspace: plan.source.workspace, slug: planned.source };
  const expanded = new Map<string, string>();
  await inParallel(missing, { concurrency, signal }, async (hash, signal) => {
    const full = await source.pullRequests.expandCommit({ ...name, hash, signal });
    if (full !== null) expanded.set(hash, full);
  });
  if (expanded.size === 0) return new Map();
  const access = source.gitAccess(name);
  const commits = [...new Set(expanded.values())];
  const { fetched } = await fetchCommits({ git, access, directory, commits, signal });
  const arrived = [...expanded].map(
    ([hash, full]) => [hash, fetched.has(full) ? full : null] as const,
  );
  return new Map(arrived);
}
