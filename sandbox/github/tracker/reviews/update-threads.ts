import type { GitTools } from '../../../git/git-tools.ts';
import type { GithubHost } from '../../host.ts';
import type { GithubRepository } from '../../records.ts';
import type { GithubPullRequest, GithubThread } from '../records.ts';
import { findRow } from './place.ts';

interface Options {
  readonly tools: GitTools;
  readonly host: GithubHost;
  readonly repository: GithubRepository;
}

/** After a push: a thread whose line is not what it was any more is outdated. */
export async function updateThreads(options: Options, pull: GithubPullRequest): Promise<void> {
  for (const thread of pull.threads) thread.outdated = await isOutdated(options, thread);
  const { host, repository } = options;
  if (host.rules.keepsOutdated) return;
  for (const { outdated, comments } of pull.threads) {
    if (!outdated) continue;
    for (const comment of comments) {
      pull.reviewComments.splice(pull.reviewComments.indexOf(comment), 1);
      repository.tracker.reviewComments.delete(comment.id);
    }
  }
  pull.threads.splice(
    0,
    Number.POSITIVE_INFINITY,
    ...pull.threads.filter(({ outdated }) => !outdated),
  );
}

/** Tells whether the newest diff has the same line in the same place. */
export async function isOutdated(options: Options, thread: GithubThread): Promise<boolean> {
  const { pull, place } = thread;
  if (place === null || thread.commit === pull.head.sha) return false;
  const { tools, host, repository } = options;
  const range = { base: pull.base.sha, head: pull.head.sha };
  const files = await host.diffs.of({ tools, repository, ...range });
  const file = files.get(thread.path);
  const now = file === undefined ? null : findRow(file, place.line, place.side);
  return (
    now === null || now.row.text !== thread.diffHunk.slice(thread.diffHunk.lastIndexOf('\n') + 1)
  );
}
