import { readRef } from '../../git/read-ref.ts';
import { contains, fetchCommit } from '../../git/shared-commits.ts';
import { noteMerge } from '../enforcement/merge-pull-request.ts';
import type { BitbucketPullRequest, BitbucketSide } from '../pull-requests/pull-request-records.ts';
import { type Deed, touch } from './bookkeeping.ts';
import { fixPast, noteUpdate } from './conversation.ts';
import { declinePullRequest } from './edit-pull-request.ts';
import { type ChangePlace, directoryOf, fullName } from './place.ts';

type NotePlace = Pick<ChangePlace, 'bitbucket' | 'product' | 'tools'>;

/**
 * Lets open pull requests follow branches that were pushed: their commits move, those that their target contains now are
 * merged, and a Data Center declines those whose branch was deleted.
 */
export async function notePush(
  place: NotePlace,
  deed: Deed,
  { slug, refs }: { readonly slug: string; readonly refs: readonly string[] },
): Promise<void> {
  const repository = fullName(place, slug);
  const isPushed = (side: BitbucketSide) =>
    side.repository === repository && refs.includes(`refs/heads/${side.branch ?? ''}`);
  for (const { pullRequests } of place.bitbucket.repositories) {
    for (const pull of pullRequests) {
      if (pull.state !== 'OPEN') continue;
      if (isPushed(pull.source) || isPushed(pull.destination)) await follow(place, deed, pull);
    }
  }
}

async function follow(place: NotePlace, deed: Deed, pull: BitbucketPullRequest): Promise<void> {
  const { bitbucket, product, tools } = place;
  const { source, destination } = pull;
  const head = tipOf(place, source);
  const base = tipOf(place, destination);
  // Unproven of Cloud, which keeps them open here.
  if (product === 'data-center' && (head === null || base === null)) {
    declinePullRequest({ bitbucket, pull }, deed);
    return;
  }
  // The date stays: the tip of the target is no change of the pull request.
  if (base !== null) pull.destination = { ...destination, commit: base };
  const target = directoryOf(bitbucket, destination.repository) ?? '';
  const from = directoryOf(bitbucket, source.repository) ?? '';
  if (head !== null && head !== source.commit) {
    if (from !== target) await fetchCommit(tools, target, { from, commit: head });
    fixPast(pull);
    pull.source = { ...source, commit: head };
    noteUpdate(pull, deed);
    touch(bitbucket.bookkeeping, pull, deed, 'pull request');
  }
  if (head === null || base === null) return;
  if (!(await contains(tools, target, { commit: base, part: head }))) return;
  pull.destination = destination;
  noteMerge(pull, { ...deed, commit: base });
}

function tipOf({ bitbucket }: NotePlace, { branch, repository }: BitbucketSide): string | null {
  const directory = directoryOf(bitbucket, repository);
  return directory === null ? null : readRef(directory, `refs/heads/${branch ?? ''}`);
}
