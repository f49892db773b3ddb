import type {
  PullRequestRecords,
  ReviewCommentRecord,
  ThreadRecord,
} from '../../../../archive/records/record-types.ts';
import { reviewStates } from '../../../../archive/records/review.ts';
import type {
  AsRead,
  ExpectedImport,
  ExpectedItem,
} from '../../../recorded/imports/expected-import.ts';
import { textDigest } from '../../../recorded/pull-requests/written-record.ts';
import { type ArchiveNote, archiveNoteTexts } from '../notes-of-records.ts';

/** Describes what an importer is to make of a pull request of an archive. Pure. */
export function expectImport({
  records,
  notes,
  asRead,
}: {
  readonly records: PullRequestRecords;
  readonly notes: readonly ArchiveNote[];
  readonly asRead: AsRead;
}): ExpectedImport | null {
  const [pull] = records.pull_requests;
  if (pull === undefined) return null;
  const { merged_at: mergedAt, closed_at: closedAt } = pull;
  const requested = (pull.review_requests ?? []).filter((one) => one.dismissed_at == null);
  return {
    outcome: mergedAt !== null ? 'merged' : closedAt === null ? 'open' : 'closed',
    title: textDigest(pull.title),
    body: textDigest(pull.body ?? ''),
    by: loginIn(pull.user),
    at: pull.created_at,
    endedAt: mergedAt ?? closedAt,
    head: pull.head.sha,
    headBranch: pull.head.ref,
    base: pull.base.ref,
    isDraft: pull.work_in_progress === true,
    reviewers: requested.flatMap(({ reviewer }) => loginIn(reviewer) ?? []),
    asRead,
    changes: notes.map(({ kind, count }) => archiveNoteTexts[kind](count)),
    items: [...reviewItems(records), ...threadItems(records), ...commentItems(records)],
  };
}

const verdicts = new Map<number, ExpectedItem['verdict']>([
  [reviewStates.approved, 'approved'],
  [reviewStates.changesRequested, 'changes-requested'],
]);

/** Each comment of the diff has a review of its own, which says nothing itself. */
function reviewItems({ pull_request_reviews }: PullRequestRecords): readonly ExpectedItem[] {
  return pull_request_reviews.flatMap(({ url, user, body, state, submitted_at: at }) => {
    const verdict = verdicts.get(state) ?? null;
    if (verdict === null && (body ?? '') === '') return [];
    const said = { by: loginIn(user), at, digest: textDigest(body ?? '') };
    return [{ ...plain, ...said, key: keyIn(url), kind: 'review', verdict }];
  });
}

function threadItems(records: PullRequestRecords): readonly ExpectedItem[] {
  const threads = new Map(records.pull_request_review_threads.map((one) => [one.url, one]));
  return records.pull_request_review_comments.map((comment) => {
    const { url, user, body, created_at: at, in_reply_to: root } = comment;
    const thread = threads.get(comment.pull_request_review_thread);
    return {
      ...{ ...plain, key: keyIn(url), kind: 'review-comment' },
      ...{ by: loginIn(user), at, digest: textDigest(body) },
      place: root === null ? placeOf(comment, thread) : `reply to ${keyIn(root)}`,
      isResolved: root === null && thread?.resolved_at != null,
    };
  });
}

function commentItems({ issue_comments }: PullRequestRecords): readonly ExpectedItem[] {
  return issue_comments.map(({ url, user, body, created_at: at }) => {
    const said = { by: loginIn(user), at, digest: textDigest(body) };
    return { ...plain, ...said, key: keyIn(url), kind: 'comment' };
  });
}

const plain = { place: null, verdict: null, isResolved: false } as const;

function placeOf({ path }: ReviewCommentRecord, thread: ThreadRecord | undefined): string {
  const { original_line: line = null, original_start_line: first = null } = thread ?? {};
  if (line === null) return path;
  const side = (thread?.side ?? 'right').toUpperCase();
  return `${path} ${side} ${first === null ? '' : `${first}-`}${line}`;
}

/** `https://bitbucket.org/jane` is Jane. */
function loginIn(url: string | null): string | null {
  return url === null ? null : decodeURIComponent(url.slice(url.lastIndexOf('/') + 1));
}

/** The part after the pull request's own address. */
function keyIn(url: string): string {
  return url.slice(url.indexOf('#') + 1);
}
