import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceComment } from '../../../../../../src/core/ports/records/pull-request.ts';
import {
  commentsIn,
  keepApart,
} from '../../../../../../src/core/replica/desired/archive/server/keep-apart.ts';
import {
  deepest,
  serverComments,
} from '../../../../../../src/core/replica/desired/archive/server/server-comments.ts';
import { createServerPeople } from '../../../../../../src/core/replica/desired/archive/server/server-people.ts';
import { comment, jane, place } from '../../render/fixture.ts';
import { anyComments } from '../any-comments.ts';
import { found, head } from '../fixture.ts';

function threadsOf(comments: readonly SourceComment[]) {
  const line = { path: 'src/door.ts', line: 2, side: 'RIGHT', startLine: null, startSide: null };
  const placement = { kind: 'line', commit: head, place: line } as never;
  const roots = comments.filter(({ parentId }) => parentId === null);
  const placements = Object.fromEntries(roots.map(({ id }) => [id, placement]));
  const rendering = found({ conversation: { comments }, placements });
  return serverComments({ ...rendering, people: createServerPeople() });
}

describe('keepApart', () => {
  it('gives each comment of a person at one place a second of its own, after what it answers', () => {
    fc.assert(
      fc.property(anyComments, (comments) => {
        const threads = threadsOf(comments);
        keepApart(threads);
        const all = threads.flatMap(commentsIn);
        expect(all.map(({ comment: one }) => one.id).sort()).toEqual(
          comments.map(({ id }) => id).sort(),
        );
        const seconds = all.map(({ comment: { by, at } }) => `${by} ${Math.floor(at / 1000)}`);
        expect(new Set(seconds).size).toBe(all.length);
        for (const { comment: one, parent } of all)
          expect(one.at).toBeGreaterThanOrEqual(parent?.at ?? 0);
      }),
    );
  });

  it('moves nothing that is apart already', () => {
    const threads = threadsOf([
      comment('1', { inline: place(), createdAt: '2023-05-02T10:00:00Z' }),
      comment('2', { parentId: '1', createdAt: '2023-05-02T10:00:01Z' }),
      comment('3', { parentId: '1', createdAt: '2023-05-02T10:00:01Z', author: jane }),
    ]);
    expect(keepApart(threads)).toBe(0);
  });
});

describe('serverComments', () => {
  it('keeps a chain of thousands of replies, without as many levels', () => {
    const chain = Array.from({ length: 3000 }, (_, index) =>
      comment(`${index + 1}`, {
        parentId: index === 0 ? null : `${index}`,
        createdAt: '2023-05-02T10:00:00Z',
        inline: index === 0 ? place() : null,
      }),
    );
    const [thread] = threadsOf(chain);
    if (thread === undefined) throw new Error('nothing was rendered');
    expect(commentsIn(thread)).toHaveLength(chain.length);
    const text = JSON.stringify(thread);
    expect(text.split('"replies":[{').length - 1).toBeLessThanOrEqual(deepest);
  });
});
