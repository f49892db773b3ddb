import { describe, expect, it } from 'vitest';
import { paths, type SmallExport } from '../../../core/archive/server/small-export.ts';
import { importerForFile } from './import-changed.ts';

const { rules, importExport } = importerForFile();

interface Review {
  readonly state: string;
  readonly user: { readonly login: string };
}

interface Comment {
  readonly body: string;
  readonly path?: string;
  readonly line?: number | null;
  readonly created_at: string;
}

const change = (fields: object) => (one: SmallExport) => {
  const [reply = {}] = one.comment.comments as object[];
  Object.assign(reply, fields);
};

describe('an import of a Data Center’s export', () => {
  it('creates the pull request with its verdict, its merge, and its thread on the diff', async () => {
    const { ended, read } = await importExport();
    expect(ended.state.word).toBe('SUCCEEDED');
    const [pull] = await read('/pulls/1');
    expect(pull).toMatchObject({ merged: true, title: 'Say twelve', head: { ref: 'twelve' } });
    const reviews = await read<Review>('/pulls/1/reviews');
    expect(reviews.map(({ state }) => state).sort()).toEqual([
      ...['APPROVED', 'COMMENTED', 'COMMENTED'],
    ]);
    const comments = await read<Comment>('/pulls/1/comments');
    expect(comments.map(({ body, path }) => [body, path])).toEqual([
      ['Why?', 'app.txt'],
      ['Yes.', 'app.txt'],
    ]);
    expect(comments[0]).toMatchObject({ line: 12, created_at: '2024-03-01T10:02:00Z' });
  });

  it('keeps one of several comments by one person at one place and second', async () => {
    rules().collapsesSameSecondComments = false;
    const { read } = await importExport((one) => {
      const { authorId, createdTimestamp } = one.comment;
      change({ authorId, createdTimestamp: Number(createdTimestamp) + 700 })(one);
    });
    const comments = await read<Comment>('/pulls/1/comments');
    expect(comments.map(({ body }) => body)).toEqual(['Why?']);
  });

  it('loses a thread on a line that the diff does not show', async () => {
    const { ended, read } = await importExport(({ comment }) => {
      const { anchor } = comment.thread as { anchor: object };
      Object.assign(anchor, { line: 1, lineType: 'CONTEXT' });
    });
    expect(ended.state.word).toBe('SUCCEEDED');
    expect(await read('/pulls/1/comments')).toEqual([]);
  });

  it('makes a task a comment like any other', async () => {
    const { read } = await importExport(change({ severity: 'BLOCKER' }));
    expect(await read('/pulls/1/comments')).toHaveLength(2);
  });

  it.each([
    [false, 1],
    [true, 0],
  ])('has a withdrawn approval as the rules say: %s', async (honoursWithdrawals, many) => {
    Object.assign(rules(), { honoursWithdrawals });
    const { read } = await importExport(({ activities }) => {
      const [approved] = activities.splice(3, 1);
      activities.splice(3, 0, { ...approved }, { ...approved, action: 'UNAPPROVED' });
    });
    const reviews = await read<Review>('/pulls/1/reviews');
    expect(reviews.filter(({ state }) => state === 'APPROVED')).toHaveLength(many);
  });

  it.each<[string, (one: SmallExport) => void, RegExp]>([
    ['lacks an entry', ({ documents }) => documents.delete(paths.hooks), /it is missing/],
    ['has activities in another order', ({ activities }) => activities.reverse(), /not in order/],
    [
      'has a ref without its object',
      ({ refs }) => refs.set('refs/heads/gone', `${'e'.repeat(40)}\n`),
      /Git source migration failed/,
    ],
  ])('fails where it %s', async (_, broken, reason) => {
    const { ended } = await importExport(broken);
    expect(ended.state).toMatchObject({ kind: 'failed', reason: expect.stringMatching(reason) });
  });
});
