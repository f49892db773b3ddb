import type { PullRequestWrites } from '../../../../../src/core/replica/model/prepared-pull-request.ts';

export interface KeyedBody {
  readonly key: string;
  readonly body: string;
}

/** Everything that is written where nothing is refused. */
export function bodiesOf(writes: PullRequestWrites, number = 42): KeyedBody[] {
  return [
    { key: `pull-request ${number}`, body: writes.body },
    ...writes.reviews.flatMap((review) => [review, ...review.comments]),
    ...writes.fileComments,
    ...writes.replies,
    ...writes.comments,
  ].map(({ key, body }) => ({ key, body }));
}

/** Returns what is written instead where places are refused. */
export function fallbacksOf(writes: PullRequestWrites): KeyedBody[] {
  return [
    ...writes.reviews.flatMap(({ comments }) => comments),
    ...writes.fileComments,
    ...writes.replies,
  ].map(({ key, otherwise }) => ({ key, body: otherwise }));
}
