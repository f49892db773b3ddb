import type {
  GithubLinePlace,
  GithubPullRequest,
  GithubReview,
  GithubThread,
} from '../../tracker/records.ts';
import { type Records, recordsOf } from '../archive.ts';
import type { ImporterRules } from '../importer-rules.ts';
import { type ImportContext, lose, madeAt, pullOf } from './import-context.ts';
import { addToConversation, touch } from './import-discussions.ts';

type ReviewRecord = Records['pull_request_reviews'];
type ThreadRecord = Records['pull_request_review_threads'];
type CommentRecord = Records['pull_request_review_comments'];

/** Reviews, threads and their comments. A thread that cannot be placed becomes comments of the conversation. */
export function importReviews(context: ImportContext): void {
  const { archive, lost } = context;
  const comments = recordsOf(archive, 'pull_request_review_comments').filter(
    ({ url }) => !lost.has(url),
  );
  const withComments = new Set(comments.map((one) => one.pull_request_review));
  const reviews = new Map<string, GithubReview>();
  for (const record of recordsOf(archive, 'pull_request_reviews')) {
    if (lost.has(record.url)) continue;
    const review = addReview(context, record, withComments.has(record.url));
    if (review !== null) reviews.set(record.url, review);
  }
  const threads = new Map<string, GithubThread | 'conversation'>();
  for (const record of recordsOf(archive, 'pull_request_review_threads')) {
    const thread = lost.has(record.url) ? null : addThread(context, record);
    if (thread !== null) threads.set(record.url, thread);
  }
  const places = new Set<string>();
  for (const record of comments) addComment(context, record, { reviews, threads, places });
  for (const { threads: all } of context.repository.pulls) {
    const kept = all.filter((thread) => thread.comments.length > 0);
    all.splice(0, all.length, ...kept);
  }
}

const states = { 1: 'COMMENTED', 30: 'CHANGES_REQUESTED', 40: 'APPROVED' } as const;

function addReview(
  context: ImportContext,
  record: ReviewRecord,
  hasComments: boolean,
): GithubReview | null {
  const { host, people, repository } = context;
  const pull = pullOf(context, record.pull_request);
  if (pull === null) {
    lose(context, 'Pull Request Review', record.url, 'its pull request is missing');
    return null;
  }
  const state = context.rules.honoursReviewStates ? states[record.state] : 'COMMENTED';
  const body = record.body ?? '';
  if (state === 'COMMENTED' && body === '' && !hasComments) {
    context.losses.push(`${record.url} did not have any valid threads or comments`);
    return null;
  }
  const review: GithubReview = {
    id: host.nextId(),
    ...{ pull, body, state },
    author: people(record.user),
    commit: record.head_sha,
    submittedAt: record.submitted_at,
    visibleAt: host.now(),
  };
  pull.reviews.push(review);
  touch(pull, record.submitted_at);
  repository.tracker.reviews.set(review.id, review);
  return review;
}

/** @returns `conversation` where its comments become those of the pull request */
function addThread(
  context: ImportContext,
  record: ThreadRecord,
): GithubThread | 'conversation' | null {
  const { host, commits, people, repository } = context;
  const { rules } = context;
  const pull = pullOf(context, record.pull_request);
  if (pull === null) return null;
  const isOutdated = record.outdated === true || record.position === null;
  if (!commits(record.original_commit_id) || (isOutdated && !rules.honoursOutdated)) {
    context.losses.push(`REVIEW_THREAD_MISSING_END_COMMIT_OID ${record.url}`);
    return 'conversation';
  }
  if (record.subject_type === 'file' && !rules.honoursFileLevel) {
    context.losses.push(`UNABLE_TO_COMPARE ${record.url}`);
  }
  const isResolved = rules.honoursResolved && record.resolved_at != null;
  const thread: GithubThread = {
    id: host.nextId(),
    pull,
    path: record.path,
    place: placeOf(record, rules),
    commit: record.original_commit_id,
    outdated: isOutdated,
    diffHunk: record.diff_hunk,
    resolvedBy: isResolved ? people(record.resolver) : null,
    comments: [],
  };
  pull.threads.push(thread);
  repository.tracker.threads.set(thread.id, thread);
  return thread;
}

/** Takes the line as the record names it, whatever the diff shows. */
function placeOf(record: ThreadRecord, rules: ImporterRules): GithubLinePlace | null {
  if (record.subject_type === 'file') {
    const first = {
      line: 1,
      side: 'RIGHT',
      startLine: null,
      startSide: null,
      position: 1,
    } as const;
    return rules.honoursFileLevel ? null : first;
  }
  const side = record.side === 'left' && rules.honoursLeftSide ? 'LEFT' : 'RIGHT';
  const startLine = rules.honoursRanges ? (record.original_start_line ?? null) : null;
  return {
    line: record.original_line ?? record.original_position ?? 1,
    side,
    startLine,
    startSide: startLine === null ? null : side,
    position: record.original_position ?? record.position ?? 1,
  };
}

interface Known {
  readonly reviews: ReadonlyMap<string, GithubReview>;
  readonly threads: ReadonlyMap<string, GithubThread | 'conversation'>;
  /** Person, place and second of each comment that has arrived. */
  readonly places: Set<string>;
}

function addComment(context: ImportContext, record: CommentRecord, known: Known): void {
  const { host, people, repository } = context;
  const pull = pullOf(context, record.pull_request);
  const thread = known.threads.get(record.pull_request_review_thread);
  const review = known.reviews.get(record.pull_request_review);
  if (pull === null || thread === undefined) {
    lose(context, 'Pull Request Review Thread Comment', record.url, 'its thread is missing');
    return;
  }
  if (thread === 'conversation') {
    addToConversation(context, pull, record);
    return;
  }
  if (review === undefined) {
    lose(context, 'Pull Request Review Thread Comment', record.url, 'its review is missing');
    return;
  }
  const author = people(record.user);
  if (!isFirstThere(context, { pull, thread, record }, known.places)) return;
  const comment = {
    id: host.nextId(),
    ...{ pull, review, thread, author },
    body: record.body,
    ...madeAt(context, record.created_at),
    minimized: null,
  };
  thread.comments.push(comment);
  pull.reviewComments.push(comment);
  touch(pull, record.created_at);
  repository.tracker.reviewComments.set(comment.id, comment);
}

/** Nothing is logged of those that come later: so it was seen. */
function isFirstThere(
  { rules }: ImportContext,
  of: { pull: GithubPullRequest; thread: GithubThread; record: CommentRecord },
  places: Set<string>,
): boolean {
  const { pull, thread, record } = of;
  const { line = 0, side = '' } = thread.place ?? {};
  const key = [pull.number, thread.path, line, side, record.user, record.created_at].join(' ');
  if (!rules.collapsesSameSecondComments) return true;
  const isFirst = !places.has(key);
  places.add(key);
  return isFirst;
}
