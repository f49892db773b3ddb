import type { PlacedWrite, PullRequestWrites } from '../../model/prepared-pull-request.ts';

/**
 * Returns what is still to be written of a conversation that was written before. Single comments on lines need no
 * review of their own. Pure.
 * @param isNew whether the text of this key is to be written
 */
export function newWrites(
  writes: PullRequestWrites,
  isNew: (key: string) => boolean,
): PullRequestWrites {
  const only = <One extends { readonly key: string }>(list: readonly One[]) =>
    list.filter(({ key }) => isNew(key));
  const singly: PlacedWrite[] = [];
  const reviews = writes.reviews.flatMap((review) => {
    const comments = only(review.comments);
    const isNeeded = isNew(review.key) && (review.isBare !== true || comments.length > 1);
    if (isNeeded) return [{ ...review, comments }];
    singly.push(...comments);
    return [];
  });
  return {
    ...writes,
    reviews,
    fileComments: [...singly, ...only(writes.fileComments)],
    replies: only(writes.replies),
    comments: only(writes.comments),
  };
}

/** Everything that takes a request of its own. Pure. */
export function countWrites({
  reviews,
  fileComments,
  replies,
  comments,
}: PullRequestWrites): number {
  const onLines = reviews.reduce((sum, review) => sum + review.comments.length, 0);
  return reviews.length + onLines + fileComments.length + replies.length + comments.length;
}
