import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../network/support/failure.ts';
import type { ReceivedRequest, Reply } from '../../../network/support/scripted-server.ts';
import { openPullRequests, pull, reviewCommentRow, sent } from '../pull-request-support.ts';

const request = { ...pull, rootId: '90', body: 'Text' };
const notForApps = { message: 'Resource not accessible by integration' };

/** A host that keeps the route of replies from this token. */
function forApps(options: { status: number; root?: Reply; comment?: Reply }) {
  const root = options.root ?? { body: reviewCommentRow(90) };
  const comment = options.comment ?? {
    status: 201,
    body: reviewCommentRow(91, { in_reply_to_id: 90 }),
  };
  return ({ method, url }: ReceivedRequest): Reply => {
    if (url.endsWith('/replies')) return { status: options.status, body: notForApps };
    return method === 'GET' ? root : comment;
  };
}

describe('createReply', () => {
  it('answers in the thread', async () => {
    await using at = await openPullRequests(() => ({ status: 201, body: reviewCommentRow(91) }));
    expect(await at.pullRequests.createReply(request)).toMatchObject({ kind: 'written', id: '91' });
    expect(at.server.requests.map(sent)).toEqual([
      ['POST', '/repos/octo-org/app/pulls/7/comments/90/replies', { body: 'Text' }],
    ]);
  });

  it.each([403, 404])(
    'takes the other way from then on where %d keeps apps out',
    async (status) => {
      await using at = await openPullRequests(forApps({ status }));
      expect(await at.pullRequests.createReply(request)).toMatchObject({
        kind: 'written',
        id: '91',
      });
      await at.pullRequests.createReply({ ...request, body: 'More' });
      const root = ['GET', '/repos/octo-org/app/pulls/comments/90'];
      const comment = { commit_id: 'a'.repeat(40), path: 'src/door.ts', in_reply_to: 90 };
      expect(at.server.requests.map(sent)).toEqual([
        ['POST', '/repos/octo-org/app/pulls/7/comments/90/replies', { body: 'Text' }],
        root,
        ['POST', '/repos/octo-org/app/pulls/7/comments', { body: 'Text', ...comment }],
        root,
        ['POST', '/repos/octo-org/app/pulls/7/comments', { body: 'More', ...comment }],
      ]);
    },
  );

  it('is refused where the comment that it answers is gone, and remembers nothing', async () => {
    const root = { status: 404, body: { message: 'Not Found' } };
    await using at = await openPullRequests(forApps({ status: 404, root }));
    for (let count = 0; count < 2; count++) {
      expect(await at.pullRequests.createReply(request)).toEqual({
        kind: 'refused',
        message: 'The comment it replies to does not exist: Not Found',
      });
    }
    expect(at.server.requests.filter(({ url }) => url.endsWith('/replies'))).toHaveLength(2);
  });

  it('is refused where the host will not have it', async () => {
    await using at = await openPullRequests(() => ({
      status: 422,
      body: { message: 'Validation Failed', errors: ['in_reply_to is invalid'] },
    }));
    expect(await at.pullRequests.createReply(request)).toEqual({
      kind: 'refused',
      message: 'Validation Failed; in_reply_to is invalid',
    });
  });

  it('fails where the token may write neither way', async () => {
    const comment = { status: 403, body: notForApps };
    await using at = await openPullRequests(forApps({ status: 403, comment }));
    const error = await failureOf(at.pullRequests.createReply(request));
    expect(error).toMatchObject({ code: 'permission', detail: notForApps.message });
  });

  it('is sent once, either way, when its answer is lost', async () => {
    await using at = await openPullRequests(() => ({ status: 502 }));
    expect((await failureOf(at.pullRequests.createReply(request))).code).toBe('ambiguous-write');
    expect(at.server.requests).toHaveLength(1);
    await using other = await openPullRequests(forApps({ status: 403, comment: { status: 502 } }));
    expect((await failureOf(other.pullRequests.createReply(request))).code).toBe('ambiguous-write');
    expect(other.server.requests).toHaveLength(3);
  });
});
