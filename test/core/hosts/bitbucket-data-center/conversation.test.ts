import { describe, expect, it } from 'vitest';
import { countConversation } from '../../../../src/core/discovery/deep-scan/count-conversation.ts';
import type { SourceConversation } from '../../../../src/core/ports/records/pull-request.ts';
import { linkComments } from '../../../../src/core/replica/model/threads.ts';
import { failureOf } from '../../network/support/failure.ts';
import { openPlace, page, paths, user } from './support.ts';

const name = { workspace: 'PAY', slug: 'web', number: 7, commentCount: 1 };
const at = 1_709_287_200_000;

async function read(activities: readonly object[]): Promise<SourceConversation> {
  await using place = await openPlace({ [paths.activities]: page(activities) });
  return await place.source.pullRequests.conversation(name);
}

function comment(id: number, more: object = {}): object {
  return {
    properties: { repositoryId: 3 },
    id,
    version: 0,
    text: `Text ${id}`,
    author: user('jane'),
    createdDate: at + id,
    updatedDate: at + id,
    comments: [],
    severity: 'NORMAL',
    state: 'OPEN',
    threadResolved: false,
    ...more,
  };
}

function commented(one: object, more: object = {}): object {
  const common = { id: 1, createdDate: at, user: user('jane'), action: 'COMMENTED' };
  return { ...common, commentAction: 'ADDED', comment: one, ...more };
}

function happened(action: string, more: object = {}): object {
  return { id: 1, createdDate: at, user: user('joe'), action, ...more };
}

