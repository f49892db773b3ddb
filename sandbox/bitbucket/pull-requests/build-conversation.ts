import type { BitbucketPerson } from '../accounts/people.ts';
import type {
  BitbucketActivity,
  BitbucketComment,
  BitbucketConversation,
  BitbucketInline,
  BitbucketPullRequest,
  BitbucketPullRequestState,
  BitbucketTask,
  BitbucketText,
} from './pull-request-records.ts';

export interface AddConversation {
  /** In the order of their making, unless their dates say otherwise; replies may be nested or name their parent. */
  readonly comments?: readonly AddComment[];
  /** Of the pull request itself, or of a comment by its number. */
  readonly tasks?: readonly AddTask[];
  /** The heads of the source branch one after another, the first from the beginning; the present one if left out. */
  readonly heads?: readonly {
    readonly commit: string;
    readonly on: Date;
    readonly by?: BitbucketPerson | null;
  }[];
  /** Takes the place of what state, participants and heads say. Comments are separate. */
  readonly activity?: readonly AddActivity[];
}

interface AddComment {
  readonly id?: number;
  readonly parent?: number;
  /** The pull request's author if left out; `null`: an account that was deleted. */
  readonly author?: BitbucketPerson | null;
  /** Markdown unless said otherwise. */
  readonly text?: string | BitbucketText;
  readonly createdOn?: Date;
  readonly updatedOn?: Date;
  readonly deleted?: boolean;
  readonly pending?: boolean;
  /** `true`: by the pull request's author, an hour later. */
  readonly resolved?: true | { readonly by: BitbucketPerson | null; readonly on: Date };
  readonly inline?: BitbucketInline;
  readonly replies?: readonly AddComment[];
  readonly tasks?: readonly AddTask[];
}

interface AddTask {
  readonly id?: number;
  readonly text: string;
  readonly resolved?: boolean;
  readonly author?: BitbucketPerson | null;
  readonly createdOn?: Date;
  readonly resolvedBy?: BitbucketPerson | null;
  readonly comment?: number;
}

type AddActivity =
  | {
      readonly kind: 'update';
      readonly on: Date;
      readonly by?: BitbucketPerson | null;
      readonly state?: BitbucketPullRequestState;
      readonly title?: string;
      readonly reason?: string;
      readonly sourceCommit?: string | null;
      readonly destinationBranch?: string | null;
    }
  | Exclude<BitbucketActivity, { kind: 'update' | 'comment' }>;

const minute = 60_000;
const maxPerPullRequest = 10_000;

/** Numbers of comments and tasks follow from repository, pull request and order, so that they are the same each time. */
export function buildConversation(
  pullRequest: BitbucketPullRequest,
  options: { wanted: AddConversation; repositoryNumber: number },
): BitbucketConversation {
  const { wanted, repositoryNumber } = options;
  const base = repositoryNumber * 1_000_000_000 + pullRequest.number * maxPerPullRequest;
  const building: Building = { pullRequest, base, comments: [], tasks: [] };
  for (const comment of wanted.comments ?? []) addComment(building, comment, null);
  for (const task of wanted.tasks ?? []) addTask(building, task, task.comment ?? null);
  const comments = building.comments.toSorted((a, b) => +a.createdOn - +b.createdOn || a.id - b.id);
  const said: BitbucketActivity[] = comments
    .filter(({ isPending }) => !isPending)
    .map((comment) => ({ kind: 'comment', on: comment.createdOn, comment }));
  const happened = wanted.activity?.map((one) => complete(pullRequest, one));
  const done = happened ?? deriveActivity(pullRequest, wanted);
  const activity = [...done, ...said].toSorted((a, b) => +b.on - +a.on);
  return { comments, tasks: building.tasks, activity };
}

interface Building {
  readonly pullRequest: BitbucketPullRequest;
  readonly base: number;
  readonly comments: BitbucketComment[];
  readonly tasks: BitbucketTask[];
}

function addComment(building: Building, added: AddComment, parent: number | null): void {
  const { pullRequest, base, comments } = building;
  const place = comments.length + 1;
  if (place >= maxPerPullRequest) throw new Error('Too many comments for one pull request');
  const createdOn = added.createdOn ?? new Date(+pullRequest.createdOn + place * minute);
  const author = added.author === undefined ? pullRequest.author : added.author;
  const { text = 'A remark', resolved, deleted = false } = added;
  const record: BitbucketComment = {
    id: added.id ?? base + place,
    parent: added.parent ?? parent,
    author,
    text: toText(deleted ? '' : text),
    createdOn,
    updatedOn: added.updatedOn ?? createdOn,
    isDeleted: deleted,
    isPending: added.pending ?? false,
    resolution:
      resolved === true
        ? { by: pullRequest.author, on: new Date(+createdOn + 60 * minute) }
        : (resolved ?? null),
    inline: added.inline ?? null,
  };
  comments.push(record);
  for (const task of added.tasks ?? []) addTask(building, task, record.id);
  for (const reply of added.replies ?? []) addComment(building, reply, record.id);
}

function addTask(building: Building, added: AddTask, commentId: number | null): void {
  const { pullRequest, base, tasks } = building;
  const createdOn = added.createdOn ?? new Date(+pullRequest.createdOn + tasks.length * minute);
  const isResolved = added.resolved ?? false;
  const author = added.author === undefined ? pullRequest.author : added.author;
  tasks.push({
    id: added.id ?? base + tasks.length + 1,
    text: added.text,
    isResolved,
    author,
    createdOn,
    resolvedBy: isResolved ? (added.resolvedBy ?? author) : null,
    resolvedOn: isResolved ? new Date(+createdOn + 30 * minute) : null,
    commentId,
  });
}

function deriveActivity(
  pullRequest: BitbucketPullRequest,
  { heads = [] }: AddConversation,
): BitbucketActivity[] {
  const { author, closedBy, closedOn, createdOn, participants, reason, source, state } =
    pullRequest;
  const [first, ...later] = heads;
  const sourceCommit = first?.commit ?? source.commit;
  const made: AddActivity[] = [{ kind: 'update', on: createdOn, by: author, sourceCommit }];
  for (const { commit, on, by = author } of later) {
    made.push({ kind: 'update', on, by, sourceCommit: commit });
  }
  for (const { person, state: verdict, on } of participants) {
    if (verdict === null) continue;
    const kind = verdict === 'approved' ? 'approval' : 'changes_requested';
    made.push({ kind, by: person, on: on ?? pullRequest.updatedOn });
  }
  if (closedOn !== null) made.push({ kind: 'update', on: closedOn, by: closedBy, state, reason });
  return made.map((one) => complete(pullRequest, one));
}

function complete(pullRequest: BitbucketPullRequest, added: AddActivity): BitbucketActivity {
  if (added.kind !== 'update') return added;
  const { author, destination, source, title } = pullRequest;
  return {
    kind: 'update',
    on: added.on,
    by: added.by === undefined ? author : added.by,
    state: added.state ?? 'OPEN',
    title: added.title ?? title,
    reason: added.reason ?? '',
    sourceCommit: added.sourceCommit === undefined ? source.commit : added.sourceCommit,
    destinationBranch: added.destinationBranch ?? destination.branch,
  };
}

function toText(text: string | BitbucketText): BitbucketText {
  return typeof text === 'string' ? { raw: text, markup: 'markdown' } : text;
}
