import type { Person, SourceText } from '../../ports/records/person.ts';
import type {
  SourceActivity,
  SourceComment,
  SourcePullRequest,
  SourceTask,
} from '../../ports/records/pull-request.ts';
import type { Carried, Placement } from './placement.ts';
import type { Thread } from './threads.ts';

/** A pull request as the target should have it: plain data, whatever it is written with. Texts are hostile until escaped. */
export interface DesiredPullRequest
  extends Omit<
    SourcePullRequest,
    'description' | 'reason' | 'closedBy' | 'commentCount' | 'openTasks' | 'lacksTasks'
  > {
  readonly description: DesiredText;
  /** Why it was declined; `null` where nobody said. */
  readonly reason: DesiredText | null;
  /** Who merged or closed it; `null` for an open one. */
  readonly closing: Closing | null;
  readonly carried: Carried;
  /** Between which commits of the target it is opened; `null`: not between its own. */
  readonly range: CommitRange | null;
  /** In order of time. */
  readonly threads: readonly DesiredThread[];
  /** Of the pull request itself, and those whose comment is not written. */
  readonly tasks: readonly DesiredTask[];
  /** Oldest first; without the comments. */
  readonly history: readonly SourceActivity[];
  /** The numbers of comments that the target does not get. */
  readonly omitted: { readonly unpublished: number; readonly deleted: number };
}

/** A text of the source, and what it is on the target. */
export interface DesiredText {
  /** Block Markdown. Every block that it opens (fences, HTML) it closes too. */
  readonly markdown: string;
  readonly source: SourceText;
}

interface Closing {
  readonly by: Person | null;
  readonly at: string;
  /** The source keeps no time of closing beside the activity's; its last change is never earlier. */
  readonly isExact: boolean;
}

export interface CommitRange {
  readonly base: string;
  readonly head: string;
}

export interface DesiredComment extends Omit<SourceComment, 'parentId' | 'text'> {
  /** Names it in the state and in its marker. */
  readonly key: string;
  readonly text: DesiredText;
  readonly tasks: readonly DesiredTask[];
}

export interface DesiredThread extends Thread<DesiredComment> {
  /** Where it goes on the diff; `null` for one that is not about it. */
  readonly placement: Placement | null;
}

export interface DesiredTask extends Omit<SourceTask, 'text' | 'commentId'> {
  readonly text: DesiredText;
}