describe('a conversation of a Data Center', () => {
  it('has every reply at every depth, and each once', async () => {
    const deepest = comment(5);
    const thread = comment(1, {
      comments: [comment(2, { comments: [comment(3), comment(4, { comments: [deepest] })] })],
    });
    // Some versions report a reply once more for itself.
    const { comments } = await read([commented(deepest), commented(thread)]);
    expect(comments.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['1', null],
      ['2', '1'],
      ['3', '2'],
      ['4', '2'],
      ['5', '4'],
    ]);
  });

  it('has a chain of replies that is thousands long', async () => {
    const length = 20_000;
    const last = length - 1;
    // What writes JSON cannot nest as deeply as what reads it.
    const [before, after] = JSON.stringify(commented(Object('HERE'))).split('"HERE"');
    const opened = Array.from(
      { length },
      (_, id) => `{"id":${id},"text":"t","author":null,"createdDate":${at + id},"comments":[`,
    );
    const values = `[${before}${opened.join('')}${']}'.repeat(length)}${after}]`;
    await using place = await openPlace({
      [paths.activities]: {
        headers: { 'content-type': 'application/json' },
        body: `{"values":${values},"isLastPage":true}`,
      },
    });
    const { comments } = await place.source.pullRequests.conversation(name);
    expect(comments).toHaveLength(length);
    expect(comments.at(last)).toMatchObject({ id: `${last}`, parentId: `${last - 1}` });
    const linked = linkComments(comments);
    expect(linked.at(last)?.root.id).toBe('0');
  });

  it('gives all of it where its comments are asked for, because one list has everything', async () => {
    const task = comment(1, { severity: 'BLOCKER', state: 'RESOLVED', resolver: user('kim') });
    await using place = await openPlace({
      [paths.activities]: page([commented(task), happened('DECLINED')]),
    });
    const read = await place.source.pullRequests.comments(name);
    const names = countConversation(read).people.map(({ person }) => person.username);
    expect(names).toEqual(['jane', 'kim', 'joe']);
  });

  it('takes the newest of several versions of a text', async () => {
    const { comments } = await read([
      commented(comment(1, { version: 2, text: 'New' }), { commentAction: 'UPDATED' }),
      commented(comment(1, { version: 1, text: 'Old' })),
    ]);
    expect(comments.map(({ text }) => text.raw)).toEqual(['New']);
  });

  it('knows where each thread stands, with the lines that it was about', async () => {
    const anchor = {
      fromHash: 'b'.repeat(40),
      toHash: 'a'.repeat(40),
      line: 9,
      lineType: 'ADDED',
      fileType: 'TO',
      path: 'src/a.ts',
      srcPath: 'src/old.ts',
      diffType: 'EFFECTIVE',
      orphaned: true,
      multilineMarker: { startLine: 7, startLineType: 'ADDED' },
    };
    const hunk = {
      context: 'class A',
      sourceLine: 8,
      sourceSpan: 1,
      destinationLine: 8,
      destinationSpan: 2,
      segments: [
        { type: 'CONTEXT', lines: [{ source: 8, destination: 8, line: 'same' }] },
        { type: 'ADDED', lines: [{ source: 9, destination: 9, line: 'new' }] },
      ],
    };
    const { comments } = await read([
      commented(comment(1), { commentAnchor: anchor, diff: { hunks: [hunk] } }),
      commented(comment(2), {
        commentAnchor: { path: 'a', line: 3, lineType: 'REMOVED', fileType: 'FROM' },
      }),
      commented(comment(3), { commentAnchor: { path: 'a', line: 4, lineType: 'CONTEXT' } }),
      commented(comment(4), { commentAnchor: { path: 'whole.ts' } }),
    ]);
    expect(comments[0]?.inline).toEqual({
      path: 'src/a.ts',
      oldPath: 'src/old.ts',
      from: null,
      to: 9,
      startFrom: null,
      startTo: 7,
      isOutdated: true,
      context: '@@ -8,1 +8,2 @@ class A\n same\n+new\n',
      sourceCommit: 'a'.repeat(40),
      destinationCommit: 'b'.repeat(40),
    });
    const places = comments.slice(1).map(({ inline }) => [inline?.from, inline?.to]);
    expect(places).toEqual([
      [3, null],
      [null, 4],
      [null, null],
    ]);
  });

  it('reports resolved threads, and by whom', async () => {
    const resolved = {
      threadResolved: true,
      threadResolver: user('joe'),
      threadResolvedDate: at + 50,
    };
    const { comments } = await read([commented(comment(1, resolved))]);
    expect(comments[0]?.resolution).toMatchObject({
      by: { id: 'joe' },
      at: '2024-03-01T10:00:00.050Z',
    });
  });

  it('makes tasks of what has to be dealt with, and keeps what was answered or stands on a line', async () => {
    const done = { state: 'RESOLVED', resolvedDate: at + 9, resolver: user('joe') };
    const blocker = (id: number, more: object = {}) =>
      comment(id, { severity: 'BLOCKER', ...more });
    const { comments, tasks } = await read([
      commented(comment(1, { comments: [blocker(2, done)] })),
      commented(blocker(3)),
      commented(blocker(4, { comments: [comment(5)] })),
      commented(blocker(6), { commentAnchor: { path: 'a', line: 1, fileType: 'TO' } }),
    ]);
    expect(comments.map(({ id }) => id)).toEqual(['1', '4', '5', '6']);
    expect(tasks.map(({ id, commentId, isResolved }) => [id, commentId, isResolved])).toEqual([
      ['2', '1', true],
      ['3', null, false],
      ['4', '4', false],
      ['6', '6', false],
    ]);
    expect(tasks[0]).toMatchObject({ resolvedBy: { id: 'joe' } });
  });

  it('has the tasks of older versions, which stand beside the comments', async () => {
    const task = { id: 2, text: 'Do it', state: 'RESOLVED', author: user('ann'), createdDate: at };
    const { tasks } = await read([commented(comment(1, { tasks: [task] }))]);
    expect(tasks).toMatchObject([
      { id: 'task 2', text: { raw: 'Do it' }, isResolved: true, commentId: '1' },
    ]);
  });

  it('leaves out drafts of a review, and counts them', async () => {
    const draft = comment(2, { state: 'PENDING' });
    const { comments, unpublished } = await read([commented(comment(1, { comments: [draft] }))]);
    expect(comments).toHaveLength(1);
    expect(unpublished).toBe(1);
  });

  it('knows what happened, in its order, and passes over what is not known', async () => {
    const { activity, closing } = await read([
      happened('MERGED', { createdDate: at + 9, commit: { id: 'C'.repeat(40) } }),
      happened('AUTO_MERGE_REQUESTED', { createdDate: at + 8 }),
      happened('UNAPPROVED', { createdDate: at + 7 }),
      happened('APPROVED', { createdDate: at + 6 }),
      happened('RESCOPED', {
        createdDate: at + 5,
        fromHash: 'b'.repeat(40),
        previousFromHash: 'a'.repeat(40),
      }),
      // The destination has moved on.
      happened('RESCOPED', {
        createdDate: at + 4,
        fromHash: 'a'.repeat(40),
        previousFromHash: 'a'.repeat(40),
      }),
      happened('REOPENED', { createdDate: '2024-03-01T10:00:00.003Z' }),
      happened('DECLINED', { createdDate: at + 2 }),
      happened('REVIEWED', { createdDate: at + 1 }),
      happened('OPENED'),
    ]);
    expect(activity.map((one) => (one.kind === 'state' ? one.state : one.kind))).toEqual([
      'changes-requested',
      'declined',
      'open',
      'updated',
      'approved',
      'verdict-withdrawn',
      'merged',
    ]);
    expect(closing).toMatchObject({ by: { id: 'joe' }, mergeCommit: 'c'.repeat(40) });
  });

  it('is complete or it throws', async () => {
    const broken = { id: 'x y', text: 1 };
    expect((await failureOf(read([commented(broken)]))).code).toBe('bad-answer');
    expect(
      (await failureOf(read([commented(comment(1, { createdDate: null, updatedDate: null }))])))
        .code,
    ).toBe('bad-answer');
    const nested = comment(1, { comments: ['what'] });
    expect((await failureOf(read([commented(nested)]))).code).toBe('bad-answer');
  });
});
