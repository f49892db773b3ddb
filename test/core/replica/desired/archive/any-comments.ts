import fc from 'fast-check';
import type { SourceComment } from '../../../../../src/core/ports/records/pull-request.ts';
import { bob, comment, jane, place } from '../render/fixture.ts';

/** Comments on one line by two people within three seconds, some of which answer earlier ones. */
export const anyComments: fc.Arbitrary<readonly SourceComment[]> = fc
  .array(
    fc.record({
      parent: fc.option(fc.nat(30), { nil: null, freq: 6 }),
      author: fc.constantFrom(bob, jane),
      second: fc.nat(2),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((drawn) =>
    drawn.map(({ parent, author, second }, index) =>
      comment(`${index + 1}`, {
        parentId: parent === null || parent >= index ? null : `${parent + 1}`,
        author,
        createdAt: `2023-05-02T10:00:0${second}.500Z`,
        inline: place(),
      }),
    ),
  );
