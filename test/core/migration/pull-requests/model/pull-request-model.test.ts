import { describe, expect, it } from 'vitest';
import { bob, comment, jane, onLine, options, place, task } from '../render/fixture.ts';

const modelOf = (change: Parameters<typeof options>[0]) => options(change).model;

describe('the model of a pull request', () => {
  it('places each thread about the diff, and no other', () => {
    const comments = [
      comment('1', { inline: place() }),
      comment('2', { parentId: '1' }),
      comment('3', { inline: place() }),
      comment('4'),
    ];
    const { threads } = modelOf({ conversation: { comments }, placements: { 1: onLine() } });
    expect(
      threads.map(({ root, placement, replies }) => [root.id, placement, replies.length]),
    ).toEqual([
      ['1', onLine(), 1],
      ['3', { kind: 'conversation', why: '' }, 0],
      ['4', null, 0],
    ]);
  });

  it('knows who ended it, when and why from the activity', () => {
    const entry = { kind: 'state', at: '2023-05-04T07:00:00Z', by: bob } as const;
    const activity = [
      { ...entry, state: 'declined', reason: ' too late ' },
      { ...entry, state: 'open', reason: 'again' },
    ] as const;
    const declined = modelOf({ pullRequest: { state: 'declined' }, conversation: { activity } });
    expect(declined).toMatchObject({
      ending: { by: bob, at: '2023-05-04T07:00:00Z', isExact: true },
      reason: 'too late',
    });
    expect(modelOf({ conversation: { activity } })).toMatchObject({
      ending: null,
      reason: 'again',
    });
  });

  it('takes the last change for the end where the activity is silent', () => {
    const { ending } = modelOf({ pullRequest: { state: 'merged', closedBy: jane } });
    expect(ending).toEqual({ by: jane, at: '2023-05-04T08:00:00Z', isExact: false });
  });

  it('gives tasks to the comment that they belong to, or to the pull request if that is not written', () => {
    const comments = [comment('1'), comment('2', { isDeleted: true })];
    const tasks = [
      task('a', { commentId: '1' }),
      task('b', { commentId: '2' }),
      task('c', { commentId: '3' }),
      task('d'),
    ];
    const { tasksOf, ownTasks, omitted } = modelOf({
      conversation: { comments, tasks, unpublished: 3 },
    });
    expect([...tasksOf].map(([id, own]) => [id, own.map((one) => one.id)])).toEqual([['1', ['a']]]);
    expect(ownTasks.map(({ id }) => id)).toEqual(['b', 'c', 'd']);
    expect(omitted).toEqual({ unpublished: 3, deleted: 1 });
  });
});
