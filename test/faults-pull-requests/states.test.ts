import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Reply } from './host-between.ts';
import { openScene, type Scene } from './scene.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await openScene();
});
afterEach(async () => {
  await scene[Symbol.asyncDispose]();
});

const noMerges = { status: 405, body: { message: 'Merge commits are not allowed.' } };

describe('pull requests that the target will not mark as merged', () => {
  it.each([405, 422, 403])('are closed and say so where it answers %i', async (status) => {
    const { commits } = scene.history;
    await scene.add([
      {
        title: 'Merged',
        state: 'MERGED',
        source: { branch: 'merged', commit: commits.merged },
        destination: { commit: commits.start },
      },
      { title: 'Open', source: { branch: 'topic' } },
    ]);
    const { code, stderr } = await scene.migrate(async ({ method, path, send }) => {
      if (method === 'PUT' && path.endsWith('/merge')) return { ...noMerges, status };
      // What a push has merged is not told.
      if (method !== 'GET' || !path.includes('/pulls')) return null;
      return withoutMerges(await send(method, path));
    });
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('Pull request 1 could not be marked as merged: it is closed');
    expect(scene.branches()).not.toContain('pr-1');
  });

  it('stay open where the token may write nothing any more, which is reported', async () => {
    const { commits } = scene.history;
    await scene.add([
      {
        title: 'Merged',
        state: 'MERGED',
        source: { branch: 'merged', commit: commits.merged },
        destination: { commit: commits.start },
      },
    ]);
    const { code, stdout } = await scene.migrate(async ({ method, path, send }) => {
      const body = { message: 'Resource not accessible by personal access token' };
      if (/^(PUT|PATCH)$/.test(method)) return { status: 403, body };
      if (method !== 'GET' || !path.includes('/pulls')) return null;
      return withoutMerges(await send(method, path));
    });
    expect(code).toBe(6);
    expect(stdout).toContain('403 Forbidden');
  });
});

function withoutMerges(reply: Reply): Reply {
  const open = (pull: unknown) => ({
    ...(pull as object),
    state: 'open',
    merged: false,
    merged_at: null,
    mergeable: true,
  });
  return { ...reply, body: Array.isArray(reply.body) ? reply.body.map(open) : open(reply.body) };
}

describe('pull requests that somebody else closes on the target', () => {
  it('are merged all the same where they were, and otherwise stay closed and are reported', async () => {
    const { commits } = scene.history;
    const conversation = { comments: [{ text: 'Said.' }] };
    await scene.add([
      {
        title: 'Merged',
        state: 'MERGED',
        source: { branch: 'merged', commit: commits.merged },
        destination: { commit: commits.start },
        conversation,
      },
      { title: 'Open', source: { branch: 'topic' }, conversation },
    ]);
    const { code, stderr } = await scene.migrate(async ({ method, path, send }) => {
      const number = /issues\/(\d+)\/comments$/.exec(path)?.[1];
      if (method !== 'POST' || number === undefined) return null;
      await send('PATCH', `/repos/acme/web/pulls/${number}`, { state: 'closed' });
      return null;
    });
    expect(code).toBe(0);
    expect(scene.shown()).toEqual([
      '#1 Merged: merged, migrator/pr-1/head -> migrator/pr-1/base',
      '#2 Open: closed, topic -> main',
    ]);
    expect(stderr).toContain('Pull request 2 was closed on GitHub by someone else');
    expect(stderr).not.toContain('Pull request 1 ');
  });
});
