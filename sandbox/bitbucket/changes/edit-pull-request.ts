import { readRef } from '../../git/read-ref.ts';
import type { BitbucketPullRequest } from '../pull-requests/pull-request-records.ts';
import { type Deed, touch } from './bookkeeping.ts';
import type { PullPlace } from './comments.ts';
import { fixPast, noteUpdate } from './conversation.ts';
import { directoryOf } from './place.ts';

type Editable = Pick<BitbucketPullRequest, 'title' | 'description' | 'draft' | 'reviewers'>;

/** Only open ones can be edited. @returns why it is refused */
export function editPullRequest(
  place: PullPlace,
  deed: Deed,
  change: Partial<Editable> & { readonly destinationBranch?: string },
): string | null {
  const { bitbucket, pull } = place;
  if (pull.state !== 'OPEN') return 'This pull request is already closed.';
  fixPast(pull);
  const { destinationBranch, ...edited } = change;
  if (destinationBranch !== undefined) {
    const directory = directoryOf(bitbucket, pull.destination.repository) ?? '';
    const commit = readRef(directory, `refs/heads/${destinationBranch}`);
    if (commit === null) return `destination: branch not found: ${destinationBranch}`;
    const destination = { ...pull.destination, branch: destinationBranch, commit };
    if (isTaken(place, { ...pull, destination })) return onlyOne;
    pull.destination = destination;
  }
  Object.assign(pull, edited);
  noteUpdate(pull, deed);
  touch(bitbucket.bookkeeping, pull, deed, 'pull request');
  return null;
}

/** @returns why it is refused */
export function declinePullRequest(
  { bitbucket, pull }: Pick<PullPlace, 'bitbucket' | 'pull'>,
  deed: Deed,
  { state = 'DECLINED', reason = '' }: { state?: 'DECLINED' | 'SUPERSEDED'; reason?: string } = {},
): string | null {
  if (pull.state !== 'OPEN') return 'This pull request is already closed.';
  fixPast(pull);
  Object.assign(pull, { state, reason, closedBy: deed.by, closedOn: deed.on });
  noteUpdate(pull, deed);
  touch(bitbucket.bookkeeping, pull, deed, 'pull request');
  return null;
}

/** Only a Data Center does, and only while both branches exist. @returns why it is refused */
export function reopenPullRequest(place: PullPlace, deed: Deed): string | null {
  const { bitbucket, product, pull } = place;
  if (product === 'cloud') return 'Declined pull requests cannot be reopened.';
  if (pull.state !== 'DECLINED') return 'Only declined pull requests can be reopened.';
  const [source, destination] = [pull.source, pull.destination].map((side) => {
    const directory = directoryOf(bitbucket, side.repository);
    const commit =
      directory === null ? null : readRef(directory, `refs/heads/${side.branch ?? ''}`);
    return { ...side, commit };
  });
  if (source?.commit === null || destination?.commit === null) {
    return 'The pull request cannot be reopened because a branch no longer exists.';
  }
  if (isTaken(place, pull)) return onlyOne;
  fixPast(pull);
  const reopened = { state: 'OPEN', reason: '', closedBy: null, closedOn: null } as const;
  Object.assign(pull, { ...reopened, source, destination });
  noteUpdate(pull, deed);
  touch(bitbucket.bookkeeping, pull, deed, 'pull request');
  return null;
}

const onlyOne = 'Only one pull request may be open for a given source and target branch.';

/** Tells whether a Data Center has another open one between the same branches. */
function isTaken(
  { product, repository }: PullPlace,
  { number, source, destination }: Pick<BitbucketPullRequest, 'number' | 'source' | 'destination'>,
): boolean {
  return (
    product === 'data-center' &&
    repository.pullRequests.some(
      (one) =>
        one.number !== number &&
        one.state === 'OPEN' &&
        one.source.repository === source.repository &&
        one.source.branch === source.branch &&
        one.destination.branch === destination.branch,
    )
  );
}
