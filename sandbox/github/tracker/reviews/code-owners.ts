import { type GitTools, runGit } from '../../../git/git-tools.ts';
import { findFile } from '../../../git/objects/find-file.ts';
import { openObjects } from '../../../git/objects/object-reader.ts';
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
  const blob = findOwnersFile(repository.directory, commit);
  const text =
    blob === null ? null : await runGit(tools, repository.directory, ['cat-file', 'blob', blob]);
  if (codeOwners.size > 1000) codeOwners.clear();
  codeOwners.set(commit, text);
  return text;
}

function findOwnersFile(directory: string, commit: string): string | null {
  using objects = openObjects(directory);
  for (const place of places) {
    const blob = findFile(objects, commit, place);
    if (blob !== null) return blob;
  }
  return null;
}
