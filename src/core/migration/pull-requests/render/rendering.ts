import type { SourceTask } from '../../../ports/records/pull-request.ts';
import { markerLength } from '../../../text/marker.ts';
import type { RenderPullRequest } from './render-options.ts';
import { type Thread, threadsOf } from './threads.ts';

/** What is to be rendered, sorted. */
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
