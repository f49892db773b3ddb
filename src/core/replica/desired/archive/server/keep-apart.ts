import { moveApart } from '../move-apart.ts';
import type { SaidComment, SaidThread } from './server-comments.ts';

/** Moves comments on the diff apart, as moveApart() does. @returns how many were moved */
export function keepApart(threads: readonly SaidThread[]): number {
  return moveApart(
    threads.flatMap((thread) => {
      const { anchor } = thread;
      if (anchor === null) return [];
      const place = `${anchor.path} ${anchor.fileType} ${anchor.line}`;
      return commentsIn(thread).map((one) => ({ ...one, place }));
    }),
  );
}

/** A comment with what it answers. */
export interface LinkedComment {
  readonly comment: SaidComment;
  /** `null` for the first. */
  readonly parent: SaidComment | null;
}

/** All comments of a thread, parents before what answers them. Pure. */
export function commentsIn(thread: SaidComment): readonly LinkedComment[] {
  const found: LinkedComment[] = [{ comment: thread, parent: null }];
  for (const { comment } of found)
    found.push(...comment.replies.map((reply) => ({ comment: reply, parent: comment })));
  return found;
}
