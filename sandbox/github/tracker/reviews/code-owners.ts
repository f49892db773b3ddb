import { type GitTools, runGit } from '../../../git/git-tools.ts';
import type { GithubRepository } from '../../records.ts';
import type { GithubPullRequest } from '../records.ts';
import { ownersOf, parseCodeOwners } from './parse-code-owners.ts';

const places = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'];

/** The names in CODEOWNERS of the base that own a file which the pull request changes. */
export async function ownersOfPaths(
  { tools, repository }: { tools: GitTools; repository: GithubRepository },
  pull: GithubPullRequest,
): Promise<readonly string[]> {
  const text = await readCodeOwners({ tools, repository }, pull.base.sha);
  if (text === null) return [];
  const range = `${pull.base.sha}...${pull.head.sha}`;
  const args = ['diff', '--name-only', '-z', range, '--'];
  const paths = (await runGit(tools, repository.directory, args)).split('\0').filter(Boolean);
  const rules = parseCodeOwners(text);
  return [...new Set(paths.flatMap((path) => ownersOf(rules, path)))];
}

/** The first one of the three places. What a commit has is looked up once. */
async function readCodeOwners(
  { tools, repository }: { tools: GitTools; repository: GithubRepository },
  commit: string,
): Promise<string | null> {
  const { codeOwners } = repository.tracker;
  const known = codeOwners.get(commit);
  if (known !== undefined) return known;
  const args = ['ls-tree', '-z', commit, '--', ...places];
  const found = (await runGit(tools, repository.directory, args)).split('\0').filter(Boolean);
  const byPath = new Map(found.map((entry) => [entry.split('\t')[1] ?? '', entry.slice(12, 52)]));
  const blob = places.map((place) => byPath.get(place)).find((one) => one !== undefined);
  const text =
    blob === undefined
      ? null
      : await runGit(tools, repository.directory, ['cat-file', 'blob', blob]);
  if (codeOwners.size > 1000) codeOwners.clear();
  codeOwners.set(commit, text);
  return text;
}
