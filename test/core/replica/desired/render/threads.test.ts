import { describe, expect, it } from 'vitest';
import type { SourceComment } from '../../../../../src/core/ports/records/pull-request.ts';
import { inlineRoots, threadsOf } from '../../../../../src/core/replica/model/threads.ts';
import { comment, place } from './fixture.ts';

/** Roots with the ids of their replies. */
function shape(comments: readonly SourceComment[]): Record<string, string[]> {
  return Object.fromEntries(
    threadsOf(comments).map(({ root, replies }) => [
      root.id,
      replies.map((each) => each.comment.id),
    ]),
  );
}

describe('threads', () => {
  it('are one level deep, however deep the answers go, and in order of time', () => {
    const comments = [
      comment('1'),
      comment('4', { parentId: '2' }),
      comment('2', { parentId: '1' }),
      comment('3', { parentId: '1' }),
    ];
    expect(shape(comments)).toEqual({ 1: ['2', '3', '4'] });
    expect(threadsOf(comments)[0]?.replies.map(({ parent }) => parent.id)).toEqual(['1', '1', '2']);
  });

  it('are begun by a comment whose parent is missing', () => {
    expect(shape([comment('1', { parentId: '99' }), comment('2', { parentId: '1' })])).toEqual({
      1: ['2'],
    });
  });

  it('are begun by the oldest of comments that answer each other in a circle', () => {
    const comments = [
      comment('3', { parentId: '2' }),
      comment('1', { parentId: '3' }),
      comment('2', { parentId: '1' }),
      comment('5', { parentId: '5' }),
      comment('6', { parentId: '3' }),
    ];
    expect(shape(comments)).toEqual({ 1: ['2', '3', '6'], 5: [] });
  });

  it('keep a deleted comment for its replies alone', () => {
    const isDeleted = true;
    const comments = [
      comment('1', { isDeleted }),
      comment('2', { isDeleted, parentId: '1' }),
      comment('3', { parentId: '2' }),
      comment('4', { isDeleted }),
      comment('5', { isDeleted, parentId: '4' }),
    ];
    expect(shape(comments)).toEqual({ 1: ['3'] });
  });

  it('put an answer behind what it answers, whatever the clocks say', () => {
    const comments = [
      comment('8'),
      comment('2', { parentId: '3' }),
      comment('3', { parentId: '8' }),
    ];
    expect(shape(comments)).toEqual({ 8: ['3', '2'] });
  });

  it('hold chains of ten thousand answers', () => {
    const chain = Array.from({ length: 10_000 }, (_, index) =>
      comment(String(index), {
        parentId: index === 0 ? null : String(index - 1),
        createdAt: '2023-05-02T10:00:00Z',
      }),
    );
    expect(threadsOf(chain.toReversed())[0]?.replies).toHaveLength(9999);
  });

  it('take an id that comes twice for one comment', () => {
    expect(shape([comment('1'), comment('1')])).toEqual({ 1: [] });
  });

  it('name the roots that need a place on the diff', () => {
    const inline = place();
    const comments = [
      comment('1', { inline }),
      comment('2', { inline, parentId: '1' }),
      comment('3'),
      comment('4', { inline, isDeleted: true }),
    ];
    expect(inlineRoots(comments).map(({ id }) => id)).toEqual(['1']);
  });
});
