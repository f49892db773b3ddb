import type { KindName } from '../../records/kinds.ts';
import type {
  IssueEventRecord,
  PullRequestRecord,
  ReviewCommentRecord,
  ReviewRecord,
  ThreadRecord,
} from '../../records/record-types.ts';
import { reviewStates } from '../../records/review.ts';
import type { FindingKind, Report } from './findings.ts';
import type { ArchiveRecord } from './read-records.ts';

/** A record, and the file that it stands in. */
export interface Filed<Value> {
  readonly record: Value;
  readonly file: string;
}

/** The records of pull requests that are compared with each other, by address. */
export interface Conversations {
  readonly pullRequests: ReadonlyMap<string, Filed<PullRequestRecord>>;
  readonly reviews: ReadonlyMap<string, Filed<ReviewRecord>>;
  readonly threads: ReadonlyMap<string, Filed<ThreadRecord>>;
  readonly comments: ReadonlyMap<string, Filed<ReviewCommentRecord>>;
  readonly events: readonly Filed<IssueEventRecord>[];
  add(kind: KindName, filed: Filed<ArchiveRecord>): void;
}

export function collectConversations(): Conversations {
  const pullRequests = new Map<string, Filed<PullRequestRecord>>();
  const reviews = new Map<string, Filed<ReviewRecord>>();
  const threads = new Map<string, Filed<ThreadRecord>>();
  const comments = new Map<string, Filed<ReviewCommentRecord>>();
  const events: Filed<IssueEventRecord>[] = [];
  const maps: Partial<Record<KindName, Map<string, Filed<unknown>>>> = {
    pull_requests: pullRequests,
    pull_request_reviews: reviews,
    pull_request_review_threads: threads,
    pull_request_review_comments: comments,
  };
  return {
    ...{ pullRequests, reviews, threads, comments, events },
    add(kind, filed) {
      // Its shape was checked when it was read.
      if (kind === 'issue_events') events.push(filed as unknown as Filed<IssueEventRecord>);
      else maps[kind]?.set(filed.record.url, filed);
    },
  };
}

type Reporter = (filed: Filed<{ url: string }>, kind: FindingKind, message: string) => void;

/** Reports what contradicts itself within pull requests: states and events, reviews and their threads, times. */
export function checkConversations(all: Conversations, report: Report): void {
  const tell: Reporter = ({ record, file }, kind, message) =>
    report({ severity: 'error', kind, file, record: record.url, message });
  const events = Map.groupBy(all.events, ({ record }) => record.pull_request ?? '');
  for (const one of all.pullRequests.values())
    checkStates(one, events.get(one.record.url) ?? [], tell);
  for (const one of all.reviews.values()) checkReview(one, tell);
  for (const one of all.threads.values()) checkThread(one, tell);
  const withComments = new Set<string>();
  for (const one of all.comments.values()) {
    checkComment(one, all, tell);
    withComments.add(one.record.pull_request_review_thread);
  }
  for (const one of all.threads.values()) {
    if (!withComments.has(one.record.url)) tell(one, 'thread', 'it has no comments');
  }
}

function checkStates(
  one: Filed<PullRequestRecord>,
  events: readonly Filed<IssueEventRecord>[],
  tell: Reporter,
) {
  const { merged_at, closed_at, created_at, merge_commit_sha } = one.record;
  if (!/\/pull\/[1-9]\d*$/.test(one.record.url)) {
    tell(one, 'record', 'its URL does not end with /pull/ and its number');
  }
  if (merged_at !== null && closed_at === null)
    tell(one, 'state', 'merged_at is set and closed_at is not');
  for (const at of [merged_at, closed_at]) {
    if (at !== null && at < created_at) tell(one, 'time', 'it was closed before it was created');
  }
  const merges = events.filter(({ record }) => record.event === 'merged');
  if (merged_at === null && merges.length > 0)
    tell(one, 'state', 'it has a "merged" event but no merged_at');
  if (merged_at !== null && merges.length === 0)
    tell(one, 'state', 'it is merged but has no "merged" event');
  if (closed_at !== null && !events.some(({ record }) => record.event === 'closed')) {
    tell(one, 'state', 'it is closed but has no "closed" event');
  }
  for (const merge of merges) {
    const { commit_id } = merge.record;
    if (commit_id != null && merge_commit_sha != null && commit_id !== merge_commit_sha) {
      tell(merge, 'state', 'its commit_id is not the merge_commit_sha of the pull request');
    }
  }
}

function checkReview(one: Filed<ReviewRecord>, tell: Reporter): void {
  const { submitted_at, created_at } = one.record;
  if (submitted_at < created_at) tell(one, 'time', 'submitted_at is before created_at');
}

function checkThread(one: Filed<ThreadRecord>, tell: Reporter): void {
  const { resolved_at, resolver, outdated, position, original_position, diff_hunk } = one.record;
  if (resolved_at == null && resolver != null)
    tell(one, 'thread', 'it has a resolver but no resolved_at');
  if (outdated === true && position !== null)
    tell(one, 'position', 'it is outdated but has a position');
  if (position === null && original_position === null && diff_hunk === '') {
    tell(one, 'position', 'it has neither a position nor a hunk');
  }
}

/** Fields that a thread shares with each of its comments, in all exports that were seen. */
const shared = [
  'pull_request',
  'diff_hunk',
  'path',
  'position',
  'original_position',
  'commit_id',
  'original_commit_id',
  'subject_type',
] as const;

function checkComment(one: Filed<ReviewCommentRecord>, all: Conversations, tell: Reporter): void {
  const { record } = one;
  const thread = all.threads.get(record.pull_request_review_thread)?.record;
  const differing = shared.filter((key) => thread !== undefined && thread[key] !== record[key]);
  if (differing.length > 0) tell(one, 'thread', `${differing.join(', ')} differ from its thread's`);
  const itsReview = all.reviews.get(record.pull_request_review)?.record;
  if (itsReview !== undefined) {
    if (itsReview.user !== record.user) tell(one, 'thread', 'its review has a different author');
    if (itsReview.pull_request !== record.pull_request)
      tell(one, 'thread', 'its review belongs to another pull request');
    if (record.in_reply_to !== null && itsReview.state !== reviewStates.comment)
      tell(one, 'thread', 'it is a reply within a review that approves or requests changes');
  }
  if (record.in_reply_to === null) return;
  const parent = all.comments.get(record.in_reply_to)?.record;
  if (parent === undefined) return;
  if (parent.pull_request_review_thread !== record.pull_request_review_thread)
    tell(one, 'thread', 'it replies to a comment in another thread');
  if (parent.created_at > record.created_at)
    tell(one, 'time', 'it is older than the comment it replies to');
}
