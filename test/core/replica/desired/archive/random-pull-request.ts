import fc from 'fast-check';
import type { SourceComment } from '../../../../../src/core/ports/records/pull-request.ts';
import { bob, comment, jane, person, place } from '../render/fixture.ts';

const content = fc
  .array(fc.constantFrom('a', 'b', 'c', '', '@@', '-', '+'), { minLength: 4, maxLength: 30 })
  .map((lines) => lines.map((line) => `${line}\n`).join(''));
const files = fc.record({ 'a.txt': content, 'b/c.txt': content });

const someComment = fc.record({
  path: fc.constantFrom('a.txt', 'a.txt', 'b/c.txt', 'gone.txt'),
  side: fc.constantFrom<'to' | 'from'>('to', 'from'),
  line: fc.integer({ min: 1, max: 12 }),
  length: fc.nat(3),
  parent: fc.option(fc.nat(5), { nil: null, freq: 1 }),
  author: fc.constantFrom(jane, bob, person('Someone Else'), null),
  isDeleted: fc.boolean(),
  isResolved: fc.boolean(),
  isOld: fc.boolean(),
  text: fc.string({ unit: 'binary' }),
  second: fc.nat(59),
});

export const somePullRequest = fc.record({
  base: files,
  first: files,
  head: files,
  state: fc.constantFrom<'open' | 'merged' | 'declined'>('open', 'merged', 'declined'),
  comments: fc.array(someComment, { minLength: 6, maxLength: 12 }),
  approvals: fc.nat(2),
});

export type SomePullRequest = typeof somePullRequest extends fc.Arbitrary<infer T> ? T : never;

/** The comments that were drawn, as the source has them. */
export function commentsOf(
  drafts: SomePullRequest['comments'],
  older: string,
): readonly SourceComment[] {
  return drafts.map((draft, index) => {
    const { path, side, line, length, isOld } = draft;
    const start = length === 0 || line - length < 1 ? null : line - length;
    const lines = { from: null, to: null, startFrom: null, startTo: null };
    const where =
      side === 'to'
        ? { ...lines, to: line, startTo: start }
        : { ...lines, from: line, startFrom: start };
    return comment(String(index + 1), {
      parentId: draft.parent === null || draft.parent >= index ? null : String(draft.parent + 1),
      author: draft.author,
      isDeleted: draft.isDeleted,
      text: { raw: draft.text, markup: 'markdown' },
      createdAt: `2023-05-02T10:00:${String(draft.second).padStart(2, '0')}.250Z`,
      resolution: draft.isResolved ? { by: draft.author, at: null } : null,
      inline: place({ path, ...where, isOutdated: isOld, sourceCommit: isOld ? older : null }),
    });
  });
}
