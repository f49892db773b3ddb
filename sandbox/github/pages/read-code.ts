import { runGit } from '../../git/git-tools.ts';
import type { RepositoryPlace } from './place.ts';

const mostCharacters = 200_000;

/** Names of branches and tags, in git's order. */
export async function listNames({
  tools,
  repository,
}: RepositoryPlace): Promise<{ branches: readonly string[]; tags: readonly string[] }> {
  const format = '--format=%(refname)';
  const args = ['for-each-ref', format, 'refs/heads', 'refs/tags'];
  const refs = (await runGit(tools, repository.directory, args)).split('\n');
  const below = (folder: string) =>
    refs.filter((name) => name.startsWith(folder)).map((name) => name.slice(folder.length));
  return { branches: below('refs/heads/'), tags: below('refs/tags/') };
}

/** The text of a file, cut where it is long; `null` where there is none. */
export async function readFileAt(
  { tools, repository }: RepositoryPlace,
  { ref, path }: { ref: string; path: string },
): Promise<string | null> {
  const commit = await findCommit({ tools, repository }, ref);
  if (commit === null || path.includes('\0')) return null;
  const args = ['cat-file', 'blob', `${commit}:${path}`];
  const text = await runGit(tools, repository.directory, args).catch(() => null);
  return text === null ? null : text.slice(0, mostCharacters);
}

/** The commit of a branch, a tag or a hash; a name that git could take for an option is none. */
export async function findCommit(
  { tools, repository }: Pick<RepositoryPlace, 'tools' | 'repository'>,
  name: string,
): Promise<string | null> {
  if (name.startsWith('-') || name.includes('\0')) return null;
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  const commit = await runGit(tools, repository.directory, args).catch(() => '');
  return /^[0-9a-f]{40}$/.test(commit.trim()) ? commit.trim() : null;
}
