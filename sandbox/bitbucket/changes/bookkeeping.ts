import type { BitbucketPerson } from '../accounts/people.ts';
import type {
  BitbucketConversation,
  BitbucketPullRequest,
} from '../pull-requests/pull-request-records.ts';

/**
 * Atlassian does not document which changes move a pull request's date and count. `kind`: every change moves the date, and
 * deleted comments are not counted. `unkind`: only changes of the pull request itself and new comments move it, and
 * deleted comments are counted, so that edits, deletions, resolved threads, tasks and approvals leave no trace.
 */
export type Bookkeeping = 'kind' | 'unkind';

/** Who does something, and when. */
export interface Deed {
  /** `null`: an access token. */
  readonly by: BitbucketPerson | null;
  readonly on: Date;
}

type Change = 'pull request' | 'new comment' | 'anything else';

/** Notes a change of a pull request where its lists show it. */
export function touch(
  bookkeeping: Bookkeeping,
  pull: BitbucketPullRequest,
  { on }: Deed,
  change: Change,
): void {
  if (change === 'pull request') pull.version += 1;
  if (bookkeeping === 'kind' || change !== 'anything else') pull.updatedOn = on;
}

/** The number of comments as lists of pull requests show it. Drafts of a review are never counted. */
export function countComments(
  bookkeeping: Bookkeeping,
  { comments }: Pick<BitbucketConversation, 'comments'>,
): number {
  const isCounted = bookkeeping === 'unkind' ? () => true : isThere;
  return comments.filter((one) => !one.isPending && isCounted(one)).length;
}

function isThere({ isDeleted }: { readonly isDeleted: boolean }): boolean {
  return !isDeleted;
}
