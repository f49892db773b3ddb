import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Reply } from './host-between.ts';
import { openScene, type Scene } from './scene.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await openScene();
  const inline = { path: 'e.txt', to: 1 };
  const comments = [{ text: 'Settled.', inline, resolved: true } as const];
  await scene.add([
    { title: 'Add e', source: { branch: 'topic' }, conversation: { comments } },
    { title: 'Add c', state: 'DECLINED', source: { branch: 'declined' } },
  ]);
});
afterEach(async () => {
  await scene[Symbol.asyncDispose]();
});

const graphQl = (reply: Reply) => (passing: { path: string }) =>
  passing.path === '/graphql' ? reply : null;

describe('resolved threads', () => {
  it('stay open, and everything else is done, where the host does not do GraphQL', async () => {
    const reply = { status: 501, body: { message: 'Not Implemented' } };
    const { code, stderr } = await scene.migrate(graphQl(reply));
    expect(code).toBe(0);
    expect(stderr).toContain('1 resolved thread could not be marked as resolved');
    expect(stderr).not.toContain('waiting');
    expect(scene.shown()[1]).toContain('#2 Add c: closed');
  });

  it('stay open, and everything else is done, where GraphQL is out of order', async () => {
    const errors = [{ message: 'Something went wrong while executing your query.' }];
    const { code, stderr } = await scene.migrate(graphQl({ status: 200, body: { errors } }));
    expect(code).toBe(0);
    expect(stderr).toContain('1 resolved thread could not be marked as resolved');
    expect(scene.shown()[1]).toContain('#2 Add c: closed');
  });

  it('are marked although the host does not show them at first', async () => {
    let asked = 0;
    const { code, stderr } = await scene.migrate(({ path, body }) => {
      const { query = '' } = (body ?? {}) as { query?: string };
      if (path !== '/graphql' || !query.includes('reviewThreads')) return null;
      asked += 1;
      const reviewThreads = { pageInfo: { hasNextPage: false, endCursor: null }, nodes: [] };
      const data = { repository: { pullRequest: { reviewThreads } } };
      return asked === 1 ? { status: 200, body: { data } } : null;
    });
    expect(code).toBe(0);
    expect(stderr).not.toContain('could not be marked');
    const pull = scene.place.sandbox.github.findRepository('acme/web')?.pulls[0];
    expect(pull?.threads.map(({ resolvedBy }) => resolvedBy !== null)).toEqual([true]);
  });
});
