import { describe, expect, it } from 'vitest';
import { comment, jane, onFile, onLine, options, place, renderPullRequest } from './fixture.ts';
import { words } from './words.ts';

const inline = place();

function render(change: Parameters<typeof options>[0]) {
  return renderPullRequest(options({ ...change, mode: 'compact' }));
}

describe('a long compact conversation that stands on the target', () => {
  const general = Array.from({ length: 40 }, (_, index) => comment(String(index + 10)));
  const small = { words: words(1500) };
  const onTheLine = { comments: [...general, comment('9', { inline })] };
  const placements = { 9: onLine() };
  const keys = (list: readonly { readonly key: string }[]) => list.map(({ key }) => key);

  it('keeps its first part in its comment when the first thread on a line comes', () => {
    const before = render({ conversation: { comments: general }, ...small });
    expect(before.comments.length).toBeGreaterThan(1);
    const after = render({
      ...{ conversation: onTheLine, placements, conversationIn: 'comment' },
      ...small,
    });
    expect(keys(after.comments).slice(0, before.comments.length)).toEqual(keys(before.comments));
    expect(after.reviews).toHaveLength(1);
    expect(after.reviews[0]?.body).not.toContain('The conversation');
  });

  it('keeps its first part in the review when the threads on lines are gone', () => {
    const before = render({ conversation: onTheLine, placements, ...small });
    const after = render({
      ...{ conversation: { comments: general }, conversationIn: 'review' },
      ...small,
    });
    expect(keys(after.reviews)).toEqual(keys(before.reviews));
    expect(after.reviews[0]?.body).toMatch(/^The conversation/);
    expect(keys(after.comments)).toEqual(keys(before.comments));
  });
});

describe('a compact conversation', () => {
  it('makes one comment of a thread, with its replies quoted in order', () => {
    const { reviews, replies, resolved } = render({
      conversation: {
        comments: [
          comment('1', { inline, resolution: { by: jane, at: null } }),
          comment('2', { inline, parentId: '1' }),
          comment('3', { inline, parentId: '2', author: jane }),
        ],
      },
      placements: { 1: onLine() },
    });
    const body = reviews[0]?.comments[0]?.body ?? '';
    expect(body.replace(/\[original\]\([^)]*\)/g, 'link').replace(/<!--.*/, '')).toBe(
      `**Bob** · 2023-05-02 10:01 UTC · resolved by Jane · link

Text of 1.

> **Bob** · 2023-05-02 10:02 UTC · link
> ${''}
> Text of 2.

> **Jane** · 2023-05-02 10:03 UTC · in reply to Bob, 2023-05-02 10:02 UTC · link
> ${''}
> Text of 3.

`,
    );
    expect(replies).toEqual([]);
    expect(resolved).toEqual(['comment 42/1']);
  });

  it('puts what has no line into the body of the review', () => {
    const { reviews, comments, fileComments } = render({
      conversation: {
        comments: [
          comment('1', { inline }),
          comment('2'),
          comment('3', { parentId: '2' }),
          comment('4', { inline }),
          comment('5', { inline: place({ to: null }) }),
        ],
      },
      placements: { 1: onLine(), 5: onFile() },
    });
    expect(reviews).toHaveLength(1);
    expect(reviews[0]?.comments.map(({ key }) => key)).toEqual(['comment 42/1']);
    const body = reviews[0]?.body ?? '';
    expect(body).toMatch(/^The conversation from Bitbucket, written .*10:02 UTC to .*10:05 UTC\./);
    expect(body.match(/Text of \d/g)).toEqual(['Text of 2', 'Text of 3', 'Text of 4', 'Text of 5']);
    expect(body).toContain('> Text of 3.');
    expect(body).toContain('On `src/door.ts`, line 12:');
    expect(body).toContain('On `src/door.ts`, the whole file (no such line):');
    expect([...comments, ...fileComments]).toEqual([]);
  });

  it('is one comment where nothing has a line', () => {
    const { reviews, comments } = render({
      conversation: { comments: [comment('1'), comment('2', { inline })] },
    });
    expect(reviews).toEqual([]);
    expect(comments.map(({ key }) => key)).toEqual(['conversation 42/1']);
    expect(comments[0]?.body.match(/Text of \d/g)).toEqual(['Text of 1', 'Text of 2']);
  });

  it('is nothing where nobody said anything', () => {
    const isDeleted = true;
    const writes = render({ conversation: { comments: [comment('1', { isDeleted })] } });
    expect(writes.reviews).toEqual([]);
    expect(writes.comments).toEqual([]);
  });

  it('continues in comments, and a long thread in its replies', () => {
    const text = { raw: 'word '.repeat(2500).trim(), markup: 'markdown' as const };
    const { reviews, replies, comments } = render({
      conversation: {
        comments: [
          comment('1', { inline, text }),
          comment('2', { parentId: '1', text }),
          comment('3', { text }),
          comment('4', { text }),
        ],
      },
      placements: { 1: onLine() },
      words: words(20_000),
    });
    expect(reviews[0]?.body).toContain('word word');
    expect(replies.map(({ key, rootKey }) => [key, rootKey])).toEqual([
      ['comment 42/1 2', 'comment 42/1'],
    ]);
    expect(comments.map(({ key }) => key)).toEqual(['conversation 42/2']);
    expect(comments[0]?.body).toMatch(/^The conversation on Bitbucket, continued, 2 of 2\n/);
  });
});

