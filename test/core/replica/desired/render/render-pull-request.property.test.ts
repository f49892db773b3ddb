import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceComment } from '../../../../../src/core/ports/records/pull-request.ts';
import type { Placement } from '../../../../../src/core/replica/model/placement.ts';
import type { PullRequestWrites } from '../../../../../src/core/replica/model/prepared-pull-request.ts';
import { bodiesOf, fallbacksOf } from './bodies.ts';
import {
  bob,
  comment,
  markers,
  onFile,
  onLine,
  options,
  place,
  type RenderPullRequest,
  renderPullRequest,
  task,
} from './fixture.ts';
import { words } from './words.ts';

const maxBody = 5_000;

/** Unlike anything that is written around a text; the first line is short, since it may be quoted. */
function tokensOf(id: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `«${id}:${index}»`);
}

const someComment = fc.record({
  parent: fc.option(fc.nat(24), { nil: null }),
  isDeleted: fc.boolean(),
  isInline: fc.boolean(),
  isResolved: fc.boolean(),
  minute: fc.nat(59),
  tokens: fc.oneof(fc.nat(5), fc.nat(500), fc.constant(5_000)),
  separator: fc.constantFrom(' ', '\n', '\n\n'),
  placement: fc.constantFrom<Placement | null>(null, onLine('c1'), onLine('c2'), onFile(), {
    kind: 'conversation',
    why: 'the line is gone',
  }),
  hasTask: fc.boolean(),
});

const someInput = fc
  .record({
    mode: fc.constantFrom('threaded' as const, 'compact' as const, 'folded' as const),
    drafts: fc.array(someComment, { maxLength: 20 }),
    ids: fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 60 }).map(String), fc.string()), {
      minLength: 20,
      maxLength: 20,
    }),
    description: fc.nat(2000),
    patch: fc.option(fc.nat(15_000), { nil: null }),
    isSubstitute: fc.boolean(),
  })
  .map(({ mode, drafts, ids, description, patch, isSubstitute }) => {
    const names = drafts.map((_, index) => ids[index] ?? '');
    const comments = drafts.map((draft, index): SourceComment => {
      const parentId = draft.parent === null ? null : (names[draft.parent] ?? 'missing');
      return comment(names[index] ?? '', {
        parentId,
        isDeleted: draft.isDeleted,
        text: {
          raw: draft.isDeleted
            ? ''
            : `First line\n\n${tokensOf(String(index), draft.tokens + 1).join(draft.separator)}`,
          markup: 'markdown',
        },
        createdAt: `2023-05-02T10:${String(draft.minute).padStart(2, '0')}:00Z`,
        inline: draft.isInline ? place() : null,
        resolution: draft.isResolved ? { by: bob, at: null } : null,
      });
    });
    const placements: Record<string, Placement> = {};
    for (const [index, { placement }] of drafts.entries()) {
      if (placement !== null) placements[`${names[index]}`] = placement;
    }
    const tasks = drafts.flatMap(({ hasTask }, index) =>
      hasTask ? [task(`«task:${index}»`, { commentId: names[index] ?? null })] : [],
    );
    return options({
      mode,
      conversation: { comments, tasks },
      placements,
      pullRequest: {
        description: { raw: tokensOf('pr', description).join(' '), markup: 'markdown' },
      },
      ...(isSubstitute
        ? {
            carried: {
              kind: 'substitute',
              why: 'gone',
              patch: patch === null ? null : '+a line\n'.repeat(patch / 8),
            },
          }
        : {}),
      words: words(maxBody),
    });
  });

function structuredCopy(input: RenderPullRequest): RenderPullRequest {
  return {
    ...input,
    conversation: structuredClone(input.conversation),
    placements: new Map([...input.placements].reverse()),
  };
}

function holds(check: (options: RenderPullRequest, writes: PullRequestWrites) => void): void {
  fc.assert(
    fc.property(someInput, (input) => check(input, renderPullRequest(input))),
    { numRuns: 60 },
  );
}

describe('of any conversation', () => {
  it('writes every word of every comment, task and description exactly once', () => {
    holds((input, writes) => {
      const text = bodiesOf(writes)
        .map(({ body }) => body)
        .join('\n');
      const written = (text.match(/«[^«»]*»/g) ?? []).sort();
      const { comments, tasks } = input.conversation;
      const texts = [
        input.pullRequest.description,
        ...comments.map((each) => each.text),
        ...tasks.map((each) => each.text),
      ];
      expect(written).toEqual(texts.flatMap(({ raw }) => raw.match(/«[^«»]*»/g) ?? []).sort());
    });
  });

  it('keeps every body within the limit and ends it with the marker of its key', () => {
    holds((_, writes) => {
      for (const { key, body } of [...bodiesOf(writes), ...fallbacksOf(writes)]) {
        expect(body.length).toBeLessThanOrEqual(maxBody);
        expect(markers.bears(body, key)).toBe(true);
      }
    });
  });

  it('gives every body a key of its own', () => {
    holds((_, writes) => {
      const keys = bodiesOf(writes).map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
    });
  });

  it('puts at most 25 comments of one commit into a review', () => {
    holds((_, writes) => {
      for (const { comments, commit } of writes.reviews) {
        expect(comments.length).toBeGreaterThan(0);
        expect(comments.length).toBeLessThanOrEqual(25);
        for (const { placement } of comments) {
          expect(placement).toMatchObject({ kind: 'line', commit });
        }
      }
    });
  });

  it('replies to nothing but roots that are written before, and resolves nothing else', () => {
    holds((_, writes) => {
      const roots = [...writes.reviews.flatMap(({ comments }) => comments), ...writes.fileComments];
      const keys = new Set(roots.map(({ key }) => key));
      for (const { rootKey } of writes.replies) expect(keys).toContain(rootKey);
      for (const key of writes.resolved) expect(keys).toContain(key);
    });
  });

  it('gives the same for the same', () => {
    holds((input, writes) => {
      expect(renderPullRequest(structuredCopy(input))).toEqual(writes);
    });
  });
});
