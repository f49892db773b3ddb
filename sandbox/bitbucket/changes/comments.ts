import type {
  BitbucketComment,
  BitbucketInline,
  BitbucketPullRequest,
} from '../pull-requests/pull-request-records.ts';
import type { BitbucketRepository } from '../records.ts';
import { type Deed, touch } from './bookkeeping.ts';
import { changeComment, changeConversation, nextId } from './conversation.ts';
import type { ChangePlace } from './place.ts';

/** A pull request, and where it is. */
export interface PullPlace extends ChangePlace {
  readonly repository: BitbucketRepository;
  readonly pull: BitbucketPullRequest;
}

/** Markdown. @returns its number */
export function addComment(
  { bitbucket, repository, pull }: Pick<PullPlace, 'bitbucket' | 'repository' | 'pull'>,
  deed: Deed,
  added: {
    readonly text: string;
    /** The number of the comment that it replies to. */
    readonly parent?: number;
    readonly inline?: BitbucketInline;
  },
): number {
  const id = nextId(repository, pull, pull.conversation());
  const comment: BitbucketComment = {
    id,
    parent: added.parent ?? null,
    author: deed.by,
    text: { raw: added.text, markup: 'markdown' },
    createdOn: deed.on,
    updatedOn: deed.on,
    isDeleted: false,
    isPending: false,
    resolution: null,
    inline: added.inline === undefined ? null : pinned(pull, added.inline),
  };
  changeConversation(pull, (conversation) => ({
    ...conversation,
    lastId: id,
    comments: [...conversation.comments, comment],
    activity: [{ kind: 'comment', on: deed.on, comment }, ...conversation.activity],
  }));
  touch(bitbucket.bookkeeping, pull, deed, 'new comment');
  return id;
}

/** It stays at the commits that it was written at. */
function pinned({ source, destination }: BitbucketPullRequest, inline: BitbucketInline) {
  return { sourceCommit: source.commit, destinationCommit: destination.commit, ...inline };
}

export function editComment(place: PullPlace, deed: Deed, id: number, text: string): void {
  const { bitbucket, pull } = place;
  const { markup = 'markdown' } = find(place, id)?.text ?? {};
  changeComment(pull, id, { text: { raw: text, markup }, updatedOn: deed.on });
  touch(bitbucket.bookkeeping, pull, deed, 'anything else');
}

/**
 * Cloud keeps a deleted comment without its text. A Data Center refuses to delete what was answered.
 * @returns why it is refused
 */
export function deleteComment(place: PullPlace, deed: Deed, id: number): string | null {
  const { bitbucket, product, pull } = place;
  const { comments, tasks } = pull.conversation();
  const isAnswered =
    comments.some((one) => one.parent === id && !one.isDeleted) ||
    tasks.some((one) => one.commentId === id);
  if (product === 'data-center' && isAnswered) {
    return 'The comment cannot be deleted because it has replies.';
  }
  changeComment(pull, id, {
    text: { raw: '', markup: 'markdown' },
    isDeleted: true,
    updatedOn: deed.on,
  });
  touch(bitbucket.bookkeeping, pull, deed, 'anything else');
  return null;
}

/** Of a thread by its first comment. */
export function resolveThread({ bitbucket, pull }: PullPlace, deed: Deed, id: number): void {
  changeComment(pull, id, { resolution: { by: deed.by, on: deed.on } });
  touch(bitbucket.bookkeeping, pull, deed, 'anything else');
}

export function reopenThread({ bitbucket, pull }: PullPlace, deed: Deed, id: number): void {
  changeComment(pull, id, { resolution: null });
  touch(bitbucket.bookkeeping, pull, deed, 'anything else');
}

function find({ pull }: PullPlace, id: number): BitbucketComment | undefined {
  return pull.conversation().comments.find((one) => one.id === id);
}