describe('a thread that is too long for one comment', () => {
  const long = (word: string) => ({
    raw: `${word} `.repeat(2500).trim(),
    markup: 'markdown' as const,
  });

  it('names each author above the text in every part, and where the author changes', () => {
    const { replies } = render({
      conversation: {
        comments: [
          comment('1', { inline, text: long('word') }),
          comment('2', { parentId: '1', author: jane, text: long('reply') }),
        ],
      },
      placements: { 1: onLine() },
      words: words(10_000),
    });
    const tops = replies.map(({ body }) =>
      body
        .replace(/\[original\]\([^)]*\)/g, 'link')
        .split('\n')
        .filter((line) => line.includes(' · '))
        .map((line) => line.slice(0, 90)),
    );
    expect(tops).toEqual([
      [
        'Thread on Bitbucket, continued, 2 of 4 · link',
        '**Bob** · 2023-05-02 10:01 UTC · continued · link',
        '> **Jane** · 2023-05-02 10:02 UTC · link',
      ],
      [
        'Thread on Bitbucket, continued, 3 of 4 · link',
        '> **Jane** · 2023-05-02 10:02 UTC · continued · link',
      ],
      [
        'Thread on Bitbucket, continued, 4 of 4 · link',
        '> **Jane** · 2023-05-02 10:02 UTC · continued · link',
      ],
    ]);
  });
});

describe('a folded conversation', () => {
  it('stands whole in the description, with the places quoted', () => {
    const writes = renderPullRequest(
      options({
        mode: 'folded',
        conversation: {
          comments: [
            comment('1', { inline, resolution: { by: jane, at: null } }),
            comment('2'),
            comment('3', { parentId: '1' }),
          ],
        },
        placements: { 1: onLine() },
      }),
    );
    expect(writes.body).toContain('A house needs one.\n\n### Conversation on Bitbucket\n\n---\n\n');
    expect(writes.body.match(/Text of \d/g)).toEqual(['Text of 1', 'Text of 3', 'Text of 2']);
    expect(writes.body).toContain('On `src/door.ts`, line 12:');
    expect(writes.body).toContain('resolved by Jane');
    const { reviews, fileComments, replies, comments, resolved } = writes;
    expect([...reviews, ...fileComments, ...replies, ...comments, ...resolved]).toEqual([]);
  });
});
