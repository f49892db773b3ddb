import { type GitTools, runGit } from '../../git/git-tools.ts';
import { readRef } from '../../git/read-ref.ts';
import { contains } from '../../git/shared-commits.ts';
import type { BitbucketPerson } from '../accounts/people.ts';
import { fixPast, noteUpdate } from '../changes/conversation.ts';
import type { BitbucketPullRequest } from '../pull-requests/pull-request-records.ts';

/**
 * Merge strategies of Cloud that the sandbox knows. `fast_forward` makes a merge commit where the target has moved on.
 */
export const mergeStrategies = ['merge_commit', 'squash', 'fast_forward'] as const;

export type MergeStrategy = (typeof mergeStrategies)[number];

interface Merge {
  readonly by: BitbucketPerson | null;
  readonly on: Date;
  readonly message: string;
  readonly strategy: MergeStrategy;
}

interface MergePlace {
  readonly tools: GitTools;
  readonly directory: string;
}

/**
 * Merges by a strategy, and writes it into the record.
 * @returns `false`: there is nothing to merge into, or both do not go together
 */
export async function mergePullRequest(
  place: MergePlace,
  pull: BitbucketPullRequest,
  merge: Merge,
): Promise<boolean> {
  const { tools, directory } = place;
  const { source, destination } = pull;
  const ref = `refs/heads/${destination.branch ?? ''}`;
  const base = readRef(directory, ref);
  if (base === null || source.commit === null) return false;
  const commit = await mergedCommit(place, { base, head: source.commit }, merge);
  if (commit === null) return false;
  await runGit(tools, directory, ['update-ref', ref, commit, base]);
  pull.destination = { ...destination, commit: base };
  noteMerge(pull, { ...merge, commit });
  return true;
}

async function mergedCommit(
  place: MergePlace,
  { base, head }: { readonly base: string; readonly head: string },
  { by, on, message, strategy }: Merge,
): Promise<string | null> {
  const { tools, directory } = place;
  const isAhead = await contains(tools, directory, { commit: head, part: base });
  if (strategy === 'fast_forward' && isAhead) return head;
  const tree = await mergedTree(place, [base, head]);
  if (tree === null) return null;
  const name = by?.displayName ?? 'Bitbucket';
  const environment = {
    ...tools.environment,
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: 'noreply@bitbucket.org',
    GIT_AUTHOR_DATE: on.toISOString(),
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: 'noreply@bitbucket.org',
    GIT_COMMITTER_DATE: on.toISOString(),
  };
  const parents = strategy === 'squash' ? ['-p', base] : ['-p', base, '-p', head];
  const args = ['commit-tree', tree, ...parents, '-m', message];
  return (await runGit({ environment }, directory, args)).trim();
}

async function mergedTree(
  { tools, directory }: MergePlace,
  [base, head]: readonly [string, string],
): Promise<string | null> {
  try {
    const args = ['merge-tree', '--write-tree', base, head];
    return (await runGit(tools, directory, args)).trim();
  } catch {
    return null;
  }
}

/** Writes into the record that it was merged, by the host or by a push. */
export function noteMerge(
  pull: BitbucketPullRequest,
  { by, on, commit }: Pick<Merge, 'by' | 'on'> & { readonly commit: string },
): void {
  fixPast(pull);
  Object.assign(pull, {
    state: 'MERGED',
    mergeCommit: commit,
    closedBy: by,
    closedOn: on,
    updatedOn: on,
    version: pull.version + 1,
  });
  noteUpdate(pull, { by, on });
}
