import type { SourceComment, SourcePullRequest } from '../../ports/records/pull-request.ts';

/*
 * Keys name what is written, and are the subjects of its markers. They depend on nothing but the source's own numbers
 * and on how many parts a text has, so that a later run finds what an earlier one has written.
 */

type Numbered = Pick<SourcePullRequest, 'number'>;

export function pullRequestKey({ number }: Numbered): string {
  return `pull-request ${number}`;
}

/** @param part the first that is not in the description itself is 2 */
export function continuationKey({ number }: Numbered, part: number): string {
  return `continuation ${number}/${part}`;
}

export function commentKey({ number }: Numbered, { id }: Pick<SourceComment, 'id'>): string {
  // The id is the host's: nothing in it may pose as a part.
  return `comment ${number}/${encodeURIComponent(id.toWellFormed())}`;
}

/** Of a comment that is too long for one body. @param part from 2 */
export function furtherKey(key: string, part: number): string {
  return `${key} ${part}`;
}

/** @param index from 1 */
export function reviewKey({ number }: Numbered, index: number): string {
  return `review ${number}/${index}`;
}

/** Of several comments together. @param part from 1 */
export function conversationKey({ number }: Numbered, part: number): string {
  return `conversation ${number}/${part}`;
}

/** Tells whether a text is one that Bitbucket does not have: the rest of a long one, or a note on an import. Pure. */
export function isAddedText(key: string): boolean {
  return /^(continuation |import-losses)/.test(key) || /^comment \S+ \d+$/.test(key);
}
