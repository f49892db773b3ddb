import type { PullRequestWrites } from '../prepare/writes.ts';

/** How many requests make content, the pull request's own among them: the host allows so many an hour. */
export function countWrites(
  writes: Pick<PullRequestWrites, 'reviews' | 'fileComments' | 'replies' | 'comments'>,
): { contentCreating: number } {
  const { reviews, fileComments, replies, comments } = writes;
  return {
    contentCreating: 1 + reviews.length + fileComments.length + replies.length + comments.length,
  };
}
