import { type GitTools, runGit } from '../../git/git-tools.ts';
import { readRef } from '../../git/read-ref.ts';
import { mergePullRequest } from '../enforcement/merge-pull-request.ts';
import type { BitbucketPullRequest } from '../pull-requests/pull-request-records.ts';
import { notePush } from './after-push.ts';
import { bringHead } from './bring-head.ts';
import { type ChangePlace, directoryOf } from './place.ts';

/**
 * Merges what nothing stands against, closes the source branch where that was asked for, and lets other pull requests
 * follow.
 * @returns `false`: there is nothing to merge into, or both do not go together
 */
export async function mergeAndNote(
  place: Pick<ChangePlace, 'bitbucket' | 'product' | 'tools'>,
  pull: BitbucketPullRequest,
  merge: Parameters<typeof mergePullRequest>[2],
): Promise<boolean> {
  const { bitbucket, tools } = place;
  const { source, destination } = pull;
  const directory = directoryOf(bitbucket, destination.repository);
  if (directory === null) return false;
  await bringHead(place, directory, pull);
  if (!(await mergePullRequest({ tools, directory }, pull, merge))) return false;
  await note(place, pull.destination, merge);
  const repository = bitbucket.findRepository(source.repository?.split('/')[1] ?? '');
  // No host deletes a default branch.
  const mayClose = source.branch !== repository?.mainBranch;
  const isOwn = source.repository === destination.repository;
  const closes = pull.closeSourceBranch && isOwn && mayClose;
  if (closes && (await dropBranch(tools, directory, source))) await note(place, source, merge);
  return true;
}

async function dropBranch(
  tools: GitTools,
  directory: string,
  { branch, commit }: BitbucketPullRequest['source'],
): Promise<boolean> {
  const ref = `refs/heads/${branch ?? ''}`;
  if (readRef(directory, ref) !== commit) return false;
  await runGit(tools, directory, ['update-ref', '-d', ref]);
  return true;
}

async function note(
  place: Pick<ChangePlace, 'bitbucket' | 'product' | 'tools'>,
  { branch, repository }: BitbucketPullRequest['source'],
  { by, on }: Parameters<typeof mergePullRequest>[2],
): Promise<void> {
  const slug = repository?.split('/')[1] ?? '';
  await notePush(place, { by, on }, { slug, refs: [`refs/heads/${branch ?? ''}`] });
}
