import { afterEach, beforeEach, expect, it } from 'vitest';
import { openHostBetween } from './host-between.ts';
import { openScene, type Scene } from './scene.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await openScene();
});
afterEach(async () => {
  await scene[Symbol.asyncDispose]();
});

const migrate = ['migrate', '--plan', 'plan.json'];

it('ends soon although much is still to be read from the source', async () => {
  const many = Array.from({ length: 20 }, (_, index) => ({
    title: `Change ${index}`,
    state: 'DECLINED' as const,
    source: { branch: 'declined' },
  }));
  await scene.add(many);
  const asked = new Set<string>();
  let tellAsked = () => {};
  const firstAsked = new Promise<void>((resolve) => {
    tellAsked = resolve;
  });
  let answerAll = () => {};
  const answered = new Promise<void>((resolve) => {
    answerAll = resolve;
  });
  const { SRC_API_URL } = scene.place.sandbox.environment;
  await using between = await openHostBetween(SRC_API_URL, async ({ path }) => {
    const [, number] = /pullrequests\/(\d+)\//.exec(path) ?? [];
    if (number === undefined) return null;
    asked.add(number);
    tellAsked();
    await answered;
    return null;
  });
  const running = scene.place.start(migrate, { SRC_API_URL: between.url });
  await firstAsked;
  running.child.kill('SIGINT');
  answerAll();
  expect((await running.ended).code).toBe(130);
  expect(asked.size).toBeLessThan(20);
  expect((await scene.place.run(migrate)).code).toBe(0);
  expect(scene.shown()).toHaveLength(20);
});
