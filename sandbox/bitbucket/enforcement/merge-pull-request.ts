import { type GitTools, runGit } from '../../git/git-tools.ts';
import { readRef } from '../../git/read-ref.ts';
import type { BitbucketPerson } from '../accounts/people.ts';
import type {
  BitbucketActivity,
  BitbucketPullRequest,
} from '../pull-requests/pull-request-records.ts';

/**
 * Merges by a merge commit, and writes it into the record.
 * @returns `false`: there is nothing to merge into, or both do not go together
 */
export async function mergePullRequest(
  { tools, directory }: { tools: GitTools; directory: string },
  pull: BitbucketPullRequest,
  { by, message }: { by: BitbucketPerson | null; message: string },
): Promise<boolean> {
  const { source, destination } = pull;
  const ref = `refs/heads/${destination.branch ?? ''}`;
  const base = readRef(directory, ref);
  if (base === null || source.commit === null) return false;
  const tree = await mergedTree(tools, directory, [base, source.commit]);
  if (tree === null) return false;
  const name = by?.displayName ?? 'Bitbucket';
  const environment = {
    ...tools.environment,
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: 'noreply@bitbucket.org',
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: 'noreply@bitbucket.org',
  };
  const args = ['commit-tree', tree, '-p', base, '-p', source.commit, '-m', message];
  const commit = (await runGit({ environment }, directory, args)).trim();
  await runGit(tools, directory, ['update-ref', ref, commit, base]);
  noteMerge(pull, { by, commit });
  return true;
}

async function mergedTree(
  tools: GitTools,
  directory: string,
  [base, head]: readonly [string, string],
): Promise<string | null> {
  try {
    const args = ['merge-tree', '--write-tree', base, head];
    return (await runGit(tools, directory, args)).trim();
  } catch {
    return null;
  }
}

function noteMerge(
  pull: BitbucketPullRequest,
  { by, commit }: { by: BitbucketPerson | null; commit: string },
): void {
  const on = new Date();
  const before = pull.conversation;
  Object.assign(pull, {
    state: 'MERGED',
    mergeCommit: commit,
    closedBy: by,
    closedOn: on,
    updatedOn: on,
  });
  pull.conversation = () => {
    const conversation = before.call(pull);
    const merged: BitbucketActivity = {
      kind: 'update',
      on,
      by,
      state: 'MERGED',
      title: pull.title,
      reason: '',
      sourceCommit: pull.source.commit,
      destinationBranch: pull.destination.branch,
    };
    return { ...conversation, activity: [merged, ...conversation.activity] };
  };
}
