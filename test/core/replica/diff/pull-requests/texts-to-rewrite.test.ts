import { describe, expect, it } from 'vitest';
import type { CreatedObject } from '../../../../../src/core/ports/records/migration.ts';
import { textsToRewrite } from '../../../../../src/core/replica/diff/pull-requests/texts-to-rewrite.ts';
import {
  textDigest,
  toWrittenText,
} from '../../../../../src/core/replica/recorded/pull-requests/written-record.ts';

function row(key: string, targetId: string, body: string): CreatedObject {
  const sourceId = `1/${key}`;
  const data = toWrittenText(body);
  return { kind: 'comment', sourceId, intendedAt: 0, targetId, targetUrl: null, data };
}

const writes = {
  title: 'Title',
  body: 'By new',
  reviews: [],
  fileComments: [],
  replies: [],
  comments: [],
  resolved: [],
};
const description = [textDigest('By old')];

function told({ texts, skipped }: ReturnType<typeof textsToRewrite>) {
  return {
    texts: texts.map((text) => text.row?.sourceId ?? 'description'),
    left: skipped.map(({ what, why }) => `${what} ${why}`),
  };
}

describe('textsToRewrite', () => {
  it('takes what differs from what was written, and nothing else', () => {
    const comments = [
      { key: 'comment 1/5', body: 'new' },
      { key: 'comment 1/6', body: 'same' },
      { key: 'comment 1/7', body: 'never written' },
    ];
    const rows = [row('comment 1/5', 'comment:1', 'old'), row('comment 1/6', 'comment:2', 'same')];
    const all = textsToRewrite({ writes: { ...writes, comments }, description, rows });
    expect(told(all)).toEqual({ texts: ['description', '1/comment 1/5'], left: [] });
    expect(all.texts[1]).toMatchObject({ body: 'new', known: [textDigest('old')] });
  });

  it('quotes the place of what stands in the conversation because its place was refused', () => {
    const replies = [{ key: 'comment 1/8', rootKey: '', body: 'in place', otherwise: 'quoting' }];
    const stateOf = (targetId: string) =>
      textsToRewrite({
        writes: { ...writes, replies },
        description: [textDigest('By new')],
        rows: [row('comment 1/8', targetId, 'old')],
      }).texts.map(({ body }) => body);
    expect(stateOf('review-comment:1')).toEqual(['in place']);
    expect(stateOf('comment:1')).toEqual(['quoting']);
  });

  it('takes a review for deleted only once none of the comments in reviews is left', () => {
    const rows = [
      row('review 1/2', 'review:1', 'Review comments'),
      row('comment 1/8', 'review-comment:1', 'in place'),
    ];
    const gone = (comments: readonly { key: string; body: string }[]) =>
      textsToRewrite({
        ...{ writes: { ...writes, comments }, rows, mayAdd: true },
        description: [textDigest('By new')],
      }).removed?.map((one) => one.row.sourceId);
    expect(gone([{ key: 'comment 1/8', body: 'in place' }])).toEqual([]);
    expect(gone([])).toEqual(['1/review 1/2', '1/comment 1/8']);
  });

  it('leaves a text that would need more comments than there are, with all of its parts', () => {
    const comments = [
      { key: 'continuation 1/2', body: 'two' },
      { key: 'continuation 1/3', body: 'three' },
      { key: 'comment 1/5', body: 'new' },
    ];
    const rows = [
      row('continuation 1/2', 'comment:1', 'old'),
      row('comment 1/5', 'comment:2', 'old'),
    ];
    expect(told(textsToRewrite({ writes: { ...writes, comments }, description, rows }))).toEqual({
      texts: ['1/comment 1/5'],
      left: ['description other-parts', 'text other-parts'],
    });
  });

  it('leaves a text that would need fewer comments, so that nothing of it stands twice', () => {
    const comments = [{ key: 'comment 1/5', body: 'new' }];
    const rows = [row('comment 1/5', 'comment:1', 'old'), row('comment 1/5 2', 'comment:2', 'old')];
    const all = textsToRewrite({ writes: { ...writes, comments }, description, rows });
    expect(told(all)).toEqual({ texts: ['description'], left: ['text other-parts'] });
  });

  it('says what the source does not have any more', () => {
    const rows = [row('comment 1/9', 'comment:1', 'old')];
    expect(told(textsToRewrite({ writes, description, rows })).left).toEqual([
      'text gone-from-source',
    ]);
  });
});
