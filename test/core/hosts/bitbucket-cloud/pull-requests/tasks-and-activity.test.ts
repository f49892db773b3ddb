import { describe, expect, it } from 'vitest';
import { user } from '../pull-request-rows.ts';
import { at, read, understood } from './conversation-rows.ts';

describe('a task', () => {
  it('is resolved or not, and hangs on a comment or on the pull request', async () => {
    const { tasks } = await understood({
      tasks: [
        {
          id: 5,
          state: 'RESOLVED',
          content: { raw: 'done' },
          creator: user('jane'),
          created_on: at,
          resolved_on: '2024-03-02T10:00:00Z',
          resolved_by: user('amara'),
          comment: { id: 1 },
        },
        { id: 6, state: 'UNRESOLVED', content: { raw: 'to do' }, creator: null, created_on: at },
      ],
    });
    expect(tasks).toMatchObject([
      {
        id: '5',
        isResolved: true,
        resolvedBy: { displayName: 'amara' },
        resolvedAt: '2024-03-02T10:00:00.000Z',
        commentId: '1',
      },
      { id: '6', isResolved: false, author: null, resolvedBy: null, commentId: null },
    ]);
  });

  it('is never left out because it is not understood', async () => {
    const { error } = await read({ tasks: [{ id: 5, content: { raw: 'when?' } }] });
    expect(error?.message).toContain('task 5 of pull request 7 in acme/web');
  });
});

function update(day: number, more: object): object {
  return {
    update: {
      state: 'OPEN',
      title: 'T',
      reason: '',
      author: user('jane'),
      date: `2024-03-0${day}T10:00:00Z`,
      source: { commit: { hash: 'aaaaaaaaaaaa' }, branch: { name: 'x' } },
      destination: { commit: { hash: 'dddddddddddd' }, branch: { name: 'main' } },
      ...more,
    },
    pull_request: { id: 7 },
  };
}

describe('what happened', () => {
  it('follows from the updates, the approvals and the requests for changes, oldest first', async () => {
    const amara = user('amara');
    const { activity } = await understood({
      activity: [
        update(6, {
          ...{ state: 'MERGED', author: amara, title: 'U' },
          source: { commit: { hash: 'bbbbbbbbbbbb' } },
        }),
        { approval: { date: '2024-03-05T10:00:00Z', user: amara, pullrequest: {} } },
        { comment: { id: 1 }, pull_request: {} },
        update(4, { source: { commit: { hash: 'bbbbbbbbbbbb' } }, destination: null, title: 'U' }),
        { changes_requested: { date: '2024-03-03T10:00:00Z', user: null } },
        { pull_request: { id: 7 } },
        {},
        update(2, {}),
        update(1, {}),
      ],
    });
    expect(activity).toMatchObject([
      { kind: 'changes-requested', by: null, at: '2024-03-03T10:00:00.000Z' },
      {
        ...{ kind: 'updated', sourceCommit: 'bbbbbbbbbbbb', previousCommit: 'aaaaaaaaaaaa' },
        by: { displayName: 'jane' },
      },
      { kind: 'renamed', from: expect.any(String), to: 'U', by: { displayName: 'jane' } },
      { kind: 'approved', by: { displayName: 'amara' } },
      { kind: 'state', state: 'merged', by: { displayName: 'amara' }, reason: '' },
    ]);
    expect(activity).toHaveLength(5);
  });

  it('reports why one was declined, and another destination', async () => {
    const { activity } = await understood({
      activity: [
        update(3, {
          state: 'DECLINED',
          reason: 'too late',
          destination: { branch: { name: 'b' } },
        }),
        update(2, { destination: { branch: { name: 'b' } } }),
        update(1, {}),
      ],
    });
    expect(activity).toMatchObject([
      { kind: 'updated', sourceCommit: 'aaaaaaaaaaaa' },
      { kind: 'state', state: 'declined', reason: 'too late' },
    ]);
  });

  it('is never left out because it is not understood', async () => {
    const undated = await read({ activity: [{ approval: { user: user('jane') } }] });
    expect(undated.error?.message).toContain('item 1 of the activity list of pull request 7');
    expect((await read({ activity: [7] })).error?.code).toBe('bad-answer');
    expect((await read({ activity: [{ update: 'x' }] })).error?.code).toBe('bad-answer');
  });
});
