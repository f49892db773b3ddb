import { type GitTools, runGit } from '../../../git/git-tools.ts';
import { readArrived } from '../../../git/objects/read-history.ts';

export interface Comparison {
  /** Commits that head has and base has not. */
  readonly ahead: number;
  /** True if the two have any commit in common. */
  readonly related: boolean;
}

/** Compares what a pull request would bring. */
export async function compare(
  tools: GitTools,
  directory: string,
  { base, head }: { base: string; head: string },
): Promise<Comparison> {
  if (base === head) return { ahead: 0, related: true };
  const read = readArrived(directory, { base, head });
  if (read !== null) return { ahead: read.commits.length, related: read.related };
  const listed = await revisions(tools, directory, ['--boundary', head, `^${base}`]);
  const ahead = listed.filter((line) => !line.startsWith('-')).length;
  return { ahead, related: ahead < listed.length || ahead === 0 };
}

/** Commits that head has and base has not, newest first. */
export async function commitsBetween(
  tools: GitTools,
  directory: string,
  { base, head }: { base: string | null; head: string },
): Promise<readonly string[]> {
  const read = readArrived(directory, { base, head });
  return read?.commits ?? revisions(tools, directory, base === null ? [head] : [head, `^${base}`]);
}

async function revisions(
  tools: GitTools,
  directory: string,
  args: readonly string[],
): Promise<string[]> {
  const output = await runGit(tools, directory, ['rev-list', ...args, '--']);
  return output === '' ? [] : output.trimEnd().split('\n');
}
