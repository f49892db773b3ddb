import { chunksOf } from '../../../kernel/chunks.ts';
import type { DesiredComment } from '../../model/desired-pull-request.ts';
import { reviewKey } from '../../model/keys.ts';
import type { PlacedWrite, ReviewWrite } from '../../model/prepared-pull-request.ts';
import { type Rendering, sealed } from './input/rendering.ts';

/** A root that goes on a line of the diff. */
export interface PlacedRoot {
  readonly root: DesiredComment;
  readonly write: PlacedWrite;
}

/** In order of time; those of one commit together, because a review is made on one commit. */
export function batchReviews(
  rendering: Rendering,
  placed: readonly PlacedRoot[],
): readonly ReviewWrite[] {
  const groups = Map.groupBy(placed, ({ write }) => write.placement.commit);
  const batches = [...groups].flatMap(([commit, roots]) =>
    chunksOf(roots, rendering.words.commentsPerReview).map((chunk) => ({ commit, chunk })),
  );
  return batches.map(({ commit, chunk }, index) => {
    const key = reviewKey(rendering.pullRequest, index + 1);
    const sentence = madeBetween(
      rendering,
      'Review comments',
      chunk.map(({ root }) => root),
    );
    return {
      key,
      commit,
      body: sealed(rendering, key, sentence),
      comments: chunk.map(({ write }) => write),
    };
  });
}

/** "Review comments from Bitbucket, written 2023-03-12 10:12 UTC to 2023-03-14 08:00 UTC." */
export function madeBetween(
  { words }: Rendering,
  what: string,
  comments: readonly DesiredComment[],
): string {
  const first = comments.at(0);
  const last = comments.at(-1);
  if (first === undefined || last === undefined) return `${what} from Bitbucket.`;
  const from = words.time(first.createdAt);
  const to = words.time(last.createdAt);
  return from === to
    ? `${what} from Bitbucket, written ${from}.`
    : `${what} from Bitbucket, written ${from} to ${to}.`;
}
