import { contains, fetchCommit } from '../../git/shared-commits.ts';
import type { BitbucketPullRequest } from '../pull-requests/pull-request-records.ts';
import { type ChangePlace, directoryOf } from './place.ts';

/**
 * Brings the commit of a pull request over from its fork, which may be gone.
 * @param directory the repository that it goes to
 */
export async function bringHead(
  { bitbucket, tools }: Pick<ChangePlace, 'bitbucket' | 'tools'>,
  directory: string,
  { source: { commit, repository } }: Pick<BitbucketPullRequest, 'source'>,
): Promise<void> {
  const from = directoryOf(bitbucket, repository);
  if (commit === null || from === null || from === directory) return;
  if (await contains(tools, from, { commit, part: commit }))
    await fetchCommit(tools, directory, { from, commit });
}
