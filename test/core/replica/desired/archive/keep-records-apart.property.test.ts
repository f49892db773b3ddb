import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SourceComment } from '../../../../../src/core/ports/records/pull-request.ts';
import { keepRecordsApart } from '../../../../../src/core/replica/desired/archive/github/keep-records-apart.ts';
import { onLine } from '../render/fixture.ts';
import { anyComments } from './any-comments.ts';
import { head, records } from './fixture.ts';

function recordsOf(comments: readonly SourceComment[]) {
  const roots = comments.filter(({ parentId }) => parentId === null);
  const placements = Object.fromEntries(roots.map(({ id }) => [id, onLine(head)]));
  return records({ conversation: { comments }, placements });
}

it('gives each comment of a person at one place a second of its own, and its review the same one', () => {
  fc.assert(
    fc.property(anyComments, (comments) => {
      const before = recordsOf(comments);
      const { records: after, notes } = keepRecordsApart(before);
      const said = after.pull_request_review_comments;
      expect(said.map(({ url }) => url)).toEqual(
        before.pull_request_review_comments.map(({ url }) => url),
      );
      const seconds = said.map((one) => `${one.user} ${one.created_at}`);
      expect(new Set(seconds).size).toBe(said.length);
      const times = new Map(said.map((one) => [one.url, one.created_at]));
      const reviews = new Map(after.pull_request_reviews.map((one) => [one.url, one]));
      for (const one of said) {
        expect(one.created_at >= (times.get(one.in_reply_to ?? '') ?? '')).toBe(true);
        expect(reviews.get(one.pull_request_review)).toMatchObject({
          created_at: one.created_at,
          submitted_at: one.created_at,
        });
      }
      const old = new Map(before.pull_request_review_comments.map((one) => [one.url, one]));
      const moved = said.filter((one) => old.get(one.url)?.created_at !== one.created_at);
      // An answer can move only because what it answers did.
      const [{ kind = '', count = 0 } = {}] = notes;
      expect(moved.length === 0 ? kind : 'same-second').toBe(kind);
      expect(count).toBeLessThanOrEqual(moved.length);
    }),
  );
});
