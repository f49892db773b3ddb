import type {
  ReviewCommentRecord,
  ReviewRecord,
  ThreadRecord,
} from '../../../../archive/records/record-types.ts';
import { reviewStates } from '../../../../archive/records/review.ts';
import { recordNumber } from '../../../../archive/write/addresses.ts';
import type { HunkAt } from '../../../../archive/write/hunk-at.ts';
import type { DesiredComment, DesiredThread } from '../../../model/desired-pull-request.ts';
import {
  type ArchiveRendering,
  type FoundRendering,
  laterOf,
  seconds,
} from '../archive-rendering.ts';
import { commentBodies } from '../archive-texts.ts';

export interface RenderedThreads {
  readonly reviews: readonly ReviewRecord[];
  readonly threads: readonly ThreadRecord[];
  readonly comments: readonly ReviewCommentRecord[];
}

/** A thread of the diff, and where git shows it. */
export interface PlacedThread {
  readonly thread: DesiredThread;
  /** Full hash of the commit that it was made on. */
  readonly commit: string;
  readonly at: HunkAt;
}

/** Parts threads by whether git shows a place for them. Pure. */
export function placeThreads({ pullRequest, hunks }: FoundRendering): {
  readonly placed: readonly PlacedThread[];
  readonly spoken: readonly DesiredThread[];
} {
  const placed: PlacedThread[] = [];
  const spoken: DesiredThread[] = [];
  for (const thread of pullRequest.threads) {
    const { placement, root } = thread;
    const at = hunks.get(root.key);
    if (placement === null || placement.kind === 'conversation' || at === undefined)
      spoken.push(thread);
    else placed.push({ thread, commit: placement.commit, at });
  }
  return { placed, spoken };
}

/** The path that a thread stands on. */
export function pathOf({ placement }: DesiredThread): string {
  return placement === null || placement.kind === 'conversation' ? '' : placement.place.path;
}

/** Fields that a thread shares with its comments. */
type Location = Pick<
  ThreadRecord,
  | 'pull_request'
  | 'diff_hunk'
  | 'path'
  | 'position'
  | 'original_position'
  | 'commit_id'
  | 'original_commit_id'
  | 'subject_type'
>;

/**
 * Threads of the diff with their comments. Each comment belongs to a review of its own, by the same person, as in exports
 * of GitHub; a reply names the first comment of its thread. Pure.
 */
export function renderThreads(
  rendering: ArchiveRendering,
  placed: readonly PlacedThread[],
): RenderedThreads {
  const reviews: ReviewRecord[] = [];
  const threads: ThreadRecord[] = [];
  const comments: ReviewCommentRecord[] = [];
  for (const one of placed) {
    const { root, replies } = one.thread;
    const location = locationOf(rendering, one);
    const rootAt = seconds(root.createdAt);
    const said = [
      ...partsOf(rendering, root, fileNote(one), rootAt),
      ...replies.flatMap(({ comment }) => partsOf(rendering, comment, null, rootAt)),
    ];
    const written = said.map((part, index) => {
      const review = reviewOf(rendering, part, one.commit);
      reviews.push(review);
      const isReply = index > 0;
      return commentOf(rendering, { part, review, location, root, isReply });
    });
    comments.push(...written);
    const [first] = written;
    if (first !== undefined) threads.push(threadOf(rendering, { one, location, first }));
  }
  return { reviews, threads, comments };
}

interface Part {
  readonly key: string;
  readonly comment: DesiredComment;
  readonly body: string;
  readonly at: string;
}

function partsOf(
  rendering: ArchiveRendering,
  comment: DesiredComment,
  top: string | null,
  notBefore: string,
): readonly Part[] {
  const at = laterOf(seconds(comment.createdAt), notBefore);
  return commentBodies(rendering, comment, top).map((body, index) => {
    return { key: index === 0 ? comment.key : `${comment.key} ${index}`, comment, body, at };
  });
}

/** The format has no comment on a whole file that is known to arrive: it stands on the first line, and says so. */
export function fileNote({ thread }: Pick<PlacedThread, 'thread'>): string | null {
  return thread.placement?.kind === 'file' ? '_On the whole file:_' : null;
}

function locationOf(
  { pullRequest, addresses, commits }: ArchiveRendering,
  one: PlacedThread,
): Location {
  const { thread, commit, at } = one;
  return {
    pull_request: addresses.pullRequest(pullRequest.number),
    diff_hunk: at.hunk,
    path: pathOf(thread),
    position: commit === commits.head ? at.position : null,
    original_position: at.position,
    commit_id: commit,
    original_commit_id: commit,
    subject_type: 'line',
  };
}

function reviewOf(
  { pullRequest, addresses, logins }: ArchiveRendering,
  { key, comment, at }: Part,
  commit: string,
): ReviewRecord {
  const { number } = pullRequest;
  return {
    type: 'pull_request_review',
    url: addresses.review(number, recordNumber(`review of ${key}`)),
    pull_request: addresses.pullRequest(number),
    user: logins.addressOf(comment.isDeleted ? null : comment.author),
    body: null,
    head_sha: commit,
    formatter: 'markdown',
    state: reviewStates.comment,
    reactions: [],
    created_at: at,
    submitted_at: at,
  };
}

function commentOf(
  { pullRequest, addresses }: ArchiveRendering,
  options: {
    part: Part;
    review: ReviewRecord;
    location: Location;
    root: DesiredComment;
    isReply: boolean;
  },
): ReviewCommentRecord {
  const { part, review, location, root, isReply } = options;
  const { number } = pullRequest;
  const address = (key: string) => addresses.reviewComment(number, recordNumber(key));
  return {
    type: 'pull_request_review_comment',
    url: address(part.key),
    ...location,
    pull_request_review: review.url,
    pull_request_review_thread: addresses.thread(number, recordNumber(root.key)),
    user: review.user,
    body: part.body,
    formatter: 'markdown',
    state: reviewStates.comment,
    in_reply_to: isReply ? address(root.key) : null,
    reactions: [],
    created_at: part.at,
  };
}

function threadOf(
  { pullRequest, addresses, logins }: ArchiveRendering,
  options: { one: PlacedThread; location: Location; first: ReviewCommentRecord },
): ThreadRecord {
  const { one, location, first } = options;
  const { root } = one.thread;
  const { line, startLine, side } = one.at;
  const isOutdated = location.position === null;
  const resolution = root.resolution;
  const resolvedAt =
    resolution === null
      ? null
      : laterOf(seconds(resolution.at ?? pullRequest.updatedAt), first.created_at);
  return {
    type: 'pull_request_review_thread',
    url: addresses.thread(pullRequest.number, recordNumber(root.key)),
    ...location,
    pull_request_review: first.pull_request_review,
    start_position_offset: startLine === null ? null : line - startLine,
    blob_position: line - 1,
    start_line: isOutdated ? null : startLine,
    line: isOutdated ? null : line,
    start_side: startLine === null ? null : side,
    side,
    original_start_line: startLine,
    original_line: line,
    created_at: first.created_at,
    resolved_at: resolvedAt,
    resolver: resolution === null ? null : logins.addressOf(resolution.by),
    outdated: isOutdated,
  };
}
