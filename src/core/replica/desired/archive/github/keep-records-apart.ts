import type { PullRequestRecords } from '../../../../archive/records/record-types.ts';
import { laterOf, seconds } from '../archive-rendering.ts';
import { moveApart } from '../move-apart.ts';
import { type ArchiveNote, notesOf } from '../notes-of-records.ts';

/** Moves comments on the diff apart, as moveApart() does, with the reviews that they belong to. Pure. */
export function keepRecordsApart(records: PullRequestRecords): {
  readonly records: PullRequestRecords;
  readonly notes: readonly ArchiveNote[];
} {
  const comments = new Map(
    records.pull_request_review_comments.map((one) => [
      one.url,
      { by: one.user, at: Date.parse(one.created_at) },
    ]),
  );
  const placed = records.pull_request_review_comments.flatMap((one) => {
    const comment = comments.get(one.url);
    if (comment === undefined) return [];
    const parent = one.in_reply_to === null ? null : (comments.get(one.in_reply_to) ?? null);
    return [{ comment, parent, place: `${one.path} ${one.commit_id} ${one.original_position}` }];
  });
  const moved = moveApart(placed);
  if (moved === 0) return { records, notes: [] };
  const times = new Map<string, string>();
  const later = records.pull_request_review_comments.map((one) => {
    const at = seconds(new Date(comments.get(one.url)?.at ?? one.created_at).toISOString());
    times.set(one.pull_request_review, at);
    return { ...one, created_at: at };
  });
  const reviews = records.pull_request_reviews.map((one) => {
    const at = times.get(one.url);
    return at === undefined ? one : { ...one, created_at: at, submitted_at: at };
  });
  return {
    records: {
      ...records,
      pull_request_reviews: reviews,
      pull_request_review_comments: later,
      pull_request_review_threads: records.pull_request_review_threads.map((one) => {
        const { resolved_at: resolved } = one;
        const at = times.get(one.pull_request_review) ?? one.created_at;
        return { ...one, created_at: at, resolved_at: resolved ? laterOf(resolved, at) : resolved };
      }),
    },
    notes: notesOf({ 'same-second': moved }),
  };
}
