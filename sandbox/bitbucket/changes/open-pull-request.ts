import { readRef } from '../../git/read-ref.ts';
import { contains, fetchCommit } from '../../git/shared-commits.ts';
import type { AddPullRequest } from '../pull-requests/add-pull-request.ts';
import type { BitbucketPullRequest } from '../pull-requests/pull-request-records.ts';
import type { BitbucketRepository } from '../records.ts';
import type { Deed } from './bookkeeping.ts';
import { declinePullRequest } from './edit-pull-request.ts';
import { type ChangePlace, directoryOf, fullName } from './place.ts';

/**
 * Opens a pull request between two branches, also from a fork. Cloud supersedes an open one between the same branches; a
 * Data Center refuses a second one.
 * @returns why it is refused
 */
export async function openPullRequest(
  place: ChangePlace & { readonly repository: BitbucketRepository },
  deed: Deed,
  wanted: Pick<AddPullRequest, 'title' | 'description' | 'draft' | 'reviewers'> & {
    /** The slug of a fork; this repository if left out. */
    readonly from?: string;
    readonly branch: string;
    readonly destination: string;
    readonly closeSourceBranch?: boolean;
  },
): Promise<BitbucketPullRequest | string> {
  const { bitbucket, product, repository, tools } = place;
  const { from = repository.slug, branch, destination, ...facts } = wanted;
  const source = { branch, repository: fullName(place, from) };
  const target = directoryOf(bitbucket, fullName(place, repository.slug)) ?? '';
  const fork = directoryOf(bitbucket, source.repository) ?? '';
  const head = readRef(fork, `refs/heads/${branch}`);
  const base = readRef(target, `refs/heads/${destination}`);
  if (head === null) return `source: branch not found: ${branch}`;
  if (base === null) return `destination: branch not found: ${destination}`;
  if (fork !== target) await fetchCommit(tools, target, { from: fork, commit: head });
  if (await contains(tools, target, { commit: base, part: head })) {
    return 'There are no changes to be pulled.';
  }
  const same = repository.pullRequests.find(
    (one) =>
      one.state === 'OPEN' &&
      one.source.repository === source.repository &&
      one.source.branch === branch &&
      one.destination.branch === destination,
  );
  if (same !== undefined && product === 'data-center') {
    return `Only one pull request may be open for a given source and target branch.`;
  }
  if (same !== undefined)
    declinePullRequest({ bitbucket, pull: same }, deed, { state: 'SUPERSEDED' });
  return bitbucket.addPullRequest(repository.slug, {
    ...facts,
    author: deed.by,
    source,
    destination: { branch: destination },
    createdOn: deed.on,
    updatedOn: deed.on,
  });
}
