import { type GitTools, runGit } from '../git-tools.ts';
import { diffArguments, type FileDiff, parseDiff } from './parse-diff.ts';

/**
 * The changes that a pull request brings, by path; `null` where a commit is gone, or both have nothing in common. Hashes may
 * come from archives: nothing else reaches git.
 */
export async function readDiff(
  tools: GitTools,
  directory: string,
  { base, head }: { base: string | null; head: string | null },
): Promise<ReadonlyMap<string, FileDiff> | null> {
  if (!isHash(base) || !isHash(head)) return null;
  const args = [...diffArguments, `${base}...${head}`, '--'];
  const output = await runGit(tools, directory, args).catch(() => null);
  return output === null ? null : parseDiff(output);
}

function isHash(text: string | null): text is string {
  return text !== null && /^[0-9a-f]{40}$/.test(text);
}
