import type {
  PullRequestRecords,
  ReviewCommentRecord,
  ThreadRecord,
} from '../../../../archive/records/record-types.ts';
import { reviewStates } from '../../../../archive/records/review.ts';
import type { AsRead } from '../../../recorded/imports/expected-import.ts';
import { type ArchiveNote, noteOfOne } from '../notes-of-records.ts';
import type { SentItem, SentPullRequest } from '../sent-pull-request.ts';
import { sentEvents } from './sent-events.ts';

/** Describes a pull request by the records that an archive has of it. Pure. */
export function sentByRecords({
  records,
  notes,
  asRead,
}: {
  readonly records: PullRequestRecords;
  readonly notes: readonly ArchiveNote[];
  readonly asRead: AsRead;
}): SentPullRequest | null {
  const [pull] = records.pull_requests;
  if (pull === undefined) return null;
  const { merged_at: mergedAt, closed_at: closedAt } = pull;
  const requested = (pull.review_requests ?? []).filter((one) => one.dismissed_at == null);
  return {
    outcome: mergedAt !== null ? 'merged' : closedAt === null ? 'open' : 'closed',
    title: pull.title,
    body: pull.body ?? '',
    by: loginIn(pull.user),
    at: pull.created_at,
    endedAt: mergedAt ?? closedAt,
    head: pull.head.sha,
    headBranch: pull.head.ref,
    base: pull.base.ref,
    isDraft: pull.work_in_progress === true,
    reviewers: requested.flatMap(({ reviewer }) => loginIn(reviewer) ?? []),
    asRead,
    changes: notes.map(noteOfOne),
    items: [...reviewItems(records), ...threadItems(records), ...commentItems(records)],
    events: sentEvents(records.issue_events, { loginIn }),
  };
}

const verdicts = new Map<number, SentItem['verdict']>([
  [reviewStates.approved, 'approved'],
  [reviewStates.changesRequested, 'changes-requested'],
]);

/** Each comment of the diff has a review of its own, which says nothing itself. */
function reviewItems({ pull_request_reviews }: PullRequestRecords): readonly SentItem[] {
  return pull_request_reviews.flatMap(({ url, user, body, state, submitted_at: at }) => {
    const verdict = verdicts.get(state) ?? null;
    if (verdict === null && (body ?? '') === '') return [];
    const said = { by: loginIn(user), at, text: body ?? '' };
    return [{ ...plain, ...said, key: keyIn(url), kind: 'review', verdict }];
  });
}

function threadItems(records: PullRequestRecords): readonly SentItem[] {
  const threads = new Map(records.pull_request_review_threads.map((one) => [one.url, one]));
  return records.pull_request_review_comments.map((comment) => {
    const { url, user, body, created_at: at, in_reply_to: root } = comment;
    const thread = threads.get(comment.pull_request_review_thread);
    return {
      ...{ ...plain, key: keyIn(url), kind: 'review-comment' },
      ...{ by: loginIn(user), at, text: body },
      place: root === null ? placeOf(comment, thread) : { rootKey: keyIn(root) },
      isResolved: root === null && thread?.resolved_at != null,
    };
  });
}

function commentItems({ issue_comments }: PullRequestRecords): readonly SentItem[] {
  return issue_comments.map(({ url, user, body, created_at: at }) => {
    const said = { by: loginIn(user), at, text: body };
    return { ...plain, ...said, key: keyIn(url), kind: 'comment' };
  });
}

const plain = { place: null, verdict: null, isResolved: false } as const;

function placeOf(
  { path, original_commit_id: commit }: ReviewCommentRecord,
  thread: ThreadRecord | undefined,
): SentItem['place'] {
  const { original_line: line = null, original_start_line: startLine = null } = thread ?? {};
  if (line === null) return { kind: 'file', commit, place: { path }, why: '' };
  const side = thread?.side === 'left' ? 'LEFT' : 'RIGHT';
  const startSide = startLine === null ? null : side;
  return { kind: 'line', commit, place: { path, side, line, startLine, startSide } };
}

/** `https://bitbucket.org/jane` is Jane. */
function loginIn(url: string | null): string | null {
  return url === null ? null : decodeURIComponent(url.slice(url.lastIndexOf('/') + 1));
}

/** The part after the pull request's own address. */
function keyIn(url: string): string {
  return url.slice(url.indexOf('#') + 1);
}
