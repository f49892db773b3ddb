import type {
  BitbucketActivity,
  BitbucketComment,
  BitbucketPullRequest,
  BitbucketTask,
} from '../pull-requests/pull-request-records.ts';

export interface CommentTree {
  readonly comment: BitbucketComment;
  readonly tasks: readonly BitbucketTask[];
  readonly replies: readonly CommentTree[];
}

type Happened = Exclude<BitbucketActivity, { kind: 'comment' | 'bare' }>;

export type ConversationItem =
  | { readonly kind: 'thread'; readonly on: Date; readonly thread: CommentTree }
  | {
      readonly kind: 'activity';
      readonly on: Date;
      readonly words: string;
      readonly by: Happened['by'];
    };

/** Returns what was said and done, oldest first. Drafts are left out, and deleted comments unless they were answered. Pure. */
export function conversationOf(pull: BitbucketPullRequest): readonly ConversationItem[] {
  const { comments, tasks, activity } = pull.conversation();
  const shown = comments.filter(({ isPending }) => !isPending);
  const tree = (comment: BitbucketComment): CommentTree => ({
    comment,
    tasks: tasks.filter(({ commentId }) => commentId === comment.id),
    replies: shown.filter(({ parent }) => parent === comment.id).map(tree),
  });
  const known = new Set(shown.map(({ id }) => id));
  const roots = shown.filter(({ parent }) => parent === null || !known.has(parent)).map(tree);
  const threads = roots
    .filter(({ comment, replies }) => !comment.isDeleted || replies.length > 0)
    .map((thread) => ({ kind: 'thread', on: thread.comment.createdOn, thread }) as const);
  const happened = activity.flatMap((one) =>
    one.kind === 'comment' || one.kind === 'bare' ? [] : [one],
  );
  return [...threads, ...activities(happened.toReversed())].toSorted((a, b) => +a.on - +b.on);
}

/** Tasks of no comment. */
export function tasksOf(pull: BitbucketPullRequest): readonly BitbucketTask[] {
  return pull.conversation().tasks.filter(({ commentId }) => commentId === null);
}

/** @param happened oldest first */
function activities(happened: readonly Happened[]): readonly ConversationItem[] {
  let before: Extract<Happened, { kind: 'update' }> | null = null;
  return happened.map((one) => {
    const words = wordsOf(one, before);
    if (one.kind === 'update') before = one;
    return { kind: 'activity', on: one.on, by: one.by, words };
  });
}

const closings = { MERGED: 'merged', DECLINED: 'declined', SUPERSEDED: 'superseded' } as const;

function wordsOf(one: Happened, before: Extract<Happened, { kind: 'update' }> | null): string {
  if (one.kind !== 'update') return one.kind === 'approval' ? 'approved' : 'requested changes';
  if (one.state !== 'OPEN') {
    const reason = one.reason === '' ? '' : `: ${one.reason}`;
    return `${closings[one.state]} the pull request${reason}`;
  }
  if (before === null) return 'opened the pull request';
  if (before.state !== 'OPEN') return 'reopened the pull request';
  if (before.sourceCommit !== one.sourceCommit)
    return `pushed ${one.sourceCommit?.slice(0, 12) ?? 'commits'}`;
  return before.title === one.title ? 'updated the pull request' : 'changed the title';
}
