import type { PullRequestWrites } from '../prepare/writes.ts';

/** A text by its key: in its place, and as it stands in the conversation where the target refused that. */
export function bodiesOf(
  { reviews, fileComments, replies, comments }: PullRequestWrites,
  key: string,
): { body: string; otherwise: string } | null {
  const placed = [...reviews.flatMap((review) => review.comments), ...fileComments, ...replies];
  const found = placed.find((one) => one.key === key);
  if (found !== undefined) return found;
  const plain = [...reviews, ...comments].find((one) => one.key === key);
  return plain === undefined ? null : { body: plain.body, otherwise: plain.body };
}
