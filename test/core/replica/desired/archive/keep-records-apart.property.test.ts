import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keepRecordsApart } from '../../../../../src/core/replica/desired/archive/github/keep-records-apart.ts';
import { bob, comment, jane, onLine, place } from '../render/fixture.ts';
import { head, records } from './fixture.ts';

const someComments = fc.array(
  fc.record({
    parent: fc.option(fc.nat(20), { nil: null, freq: 6 }),
    author: fc.constantFrom(bob, jane),
    second: fc.nat(2),
  }),
  { minLength: 1, maxLength: 20 },
);

function recordsOf(drawn: typeof someComments extends fc.Arbitrary<infer T> ? T : never) {
  const comments = drawn.map(({ parent, author, second }, index) =>
    comment(`${index + 1}`, {
      parentId: parent === null || parent >= index ? null : `${parent + 1}`,
      author,
      createdAt: `2023-05-02T10:00:0${second}.500Z`,
      inline: place(),
    }),
  );
  const roots = comments.filter(({ parentId }) => parentId === null);
  const placements = Object.fromEntries(roots.map(({ id }) => [id, onLine(head)]));
  return records({ conversation: { comments }, placements });
}

it('gives each comment of a person at one place a second of its own, and its review the same one', () => {
  fc.assert(
    fc.property(someComments, (drawn) => {
      const before = recordsOf(drawn);
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
