import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refsOf } from '../helpers/git-fixture.ts';
import { pullRequestsOf } from '../helpers/pull-request-fixture.ts';
import {
  allShown,
  conversation,
  expectConversation,
  migrate,
  openPullRequestPlace,
  type PullRequestPlace,
} from '../helpers/pull-request-place.ts';

// They wait for the target most of the time.
describe.concurrent('merges', { timeout: 90_000 }, () => {
  it.each(['default-branch', 'never'] as const)(
    'are made by request where a push marks them on %s',
    async (mergesByPush) => {
      await using place = await openPullRequestPlace({
        limits: { github: 'none' },
        githubRules: { mergesByPush },
      });
      await place.addRepository(pullRequestsOf(place.history));
      const { code } = await place.run(migrate, place.enterprise());
      expect(code).toBe(0);
      expect(place.shown()).toEqual(allShown);
      expect(refsOf(place.target().directory)).not.toMatch(/pr-\d+.(head|base)/);
    },
  );
});

describe('an answer that is lost', () => {
  let place: PullRequestPlace;
  beforeEach(async () => {
    place = await openPullRequestPlace();
  });
  afterEach(async () => {
    await place[Symbol.asyncDispose]();
  });

  const routes = [
    ['POST', /\/pulls$/],
    ['POST', /\/pulls\/\d+\/reviews$/],
    ['POST', /\/comments\/\d+\/replies$/],
    ['POST', /\/issues\/\d+\/comments$/],
    ['POST', /\/pulls\/\d+\/comments$/],
    ['PATCH', /\/pulls\/\d+$/],
    ['POST', /graphql/],
  ] as const;

  it.each(routes)('to %s %s makes nothing twice and loses nothing', async (method, path) => {
    const [first, second, third] = pullRequestsOf(place.history);
    await place.addRepository([{ ...first, conversation }, { ...second }, { ...third }]);
    place.sandbox.faults.add({
      host: 'github',
      method,
      path,
      times: 2,
      action: { kind: 'lost-answer' },
    });
    const { code } = await place.run(migrate);
    expect(code).toBe(0);
    expect(place.shown()).toEqual([
      '#1 Change line 10: merged',
      '#2 Add b: merged',
      '#3 Add c: closed',
    ]);
    expectConversation(place);
  });
});
