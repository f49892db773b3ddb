import type { SourceComment, SourcePullRequest } from '../../../ports/records/pull-request.ts';

/*
 * Keys name what is written, and are the subjects of its markers. They depend on nothing but the source's own numbers
 * and on how many parts a text has, so that a later run finds what an earlier one has written.
 */

export function pullRequestKey({ number }: SourcePullRequest): string {
  return `pull-request ${number}`;
}

/** @param part the first that is not in the description itself is 2 */
export function continuationKey({ number }: SourcePullRequest, part: number): string {
  return `continuation ${number}/${part}`;
}

/** @param part from 1 */
export function commentKey({ number }: SourcePullRequest, { id }: SourceComment, part = 1): string {
  // The id is the host's: nothing in it may pose as a part.
  const subject = `comment ${number}/${encodeURIComponent(id.toWellFormed())}`;
  return part === 1 ? subject : `${subject} ${part}`;
}

/** @param index from 1 */
export function reviewKey({ number }: SourcePullRequest, index: number): string {
  return `review ${number}/${index}`;
}

/** Of several comments together. @param part from 1 */
export function conversationKey(
  { number }: Pick<SourcePullRequest, 'number'>,
  part: number,
): string {
  return `conversation ${number}/${part}`;
}
