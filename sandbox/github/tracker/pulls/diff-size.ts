import { type GitTools, runGit } from '../../../git/git-tools.ts';
import type { GithubDiffSize, GithubPullRequest } from '../records.ts';

/** Files and lines that a pull request changes. Binary files have no lines. */
export async function measure(
  tools: GitTools,
  directory: string,
  { base, head }: Pick<GithubPullRequest, 'base' | 'head'>,
): Promise<GithubDiffSize> {
  const range = `${base.sha}...${head.sha}`;
  const output = await runGit(tools, directory, ['diff', '-M', '--shortstat', range, '--']);
  const count = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(output)?.[1] ?? 0);
  return { files: count('file'), additions: count('insertion'), deletions: count('deletion') };
}
