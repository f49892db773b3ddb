import type {
  SourceComment,
  SourcePullRequest,
  SourceTask,
} from '../../../../ports/records/pull-request.ts';
import { markerLength } from '../../../../text/context/marker.ts';
import type { PullRequestWrites } from '../../model/prepared-pull-request.ts';
import type { RenderPullRequest } from './render-options.ts';
import { type Thread, threadsOf } from './threads.ts';

/** Describes what is to be rendered, sorted. */
export interface Rendering extends RenderPullRequest {
  readonly threads: readonly Thread[];
  /** By the id of the comment, which is written with its text. */
  readonly tasksOf: ReadonlyMap<string, readonly SourceTask[]>;
  /** Of the pull request itself, and those whose comment is not written. */
  readonly ownTasks: readonly SourceTask[];
  /** UTF-16 units that a body has beside its marker. */
  readonly room: number;
}

export function prepare(options: RenderPullRequest): Rendering {
  const { conversation, words } = options;
  const written = new Set(
    conversation.comments.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id),
  );
  const byComment = Map.groupBy(conversation.tasks, ({ commentId }) =>
    commentId !== null && written.has(commentId) ? commentId : null,
  );
  const tasksOf = new Map<string, readonly SourceTask[]>();
  for (const [id, tasks] of byComment) if (id !== null) tasksOf.set(id, tasks);
  return {
    ...options,
    threads: threadsOf(conversation.comments),
    tasksOf,
    ownTasks: byComment.get(null) ?? [],
    room: words.maxBody - markerLength,
  };
}

/** A body with its marker, which is the last line. */
export function sealed(rendering: Rendering, key: string, markdown: string): string {
  return `${markdown.trimEnd()}\n\n${rendering.markers.mark(key)}`;
}

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

/** Describes what is written of a conversation outside the description. */
export type RenderedConversation = Omit<PullRequestWrites, 'title' | 'body'>;

export const nothingWritten: RenderedConversation = {
  reviews: [],
  fileComments: [],
  replies: [],
  comments: [],
  resolved: [],
};
