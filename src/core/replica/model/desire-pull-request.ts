import type { SourceText } from '../../ports/records/person.ts';
import type {
  SourceComment,
  SourceConversation,
  SourcePullRequest,
  SourceTask,
} from '../../ports/records/pull-request.ts';
import type {
  DesiredComment,
  DesiredPullRequest,
  DesiredTask,
  DesiredText,
  DesiredThread,
} from './desired-pull-request.ts';
import { commentKey } from './keys.ts';
import type { Placement } from './placement.ts';
import { type Thread, threadsOf } from './threads.ts';

export interface FoundPullRequest extends Pick<DesiredPullRequest, 'carried' | 'range'> {
  readonly pullRequest: SourcePullRequest;
  readonly conversation: SourceConversation;
  /** By comment id: where the roots of inline threads go (`inlineRoots` names them). Missing: conversation. */
  readonly placements: ReadonlyMap<string, Placement>;
  /** Turns a text of the source into Markdown of the target. Called once for each text. */
  readonly convert: (text: SourceText) => string;
}

/** Makes what the target should have of what was read. Pure, as far as `convert` is. */
export function desirePullRequest(found: FoundPullRequest): DesiredPullRequest {
  const { pullRequest, conversation, carried, range } = found;
  const { description, reason, closedBy, commentCount, openTasks, lacksTasks, ...fields } =
    pullRequest;
  const { comments, unpublished, activity } = conversation;
  const end = endOf(found);
  const tasksOf = groupTasks(conversation);
  // The order of the texts is that of the images which stay behind.
  return {
    ...fields,
    reason: reasonText(found, reason.trim() || (end?.reason.trim() ?? '')),
    closing:
      pullRequest.state === 'open'
        ? null
        : {
            by: end?.by ?? closedBy,
            at: end?.at ?? pullRequest.updatedAt,
            isExact: end !== undefined,
          },
    description: textOf(found, description),
    ...{ carried, range },
    tasks: desireTasks(found, tasksOf.get(null)),
    threads: threadsOf(comments).map((thread) => desireThread(found, thread, tasksOf)),
    history: activity,
    omitted: { unpublished, deleted: comments.filter(({ isDeleted }) => isDeleted).length },
  };
}

/** The change of state that it ended with. */
function endOf({ pullRequest, conversation }: FoundPullRequest) {
  return conversation.activity
    .filter((entry) => entry.kind === 'state')
    .findLast((entry) => entry.state === pullRequest.state);
}

function reasonText(found: FoundPullRequest, raw: string): DesiredText | null {
  return raw === '' ? null : textOf(found, { raw, markup: 'plaintext' });
}

function textOf({ convert }: FoundPullRequest, source: SourceText): DesiredText {
  return { source, markdown: convert(source) };
}

type TasksOf = ReadonlyMap<string | null, readonly SourceTask[]>;

/** By the id of the comment, which is written with its text; `null`: by themselves. */
function groupTasks({ comments, tasks }: SourceConversation): TasksOf {
  const written = new Set(comments.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id));
  return Map.groupBy(tasks, ({ commentId }) =>
    commentId !== null && written.has(commentId) ? commentId : null,
  );
}

function desireTasks(
  found: FoundPullRequest,
  tasks: readonly SourceTask[] = [],
): readonly DesiredTask[] {
  return tasks.map(({ commentId, ...task }) => ({ ...task, text: textOf(found, task.text) }));
}

function desireThread(
  found: FoundPullRequest,
  { root, position, replies }: Thread<SourceComment>,
  tasksOf: TasksOf,
): DesiredThread {
  const known = new Map<SourceComment, DesiredComment>();
  function desired(comment: SourceComment): DesiredComment {
    const made = known.get(comment) ?? desireComment(found, comment, tasksOf);
    known.set(comment, made);
    return made;
  }
  return {
    root: desired(root),
    position,
    placement:
      root.inline === null
        ? null
        : (found.placements.get(root.id) ?? { kind: 'conversation', why: '' }),
    replies: replies.map((reply) => ({
      ...reply,
      parent: desired(reply.parent),
      comment: desired(reply.comment),
    })),
  };
}

function desireComment(
  found: FoundPullRequest,
  { parentId, text, ...comment }: SourceComment,
  tasksOf: TasksOf,
): DesiredComment {
  const key = commentKey(found.pullRequest, comment);
  if (comment.isDeleted)
    return { ...comment, key, tasks: [], text: { source: text, markdown: '' } };
  const tasks = desireTasks(found, tasksOf.get(comment.id));
  return { ...comment, key, tasks, text: textOf(found, text) };
}
