import { describe, expect, it } from 'vitest';
import { createTestServices } from '../../network/support/client.ts';
import { startScriptedServer } from '../../network/support/scripted-server.ts';
import { pullRequestPages, pullRequestRow, user } from './pull-request-rows.ts';
import { sourceAt } from './source.ts';

/** Reads what the adapter makes of one row. */
async function read(more: object) {
  await using server = await startScriptedServer(() => ({
    body: { values: [pullRequestRow(7, more)] },
  }));
  await using services = await createTestServices();
  const [page] = await pullRequestPages(sourceAt(server, services));
  const [pullRequest] = page?.pullRequests ?? [];
  if (pullRequest === undefined) throw new Error('the row was left out');
  return { pullRequest, logged: [...services.logged] };
}

describe('a pull request in an unusual form', () => {
  it.each([
    ['FULFILLED', {}, 'merged'],
    ['rejected', {}, 'declined'],
    ['SUPERSEDED', {}, 'superseded'],
    ['QUEUED', {}, 'open'],
    ['QUEUED', { closed_by: user('x') }, 'declined'],
    ['LANDED', { merge_commit: { hash: '0123456789ab' } }, 'merged'],
  ])('with the state %s and besides %j counts as one that is %s', async (state, more, expected) => {
    const { pullRequest, logged } = await read({ state, ...more });
    expect(pullRequest.state).toBe(expected);
    const isKnown = !/QUEUED|LANDED/.test(state);
    expect(logged.some((line) => line.includes('an unknown state'))).toBe(!isKnown);
  });

  it('may have lost its author, its fork, its branches and commits', async () => {
    const { pullRequest } = await read({
      author: null,
      closed_by: null,
      merge_commit: null,
      source: { branch: null, commit: null, repository: null },
      destination: { branch: { name: 'main' }, commit: { hash: '??' }, repository: null },
    });
    expect(pullRequest).toMatchObject({
      author: null,
      source: { branch: null, commit: null, repository: null },
      destination: { branch: 'main', commit: null, repository: 'acme/web' },
    });
    const { pullRequest: bare } = await read({ source: null, reviewers: null, title: null });
    expect(bare).toMatchObject({ title: '', source: { branch: null }, reviewers: [] });
  });

  it('may lack everything that a list leaves out', async () => {
    const { pullRequest } = await read({
      participants: undefined,
      reviewers: undefined,
      draft: undefined,
      reason: null,
      summary: undefined,
      description: null,
    });
    expect(pullRequest).toMatchObject({
      participants: [],
      reviewers: [],
      isDraft: false,
      reason: '',
      description: { raw: '' },
    });
  });

  it('needs a number, a state and a date alone', async () => {
    const bare = { id: '12', state: 'OPEN', created_on: '2024-03-01T10:00:00Z' };
    await using server = await startScriptedServer(() => ({ body: { values: [bare] } }));
    await using services = await createTestServices();
    const [page] = await pullRequestPages(sourceAt(server, services));
    expect(page?.pullRequests).toMatchObject([
      {
        number: 12,
        author: null,
        source: { repository: null },
        updatedAt: '2024-03-01T10:00:00.000Z',
      },
    ]);
  });

  it('is asked for its comments where their number is not told', async () => {
    const { pullRequest } = await read({ comment_count: undefined });
    expect(pullRequest.commentCount).toBeNull();
  });

  it.each([
    [
      { description: '= H =', summary: { markup: 'creole' } },
      { raw: '= H =', markup: 'creole' },
    ],
    [
      { description: 'x', summary: { raw: 'y', markup: 'rst' } },
      { raw: 'x', markup: 'plaintext' },
    ],
    [
      { description: undefined, summary: { raw: 'y' } },
      { raw: 'y', markup: 'markdown' },
    ],
    [
      { description: undefined, summary: null, rendered: { description: { raw: 'z' } } },
      { raw: 'z', markup: 'markdown' },
    ],
    [{ description: { raw: 'o', markup: 'creole' } }, { raw: 'o', markup: 'creole' }],
    [
      { description: undefined, summary: { html: '<p>h</p>', markup: 'markdown' } },
      { raw: '<p>h</p>', markup: 'plaintext' },
    ],
  ])('has a description in one form or another: %j', async (more, expected) => {
    expect((await read(more)).pullRequest.description).toEqual(expected);
  });

  it('reports what reviewers said, and who they are', async () => {
    const on = '2024-03-01T11:00:00+01:00';
    const { pullRequest } = await read({
      reviewers: undefined,
      participants: [
        { user: user('amara'), role: 'REVIEWER', approved: true, state: 'approved' },
        { user: user('yuki'), role: 'REVIEWER', state: 'changes_requested', participated_on: on },
        { user: null, role: 'PARTICIPANT', approved: true, state: null, participated_on: null },
        { user: user('bot', { type: 'app_user', nickname: undefined }), role: 'NEW' },
        { user: { type: 'team', username: 'ops', display_name: 'Ops', uuid: '{T}' } },
        { user: { display_name: 'Former user' } },
        { user: { type: 'user' } },
      ],
    });
    const seen = pullRequest.participants.map(({ person, role, verdict, at }) => [
      person?.displayName ?? null,
      person?.kind ?? null,
      role,
      verdict,
      at,
    ]);
    expect(seen).toEqual([
      ['amara', 'user', 'reviewer', 'approved', null],
      ['yuki', 'user', 'reviewer', 'changes-requested', '2024-03-01T10:00:00.000Z'],
      [null, null, 'participant', 'approved', null],
      ['bot', 'app', 'participant', null, null],
      ['Ops', 'team', 'participant', null, null],
      ['Former user', 'user', 'participant', null, null],
      [null, null, 'participant', null, null],
    ]);
    expect(pullRequest.reviewers.map(({ displayName }) => displayName)).toEqual(['amara', 'yuki']);
  });
});
