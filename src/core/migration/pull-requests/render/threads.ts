import type { SourceComment } from '../../../ports/records/pull-request.ts';
import { linkComments } from './link-comments.ts';

/** A first comment with everything that answers it, at any depth. */
export interface Thread {
  readonly root: SourceComment;
  /** Where it stands in the order of time of the whole conversation. */
  readonly position: number;
  /** In order of time, deleted ones left out. */
  readonly replies: readonly ThreadReply[];
}

export interface ThreadReply {
  readonly comment: SourceComment;
  /** What it answers: the root, another reply, or one that was deleted. */
  readonly parent: SourceComment;
  readonly position: number;
}

/**
 * The flat list as threads of one level, in order of time. What answers something comes after it, whatever the clocks
 * said. Threads of which nothing is left but deleted comments are left out. A comment whose parent is missing begins a
 * thread; where parents go round in a circle the oldest of them does. An id that comes again is the same comment.
 */
export function threadsOf(comments: readonly SourceComment[]): readonly Thread[] {
  const threads = new Map<SourceComment, { position: number; replies: ThreadReply[] }>();
  for (const [position, { comment, parent, root }] of linkComments(comments).entries()) {
    if (parent === null) threads.set(comment, { position, replies: [] });
    else if (!comment.isDeleted) threads.get(root)?.replies.push({ comment, parent, position });
  }
  return [...threads]
    .map(([root, thread]) => ({ root, ...thread }))
    .filter(({ root, replies }) => !root.isDeleted || replies.length > 0);
}

/** The comments that the diff is asked for a place for. */
export function inlineRoots(comments: readonly SourceComment[]): readonly SourceComment[] {
  return threadsOf(comments)
    .map(({ root }) => root)
    .filter(({ inline }) => inline !== null);
}
