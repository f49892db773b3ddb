import type { FileDiff } from '../../../git/diff/parse-diff.ts';
import type { TrackerCall } from '../context.ts';
import { made } from '../issues/discussion.ts';
import { noteText } from '../notices/note.ts';
import type {
  GithubLinePlace,
  GithubPullRequest,
  GithubReview,
  GithubReviewComment,
  GithubThread,
} from '../records.ts';
import type { PlaceFault, WantedPlace } from './place.ts';
import { placeIn } from './place.ts';
import { isOutdated } from './update-threads.ts';

/** Describes what is to be said about a line, or about a file as a whole (`place` is `null`). */
export interface WantedThread {
  readonly path: string;
  readonly body: string;
  readonly place: WantedPlace | null;
}

export type ThreadFault = PlaceFault | 'path';

export interface FoundThread {
  readonly wanted: WantedThread;
  readonly place: GithubLinePlace | null;
  readonly diffHunk: string;
}

/** Where it belongs in the diff of this commit, or what is wrong. */
export function findPlace(
  files: ReadonlyMap<string, FileDiff>,
  wanted: WantedThread,
): FoundThread | readonly ThreadFault[] {
  const file = files.get(wanted.path);
  if (file === undefined) return ['path'];
  if (wanted.place === null) return { wanted, place: null, diffHunk: '' };
  const found = placeIn(file, wanted.place);
  return 'faults' in found ? found.faults : { wanted, ...found };
}

/** `null`: the commit is none of the pull request's. */
export async function diffOfCommit(
  call: TrackerCall,
  pull: GithubPullRequest,
  commit: string,
): Promise<ReadonlyMap<string, FileDiff> | null> {
  const { host, tools, repository } = call;
  const range = { tools, repository, base: pull.base.sha, head: pull.head.sha };
  if (commit !== pull.head.sha && !(await host.diffs.commits(range)).includes(commit)) return null;
  return host.diffs.of({ ...range, head: commit });
}

export function addReview(
  call: TrackerCall,
  pull: GithubPullRequest,
  { body, state, commit }: Pick<GithubReview, 'body' | 'state' | 'commit'>,
): GithubReview {
  const { host, token, repository } = call;
  const { createdAt, visibleAt } = made(host);
  const review: GithubReview = {
    id: host.nextId(),
    pull,
    body,
    state,
    author: token.user,
    commit,
    submittedAt: state === 'PENDING' ? null : createdAt,
    visibleAt,
  };
  pull.reviews.push(review);
  pull.updatedAt = createdAt;
  // Whoever has given the review is not asked for it any more.
  if (state !== 'PENDING') {
    pull.requestedReviewers = pull.requestedReviewers.filter((one) => one !== token.user);
  }
  repository.tracker.reviews.set(review.id, review);
  return review;
}

export async function addThread(
  call: TrackerCall,
  review: GithubReview,
  { wanted, place, diffHunk }: FoundThread,
): Promise<GithubReviewComment> {
  const { pull, commit } = review;
  const thread: GithubThread = {
    id: call.host.nextId(),
    pull,
    path: wanted.path,
    place,
    commit,
    outdated: false,
    diffHunk,
    resolvedBy: null,
    comments: [],
  };
  pull.threads.push(thread);
  call.repository.tracker.threads.set(thread.id, thread);
  thread.outdated = await isOutdated(call, thread);
  return addToThread(call, { review, thread, body: wanted.body });
}

export async function addToThread(
  call: TrackerCall,
  { review, thread, body }: { review: GithubReview; thread: GithubThread; body: string },
): Promise<GithubReviewComment> {
  const { host, token, repository } = call;
  const comment: GithubReviewComment = {
    id: host.nextId(),
    pull: review.pull,
    review,
    thread,
    body,
    author: token.user,
    ...made(host),
    minimized: null,
  };
  thread.comments.push(comment);
  review.pull.reviewComments.push(comment);
  repository.tracker.reviewComments.set(comment.id, comment);
  if (review.state !== 'PENDING') await noteText(call, review.pull, body);
  return comment;
}
