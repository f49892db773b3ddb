import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openScene, type Scene } from './scene.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await openScene();
});
afterEach(async () => {
  await scene[Symbol.asyncDispose]();
});

describe('pull requests that somebody else closes on the target', () => {
  it('are merged all the same where they were, and otherwise stay closed and are told', async () => {
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
    expect(stderr).toContain('Pull request 2 was closed on the target by somebody else');
    expect(stderr).not.toContain('Pull request 1 ');
  });
});
