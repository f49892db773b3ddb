import { readCommitText } from '../../../git/history/read-commits.ts';
import { fetchCommits } from '../../../git/mirror/fetch-commits.ts';
import type { Refs } from '../../../git/mirror/refs.ts';
import { ownIdentity } from '../../../git/process/own-identity.ts';
import type { RepositoryContext } from '../../migration-context.ts';

/**
 * Branches with our names on a target that bears no marker yet: an earlier migration was killed before it opened the first
 * pull request, and its state was lost. Ours is what the source still gives by its hash, and what migrator itself committed.
 * @param branches of the target, with commits that no branch of the source has
 * @returns those names that are ours
 */
export async function findOwnCommits(
  { git, directory, source, target, owner, plan, planned, signal }: RepositoryContext,
  branches: Refs,
): Promise<ReadonlySet<string>> {
  if (branches.size === 0) return new Set();
  const commits = [...new Set(branches.values())];
  const from = source.gitAccess({ workspace: plan.source.workspace, slug: planned.source });
  const known = await fetchCommits({ git, access: from, directory, commits, signal });
  const access = target.gitAccess({ owner: owner.login, name: planned.target });
  const unknown = [...known.missing];
  const { fetched } = await fetchCommits({ git, access, directory, commits: unknown, signal });
  const ours = new Set(known.fetched);
  for (const commit of fetched) {
    const { author } = await readCommitText({ git, directory, commit, signal });
    if (author === ownIdentity) ours.add(commit);
  }
  return new Set([...branches].flatMap(([ref, oid]) => (ours.has(oid) ? [ref] : [])));
}
