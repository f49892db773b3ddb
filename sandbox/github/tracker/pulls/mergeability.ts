import { type GitTools, runGit } from '../../../git/git-tools.ts';
import type { GithubHost } from '../../host.ts';
import type { GithubRepository } from '../../records.ts';
import type { GithubDiffSize, GithubPullRequest } from '../records.ts';
import { readBranch, writePullRef } from './refs.ts';

interface Options {
  readonly tools: GitTools;
  readonly host: GithubHost;
  readonly repository: GithubRepository;
}

/** Tells whether it can be merged is found out behind the answer to the first request, as on the host. */
export function findOutLater(options: Options, pull: GithubPullRequest): void {
  const { host, repository, tools } = options;
  if (pull.size !== null && (pull.mergeable !== null || pull.state === 'closed')) return;
  host.jobs.later({
    key: repository.id,
    ms: 0,
    async work() {
      if (host.findRepositoryById(repository.id) === null) return;
      pull.size ??= await measure(tools, repository.directory, pull);
      const base = readBranch(repository.directory, pull.base.ref);
      if (pull.state === 'closed' || base === null || pull.mergeable !== null) return;
      const tree = await mergeTrees(options, { base, head: pull.head.sha });
      pull.mergeable = tree !== null;
      if (tree === null) return;
      const commit = await writeMerge(options, {
        tree,
        base,
        head: pull.head.sha,
        message: `Merge ${pull.head.sha} into ${base}`,
        author: pull.author.login,
      });
      writePullRef(repository.directory, pull.number, 'merge', commit);
      pull.mergeCommit = commit;
    },
  });
}

/** Files and lines that a pull request changes. Binary files have no lines. */
async function measure(
  tools: GitTools,
  directory: string,
  { base, head }: Pick<GithubPullRequest, 'base' | 'head'>,
): Promise<GithubDiffSize> {
  const range = `${base.sha}...${head.sha}`;
  const output = await runGit(tools, directory, ['diff', '-M', '--shortstat', range, '--']);
  const count = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(output)?.[1] ?? 0);
  return { files: count('file'), additions: count('insertion'), deletions: count('deletion') };
}

/** The tree of both together, or `null` if they cannot be merged. */
export async function mergeTrees(
  { tools, repository }: Pick<Options, 'tools' | 'repository'>,
  { base, head }: { base: string; head: string },
): Promise<string | null> {
  try {
    const output = await runGit(tools, repository.directory, [
      'merge-tree',
      '--write-tree',
      base,
      head,
    ]);
    return output.trim();
  } catch {
    return null;
  }
}

export async function writeMerge(
  { tools, repository, host }: Options,
  merge: { tree: string; base: string; head: string; message: string; author: string },
): Promise<string> {
  const date = new Date(host.now()).toISOString();
  const { author } = merge;
  const email = `${author}@users.noreply.github.com`;
  const environment = {
    ...tools.environment,
    GIT_AUTHOR_NAME: author,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: 'GitHub',
    GIT_COMMITTER_EMAIL: 'noreply@github.com',
    GIT_COMMITTER_DATE: date,
  };
  const output = await runGit({ ...tools, environment }, repository.directory, [
    ...['commit-tree', merge.tree, '-p', merge.base, '-p', merge.head],
    ...['-m', merge.message],
  ]);
  return output.trim();
}
