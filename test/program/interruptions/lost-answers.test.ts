import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fastClock, fastEnvironment, runFast } from '../../faults/sweep/fast-program.ts';
import { refsOf } from '../../helpers/repositories/git-fixture.ts';
import { pullRequestsOf } from '../../helpers/repositories/pull-request-fixture.ts';
import {
  allShown,
  conversation,
  expectConversation,
  migrate,
  openPullRequestPlace,
  type PullRequestPlace,
} from '../../helpers/repositories/pull-request-place.ts';

describe('merges', () => {
  it.each(['default-branch', 'never'] as const)(
    'are made by request where a push marks them on %s',
    async (mergesByPush) => {
      await using place = await openPullRequestPlace({
        limits: { github: 'none' },
        githubRules: { mergesByPush },
      });
      await place.addRepository(pullRequestsOf(place.history));
      // By a fast clock: it waits for the target most of the time.
      const environment = { ...fastEnvironment(place), ...place.enterprise() };
      const fast = { ...place, clock: fastClock(), environment };
      const { code } = await runFast(fast, ['migrate', '--plan', join(place.folder, 'plan.json')]);
      expect(code).toBe(0);
      expect(place.shown()).toEqual(allShown);
      expect(refsOf(place.target().directory)).not.toMatch(/pr-\d+.(head|base)/);
    },
  );
});

describe('a conversation that is broken off', () => {
  let place: PullRequestPlace;
  beforeEach(async () => {
    place = await openPullRequestPlace();
    const [first] = pullRequestsOf(place.history);
    await place.addRepository([{ ...first, conversation }]);
    place.sandbox.faults.add({
      host: 'github',
      method: 'POST',
      path: /\/comments\/\d+\/replies$/,
      action: { kind: 'slow', ms: 5000 },
    });
  });
  afterEach(async () => {
    await place[Symbol.asyncDispose]();
  });

  /** The run, once its first reply is on its way. */
  async function untilReplying() {
    const running = place.start(migrate);
    const { github } = place.sandbox;
    const isReplying = () =>
      github.findRepository('acme/web')?.pulls[0]?.threads.some(({ comments }) => comments[1]);
    await expect.poll(isReplying, { timeout: 60_000 }).toBe(true);
    return running;
  }

  it('in order leaves nothing unclear, and the next run sends the rest without waiting', async () => {
    const running = await untilReplying();
    running.child.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    const { code, stderr } = await place.run(migrate);
    expect(stderr).not.toContain('a response was lost');
    expect(code).toBe(0);
    expectConversation(place);
  });

  it('by a kill is looked through once, and the rest is sent', async () => {
    const running = await untilReplying();
    running.child.kill('SIGKILL');
    await running.ended;
    // On loopback it is one second, which a slow machine spends before it comes to the conversation.
    place.write('migrator.yaml', 'network:\n  settle_seconds: 10\n');
    const before = place.sandbox.requests.length;
    const { code, stderr } = await place.run(migrate);
    expect(stderr).toContain(
      'a response was lost: waiting before checking what the request created',
    );
    expect(code).toBe(0);
    expectConversation(place);
    const looks = place.sandbox.requests
      .slice(before)
      .filter(({ method, path }) => method === 'GET' && /issues\/\d+\/comments/.test(path));
    expect(looks).toHaveLength(1);
  });
});

describe('an answer that is lost', () => {
  const routes = [
    ['POST', /\/pulls$/],
    ['POST', /\/pulls\/\d+\/reviews$/],
    ['POST', /\/comments\/\d+\/replies$/],
    ['POST', /\/issues\/\d+\/comments$/],
    ['POST', /\/pulls\/\d+\/comments$/],
    ['PATCH', /\/pulls\/\d+$/],
    ['POST', /graphql/],
  ] as const;

  it('to whatever request makes nothing twice and loses nothing', async () => {
    await using place = await openPullRequestPlace();
    const [first, second, third] = pullRequestsOf(place.history);
    await place.addRepository([{ ...first, conversation }, { ...second }, { ...third }]);
    const { faults } = place.sandbox;
    for (const [method, path] of routes)
      faults.add({ host: 'github', method, path, times: 2, action: { kind: 'lost-answer' } });
    const { code } = await place.run(migrate);
    expect(code).toBe(0);
    expect(place.shown()).toEqual([
      '#1 Change line 10: merged',
      '#2 Add b: merged',
      '#3 Add c: closed',
    ]);
    expectConversation(place);
    const lost = place.sandbox.requests.filter(({ fault }) => fault === 'lost-answer');
    for (const [method, path] of routes)
      expect(lost.filter((one) => one.method === method && path.test(one.path))).not.toEqual([]);
  });
});
