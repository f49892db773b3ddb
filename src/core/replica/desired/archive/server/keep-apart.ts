import type { SaidComment, SaidThread } from './server-comments.ts';

/**
 * Moves comments on the diff by seconds until no two of one person are at one place in one second: of those the importer keeps one.
 * @returns how many were moved
 */
export function keepApart(threads: readonly SaidThread[]): number {
  const placed = threads.flatMap((thread) => {
    const { anchor } = thread;
    if (anchor === null) return [];
    const place = `${anchor.path} ${anchor.fileType} ${anchor.line}`;
    return commentsIn(thread).map((one) => ({ ...one, place }));
  });
  // Parents come before what answers them: they are never later, and the sort is stable.
  placed.sort((one, other) => one.comment.at - other.comment.at);
  const taken = new Set<string>();
  let moved = 0;
  for (const { comment, parent, place } of placed) {
    const wanted = Math.max(comment.at, parent?.at ?? 0);
    let at = wanted;
    const keyAt = () => `${comment.by} ${Math.floor(at / 1000)} ${place}`;
    while (taken.has(keyAt())) at += 1000;
    taken.add(keyAt());
    comment.at = at;
    if (at !== wanted) moved += 1;
  }
  return moved;
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
