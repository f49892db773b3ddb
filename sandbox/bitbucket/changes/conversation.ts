import type {
  BitbucketActivity,
  BitbucketComment,
  BitbucketConversation,
  BitbucketPullRequest,
} from '../pull-requests/pull-request-records.ts';

/** Keeps another conversation in place of the one that was. */
export function changeConversation(
  pull: BitbucketPullRequest,
  change: (conversation: BitbucketConversation) => BitbucketConversation,
): void {
  const changed = change(pull.conversation());
  pull.conversation = () => changed;
}

/**
 * To be called before a pull request is changed: what it reports of its past is derived from what it is, unless somebody has
 * fixed it.
 */
export function fixPast(pull: BitbucketPullRequest): void {
  changeConversation(pull, (conversation) => conversation);
}

/** Adds what has just happened: activity is newest first. */
export function noteActivity(pull: BitbucketPullRequest, happened: BitbucketActivity): void {
  changeConversation(pull, (conversation) => ({
    ...conversation,
    activity: [happened, ...conversation.activity],
  }));
}

/** An update of the pull request as it is now. */
export function noteUpdate(
  pull: BitbucketPullRequest,
  { by, on }: Pick<Extract<BitbucketActivity, { kind: 'update' }>, 'by' | 'on'>,
): void {
  const { destination, reason, source, state, title } = pull;
  noteActivity(pull, {
    ...{ kind: 'update', by, on, state, title, reason },
    sourceCommit: source.commit,
    destinationBranch: destination.branch,
  });
}

/** Changes one comment, wherever it is shown. */
export function changeComment(
  pull: BitbucketPullRequest,
  id: number,
  change: Partial<BitbucketComment>,
): void {
  const changed = (one: BitbucketComment) =>
    one.id === id ? { ...one, ...change, version: (one.version ?? 1) + 1 } : one;
  changeConversation(pull, (conversation) => ({
    ...conversation,
    comments: conversation.comments.map(changed),
    activity: conversation.activity.map((one) =>
      one.kind === 'comment' ? { ...one, comment: changed(one.comment) } : one,
    ),
  }));
}

/** A number that no comment and no task of this pull request ever had. */
export function nextId(
  { added }: { readonly added: number },
  pull: Pick<BitbucketPullRequest, 'number'>,
  { comments, tasks, lastId = 0 }: BitbucketConversation,
): number {
  const first = added * 1_000_000_000 + pull.number * 10_000;
  return Math.max(first, lastId, ...[...comments, ...tasks].map(({ id }) => id)) + 1;
}
