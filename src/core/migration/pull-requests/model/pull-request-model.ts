import type { Person } from '../../../ports/records/person.ts';
import type {
  SourceActivity,
  SourceConversation,
  SourcePullRequest,
  SourceTask,
} from '../../../ports/records/pull-request.ts';
import type { Placement } from './prepared-pull-request.ts';
import { type Thread, threadsOf } from './threads.ts';

/**
 * A pull request as the target is to have it, as data: who, when, what and where. Texts are the source's, and how any of
 * it looks on the target is left to whoever writes it.
 */
export interface PullRequestModel {
  /** Number, title, description, branches, people and times. */
  readonly pullRequest: SourcePullRequest;
  /** `null`: it is open. */
  readonly ending: Ending | null;
  /** Why it was declined; empty where nobody said. */
  readonly reason: string;
  readonly carried: Carried;
  /** Everything of the conversation that is written, in order of time. */
  readonly threads: readonly PlacedThread[];
  /** By the id of the comment that they belong to, which is written. */
  readonly tasksOf: ReadonlyMap<string, readonly SourceTask[]>;
  /** Of the pull request itself, and those whose comment is not written. */
  readonly ownTasks: readonly SourceTask[];
  /** Verdicts, states and pushes, oldest first. */
  readonly activity: readonly SourceActivity[];
  /** Numbers of comments that are not written. */
  readonly omitted: { readonly unpublished: number; readonly deleted: number };
}

interface Ending {
  readonly by: Person | null;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The source keeps no time of closing beside the activity's; its last change is never earlier. */
  readonly isExact: boolean;
}

/** How the pull request itself came over. */
export type Carried =
  /** Opened between its own commits. */
  | { readonly kind: 'commits' }
  /** Opened between commits that were made in its place; the patch is quoted as far as it fits. */
  | { readonly kind: 'substitute'; readonly why: string; readonly patch: string | null }
  /** Open, from a fork: its commits are kept on this branch of the target. */
  | { readonly kind: 'fork-branch'; readonly branch: string };

export interface PlacedThread extends Thread {
  /** `null`: it is not about the diff. */
  readonly placement: Placement | null;
}

export interface ModelInput {
  readonly pullRequest: SourcePullRequest;
  readonly conversation: SourceConversation;
  /** By comment id: where the roots of inline threads go (`inlineRoots` names them). Missing: conversation. */
  readonly placements: ReadonlyMap<string, Placement>;
  readonly carried: Carried;
}

/** The model of what was read. The same input gives the same model. Pure. */
export function modelOf(input: ModelInput): PullRequestModel {
  const { pullRequest, conversation, placements, carried } = input;
  const { comments, tasks, activity, unpublished } = conversation;
  const written = new Set(comments.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id));
  const byComment = Map.groupBy(tasks, ({ commentId }) =>
    commentId !== null && written.has(commentId) ? commentId : null,
  );
  const tasksOf = new Map<string, readonly SourceTask[]>();
  for (const [id, ofComment] of byComment) if (id !== null) tasksOf.set(id, ofComment);
  return {
    ...{ pullRequest, carried, activity, tasksOf },
    ...endingOf(pullRequest, activity),
    threads: threadsOf(comments).map((thread) => ({
      ...thread,
      placement: placementOf(thread, placements),
    })),
    ownTasks: byComment.get(null) ?? [],
    omitted: { unpublished, deleted: comments.filter(({ isDeleted }) => isDeleted).length },
  };
}

function placementOf({ root }: Thread, placements: ModelInput['placements']): Placement | null {
  if (root.inline === null) return null;
  return placements.get(root.id) ?? { kind: 'conversation', why: '' };
}

function endingOf(
  { state, closedBy, reason, updatedAt }: SourcePullRequest,
  activity: readonly SourceActivity[],
): Pick<PullRequestModel, 'ending' | 'reason'> {
  const entry = activity
    .filter((one) => one.kind === 'state')
    .findLast((one) => one.state === state);
  const ending = {
    by: entry?.by ?? closedBy,
    at: entry?.at ?? updatedAt,
    isExact: entry !== undefined,
  };
  return {
    ending: state === 'open' ? null : ending,
    reason: reason.trim() || (entry?.reason.trim() ?? ''),
  };
}
