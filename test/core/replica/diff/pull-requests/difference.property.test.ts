import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CreatedObject } from '../../../../../src/core/ports/records/migration.ts';
import { newWrites } from '../../../../../src/core/replica/diff/pull-requests/new-writes.ts';
import {
  bodiesOf,
  keysOf,
  textsToRewrite,
} from '../../../../../src/core/replica/diff/pull-requests/texts-to-rewrite.ts';
import type {
  PlacedWrite,
  PullRequestWrites,
} from '../../../../../src/core/replica/model/prepared-pull-request.ts';
import {
  keyOf,
  textDigest,
  toWrittenText,
} from '../../../../../src/core/replica/recorded/pull-requests/written-record.ts';

const placement = {
  kind: 'line',
  commit: 'c',
  place: { path: 'a', line: 1, side: 'RIGHT', startLine: null, startSide: null },
} as const;

interface Said {
  readonly id: number;
  readonly text: number;
  readonly where: 'line' | 'file' | 'reply' | 'conversation';
}

function placed({ id, text }: Said): PlacedWrite {
  return { key: `comment 1/${id}`, body: `text ${text}`, placement, otherwise: `moved ${text}` };
}

/** As the renderer writes them: roots on lines in reviews of two, everything else by itself. */
function writesOf(said: readonly Said[], description: number): PullRequestWrites {
  const unique = [...new Map(said.map((one) => [one.id, one])).values()];
  const of = (where: Said['where']) => unique.filter((one) => one.where === where);
  const lines = of('line').map(placed);
  const reviews = Array.from({ length: Math.ceil(lines.length / 2) }, (_, index) => ({
    key: `review 1/${index + 1}`,
    commit: 'c',
    body: `written ${lines.length}`,
    comments: lines.slice(index * 2, index * 2 + 2),
    isBare: true,
  }));
  const parts = Array.from({ length: description % 3 }, (_, index) => index + 2);
  return {
    title: 'T',
    body: `description ${description}`,
    reviews,
    fileComments: of('file').map(placed),
    replies: of('reply').map((one) => ({ ...placed(one), rootKey: 'comment 1/0' })),
    comments: [
      ...parts.map((part) => ({
        key: `continuation 1/${part}`,
        body: `${description} of ${part}`,
      })),
      ...of('conversation').map(({ id, text }) => ({
        key: `comment 1/${id}`,
        body: `text ${text}`,
      })),
    ],
    resolved: [],
  };
}

function rowOf(key: string, body: string): CreatedObject {
  const kind = key.startsWith('review') ? 'review' : 'review-comment';
  return {
    kind: 'comment',
    sourceId: `1/${key}`,
    intendedAt: 0,
    targetId: `${kind}:${key}`,
    targetUrl: '',
    data: toWrittenText(body),
  };
}

const saids = fc.array(
  fc.record({
    id: fc.integer({ min: 0, max: 12 }),
    text: fc.integer({ min: 0, max: 3 }),
    where: fc.constantFrom<Said['where']>('line', 'file', 'reply', 'conversation'),
  }),
  { maxLength: 14 },
);

describe('the difference between what is written and what the source has', () => {
  it('leaves every text as the source has it, once, and nothing else', () => {
    const description = fc.integer({ min: 0, max: 5 });
    fc.assert(
      fc.property(saids, saids, description, description, (before, after, one, other) => {
        const old = writesOf(before, one);
        const now = writesOf(after, other);
        const target = new Map(
          keysOf(old).map((key) => [key, bodiesOf(old, key)?.body ?? ''] as const),
        );
        const rows = [...target].map(([key, body]) => rowOf(key, body));
        const noted = [textDigest(old.body)];
        const { texts, removed = [] } = textsToRewrite({
          ...{ writes: now, description: noted, rows, mayAdd: true },
        });
        for (const { row, body } of texts) if (row !== null) target.set(keyOf(row), body);
        for (const { row } of removed) target.delete(keyOf(row));
        const added = newWrites(now, (key) => !target.has(key));
        for (const key of keysOf(added)) {
          expect(target.has(key)).toBe(false);
          target.set(key, bodiesOf(added, key)?.body ?? '');
        }
        const isText = (key: string) => !key.startsWith('review');
        for (const key of keysOf(now).filter(isText)) {
          expect(target.get(key)).toBe(bodiesOf(now, key)?.body);
        }
        const texted = [...target.keys()].filter(isText).sort();
        expect(texted).toEqual(keysOf(now).filter(isText).sort());
        const isDescribed = texts.some(({ row }) => row === null);
        expect(isDescribed).toBe(old.body !== now.body);
      }),
    );
  });

  it('writes a single comment on a line without a review of its own', () => {
    const now = writesOf([{ id: 1, text: 1, where: 'line' }], 0);
    const { reviews, fileComments } = newWrites(now, () => true);
    expect(reviews).toEqual([]);
    expect(fileComments.map(({ key }) => key)).toEqual(['comment 1/1']);
  });

  it('writes the review whose body holds the conversation', () => {
    const now = writesOf([{ id: 1, text: 1, where: 'line' }], 0);
    const holding = { ...now, reviews: now.reviews.map((one) => ({ ...one, isBare: false })) };
    expect(newWrites(holding, () => true).reviews).toHaveLength(1);
  });
});
