import { describe, expect, it } from 'vitest';
import type { Placement } from '../../../../../src/core/replica/model/placement.ts';
import {
  comment,
  jane,
  onFile,
  onLine,
  options,
  place,
  renderPullRequest,
  task,
} from './fixture.ts';
import { words } from './words.ts';

const inline = place({ context: '@@ -10,2 +10,3 @@\n a\n b\n+c' });

function render(change: Parameters<typeof options>[0]) {
  return renderPullRequest(options({ ...change, mode: 'threaded' }));
}

/** Without the header, whose form another test holds, and without the marker. */
function textOf(body: string | undefined): string {
  return (body ?? '').split('\n\n').slice(1, -1).join('\n\n');
}

describe('a conversation comment for comment', () => {
  it('says of each who wrote it, when, when it was edited, and where it stood', () => {
    const [written] = render({
      conversation: {
        comments: [comment('1', { author: jane, updatedAt: '2023-06-01T00:00:00Z' })],
        tasks: [task('1', { commentId: '1' })],
      },
    }).comments;
    expect(written?.key).toBe('comment 42/1');
    expect(written?.body.replace(/<!--.*/, '')).toBe(
      '**Jane** · 2023-05-02 10:01 UTC · edited 2023-06-01 00:00 UTC · [original](https://bitbucket.org/acme/app/pull-requests/42/_/diff#comment-1)\n\nText of 1.\n\n- [ ] Task 1 — Jane, 2023-05-03 09:00 UTC\n\n',
    );
  });

  it('takes no second for an edit, and names a former user', () => {
    const [written] = render({
      conversation: {
        comments: [
          comment('1', {
            author: null,
            createdAt: '2023-05-02T10:01:00.100Z',
            updatedAt: '2023-05-02T10:01:00.900Z',
          }),
        ],
      },
    }).comments;
    expect(written?.body).toMatch(/^\*\*a former user\*\* · 2023-05-02 10:01 UTC · \[original\]/);
  });

  it('opens threads on their lines in one review, and answers in them', () => {
    const { reviews, replies, comments } = render({
      conversation: {
        comments: [
          comment('1', { inline }),
          comment('2', { inline, parentId: '1' }),
          comment('3', { inline, parentId: '2', author: jane }),
          comment('4', { inline }),
        ],
      },
      placements: { 1: onLine('c1'), 4: onLine('c1', 13) },
    });
    expect(reviews).toHaveLength(1);
    expect(reviews[0]).toMatchObject({ key: 'review 42/1', commit: 'c1' });
    expect(reviews[0]?.body).toMatch(
      /^Review comments from Bitbucket, written 2023-05-02 10:01 UTC to 2023-05-02 10:04 UTC\./,
    );
    expect(reviews[0]?.comments.map(({ key, placement }) => [key, placement])).toEqual([
      ['comment 42/1', onLine('c1')],
      ['comment 42/4', onLine('c1', 13)],
    ]);
    expect(replies.map(({ key, rootKey }) => [key, rootKey])).toEqual([
      ['comment 42/2', 'comment 42/1'],
      ['comment 42/3', 'comment 42/1'],
    ]);
    expect(replies[0]?.body).not.toContain('in reply to');
    expect(replies[1]?.body).toContain(' · in reply to Bob, 2023-05-02 10:02 UTC · ');
    expect(comments).toEqual([]);
  });

  it('quotes path, line and change where a place is refused, and what a reply answers', () => {
    const { reviews, replies } = render({
      conversation: {
        comments: [comment('1', { inline }), comment('2', { inline, parentId: '1', author: jane })],
      },
      placements: { 1: onLine() },
    });
    expect(textOf(reviews[0]?.comments[0]?.body)).toBe('Text of 1.');
    expect(textOf(reviews[0]?.comments[0]?.otherwise)).toBe(
      'On `src/door.ts`, line 12:\n\n`````diff\n@@ -10,2 +10,3 @@\n a\n b\n+c\n`````\n\nText of 1.',
    );
    expect(textOf(replies[0]?.otherwise)).toBe(
      '> **Bob** · 2023-05-02 10:01 UTC · on `src/door.ts`, line 12\n> \n> Text of 1.\n\nText of 2.',
    );
  });

  it('keeps answers in the conversation behind what they quote, in order of time overall', () => {
    const { comments } = render({
      conversation: {
        comments: [
          comment('1'),
          comment('2', { inline }),
          comment('3'),
          comment('4', { parentId: '1' }),
          comment('5', { parentId: '2', inline }),
        ],
      },
      placements: { 2: { kind: 'conversation', why: 'no such line' } },
    });
    expect(comments.map(({ key }) => key)).toEqual([1, 2, 3, 4, 5].map((id) => `comment 42/${id}`));
    expect(textOf(comments[1]?.body)).toMatch(/^On `src\/door\.ts`, line 12 \(no such line\):/);
    expect(textOf(comments[3]?.body)).toBe(
      '> **Bob** · 2023-05-02 10:01 UTC\n> \n> Text of 1.\n\nText of 4.',
    );
    expect(textOf(comments[4]?.body)).toContain(
      '> **Bob** · 2023-05-02 10:02 UTC · on `src/door.ts`',
    );
  });

  it('quotes the beginning of a long first line alone', () => {
    const raw = `\n\`\`\`js\nlet ${'long '.repeat(100)}\n\`\`\`\nEnd`;
    const { comments } = render({
      conversation: {
        comments: [
          comment('1', { text: { raw, markup: 'markdown' } }),
          comment('2', { parentId: '1' }),
        ],
      },
    });
    const quoted = textOf(comments[1]?.body).split('\n')[2] ?? '';
    expect(quoted).toMatch(/^> let long .*…$/);
    expect(quoted.length).toBeLessThanOrEqual(122);
  });

  it('puts comments on whole files apart, with the line that they were made on', () => {
    const { fileComments, replies, reviews } = render({
      conversation: { comments: [comment('1', { inline }), comment('2', { parentId: '1' })] },
      placements: { 1: onFile() },
    });
    expect(reviews).toEqual([]);
    expect(fileComments.map(({ key }) => key)).toEqual(['comment 42/1']);
    expect(textOf(fileComments[0]?.body)).toMatch(/^On `src\/door\.ts`, line 12 \(no such line\):/);
    expect(replies.map(({ rootKey }) => rootKey)).toEqual(['comment 42/1']);
  });

  it('names the roots to resolve, and says by whom they were', () => {
    const resolution = { by: jane, at: '2023-05-03T09:00:00Z' };
    const { resolved, reviews, comments } = render({
      conversation: {
        comments: [comment('1', { inline, resolution }), comment('2', { resolution })],
      },
      placements: { 1: onLine() },
    });
    expect(resolved).toEqual(['comment 42/1']);
    for (const { body } of [...(reviews[0]?.comments ?? []), ...comments]) {
      expect(body).toContain(' · resolved by Jane, 2023-05-03 09:00 UTC · ');
    }
  });

  it('writes of a deleted comment only that it was there, and only where it is answered', () => {
    const isDeleted = true;
    const { reviews, replies, comments } = render({
      conversation: {
        comments: [
          comment('1', { inline, isDeleted }),
          comment('2', { parentId: '1', isDeleted }),
          comment('3', { parentId: '2' }),
          comment('4', { isDeleted }),
          comment('5', { isDeleted }),
          comment('6', { parentId: '5' }),
        ],
      },
      placements: { 1: onLine() },
    });
    expect(reviews[0]?.comments[0]?.body).toMatch(
      /^_a comment that was deleted_ · 2023-05-02 10:01 UTC\n/,
    );
    expect(replies.map(({ key }) => key)).toEqual(['comment 42/3']);
    expect(replies[0]?.body).toContain('in reply to a comment that was deleted');
    expect(comments.map(({ key }) => key)).toEqual(['comment 42/6']);
    expect(textOf(comments[0]?.body)).toBe(
      '> In reply to a comment that was deleted\n\nText of 6.',
    );
  });

  it('makes reviews of 25, those of one commit together', () => {
    const comments = Array.from({ length: 58 }, (_, index) =>
      comment(String(index), { inline, createdAt: '2023-05-02T10:00:00Z' }),
    );
    const placements: Record<string, Placement> = {};
    for (const { id } of comments) placements[id] = onLine(Number(id) % 10 === 3 ? 'old' : 'head');
    const { reviews } = render({ conversation: { comments }, placements });
    expect(reviews.map((review) => [review.key, review.commit, review.comments.length])).toEqual([
      ['review 42/1', 'head', 25],
      ['review 42/2', 'head', 25],
      ['review 42/3', 'head', 2],
      ['review 42/4', 'old', 6],
    ]);
  });

  it('continues a long comment in its thread, or in the conversation', () => {
    const text = { raw: 'word '.repeat(6000).trim(), markup: 'markdown' as const };
    const { reviews, replies, comments } = render({
      conversation: {
        comments: [
          comment('1', { inline, text }),
          comment('2', { parentId: '1', text }),
          comment('3', { text }),
        ],
      },
      placements: { 1: onLine() },
      words: words(20_000),
    });
    expect(reviews[0]?.comments.map(({ key }) => key)).toEqual(['comment 42/1']);
    expect(replies.map(({ key, rootKey }) => `${key} to ${rootKey}`)).toEqual([
      'comment 42/1 2 to comment 42/1',
      'comment 42/2 to comment 42/1',
      'comment 42/2 2 to comment 42/1',
    ]);
    expect(comments.map(({ key }) => key)).toEqual(['comment 42/3', 'comment 42/3 2']);
    expect(comments[1]?.body).toMatch(
      /^\*\*Bob\*\* · 2023-05-02 10:03 UTC · continued, 2 of 2 · \[original\]/,
    );
  });
});
