import { describe, expect, it } from 'vitest';
import { desirePullRequest } from '../../../../src/core/replica/model/desire-pull-request.ts';
import { bob, comment, jane, onLine, options, place, task } from '../desired/render/fixture.ts';

function desired(change: Parameters<typeof options>[0]) {
  const convert = ({ raw }: { raw: string }) => raw.toUpperCase();
  return desirePullRequest({ ...options(change), convert, range: null });
}

describe('desirePullRequest', () => {
  it('keeps threads with their places, keys, tasks and converted texts', () => {
    const resolution = { by: bob, at: '2023-05-03T09:00:00Z' };
    const comments = [
      comment('1', { inline: place(), resolution }),
      comment('2', { parentId: '1', isDeleted: true }),
      comment('3', { parentId: '2' }),
      comment('4'),
    ];
    const tasks = [task('a', { commentId: '3' }), task('b', { commentId: '2' }), task('c')];
    const found = desired({
      conversation: { comments, tasks, unpublished: 2 },
      placements: { 1: onLine() },
    });
    expect(found.threads).toMatchObject([
      {
        placement: onLine(),
        root: { key: 'comment 42/1', resolution, text: { markdown: 'TEXT OF 1.' } },
        replies: [{ comment: { id: '3', tasks: [{ id: 'a' }] }, parent: { isDeleted: true } }],
      },
      { placement: null, root: { key: 'comment 42/4', tasks: [] }, replies: [] },
    ]);
    expect(found.tasks.map(({ id, text }) => [id, text.markdown])).toEqual([
      ['b', 'TASK B'],
      ['c', 'TASK C'],
    ]);
    expect(found.omitted).toEqual({ unpublished: 2, deleted: 1 });
  });

  it('makes an inline comment without a place part of the conversation', () => {
    const [thread] = desired({
      conversation: { comments: [comment('1', { inline: place() })] },
    }).threads;
    expect(thread?.placement).toEqual({ kind: 'conversation', why: '' });
  });

  it('takes who ended it, when and why from the activity, and else from the list', () => {
    const declined = { state: 'declined', closedBy: bob } as const;
    expect(desired({ pullRequest: { ...declined, reason: ' no ' } })).toMatchObject({
      reason: { markdown: 'NO', source: { markup: 'plaintext' } },
      closing: { by: bob, at: '2023-05-04T08:00:00Z', isExact: false },
    });
    const end = { by: jane, at: '2023-05-03T09:00:00Z', reason: 'late' };
    const activity = [{ kind: 'state', state: 'declined', ...end } as const];
    expect(desired({ pullRequest: declined, conversation: { activity } })).toMatchObject({
      reason: { markdown: 'LATE' },
      closing: { by: jane, at: end.at, isExact: true },
    });
    expect(desired({})).toMatchObject({ closing: null, reason: null });
  });
});
