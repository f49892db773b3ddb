import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SourceKind } from '../../../src/core/ports/records/repository.ts';
import { pullRequestsOf } from '../../helpers/repositories/pull-request-fixture.ts';
import {
  conversation,
  expectConversation,
  migrate,
  openPullRequestPlace,
  type PullRequestPlace,
  refuseToNumber,
} from '../../helpers/repositories/pull-request-place.ts';
import { sources } from '../../helpers/sources.ts';

let place: PullRequestPlace;
function usePlace(source: SourceKind = 'bitbucket-cloud'): void {
  beforeEach(async () => {
    place = await openPullRequestPlace({ source });
  });
  afterEach(async () => {
    await place[Symbol.asyncDispose]();
  });
}

describe.each(sources)('conversations of %s', (source) => {
  usePlace(source);

  it('keep threads, replies, places and what is resolved in threaded mode', async () => {
    const [first] = pullRequestsOf(place.history);
    await place.addRepository([{ ...first, conversation }]);
    expect((await place.run(migrate)).code).toBe(0);
    expectConversation(place);
  });

  it('are attributed through the user map, which a resume need not name again', async () => {
    const { bitbucket, github } = place.sandbox;
    const jane = bitbucket.addPerson({ name: 'Jane Doe' });
    const joe = bitbucket.addPerson({ name: 'Joe Bloggs' });
    github.addUser({ login: 'jane-gh' });
    github.addUser({ login: 'joe-gh' });
    github.setMembership('acme', 'joe-gh', { role: 'member', state: 'active' });
    github.setMembership('acme', 'jane-gh', { role: 'member', state: 'active' });
    const [, , , open] = pullRequestsOf(place.history);
    await place.addRepository([
      {
        ...open,
        author: jane,
        description: `Ask @{${joe.accountId}}`,
        participants: [{ person: joe, role: 'REVIEWER' }],
      },
    ]);
    place.write(
      'users.csv',
      `source_username,target_username\n${source === 'bitbucket-cloud' ? jane.uuid : 'jane.doe@acme.example'},jane-gh\n${joe.nickname},joe-gh\n`,
    );
    refuseToNumber(place);
    expect((await place.run([...migrate, '--user-map', 'users.csv'])).code).toBe(6);
    place.sandbox.faults.clear();
    expect((await place.run(migrate)).code).toBe(0);
    const [pull] = place.target().pulls;
    expect(pull?.body).toContain('[@jane-gh](');
    expect(pull?.body).toMatch(/Ask \[@joe-gh\]\(/);
    expect(pull?.requestedReviewers.map(({ login }) => login)).toEqual(['joe-gh']);
    expect(github.notifications.map(({ login, reason }) => `${login} ${reason}`)).toEqual([
      'joe-gh review_requested',
    ]);
  });
});

describe('conversations', () => {
  usePlace();

  it.each([
    ['compact', 2],
    ['folded', 1],
  ] as const)('hold every text in %s mode, with %i requests', async (mode, requests) => {
    const [first] = pullRequestsOf(place.history);
    await place.addRepository([{ ...first, conversation }]);
    expect((await place.run([...migrate, '--comments', mode])).code).toBe(0);
    const [pull] = place.target().pulls;
    const bodies = [
      pull?.body,
      ...(pull?.reviews ?? []).map(({ body }) => body),
      ...(pull?.reviewComments ?? []).map(({ body }) => body),
      ...(pull?.comments ?? []).map(({ body }) => body),
    ].join('\n');
    for (const text of [
      'A general remark',
      'On the line',
      'A reply',
      'A deeper reply',
      'On the file',
      'Elsewhere',
    ])
      expect(bodies).toContain(text);
    const creating = place.sandbox.requests.filter(
      ({ host, method, path }) =>
        host === 'github' && method === 'POST' && /\/(pulls|reviews|comments|replies)$/.test(path),
    );
    expect(creating).toHaveLength(requests);
  });

  it('are written another way as long as none stands, and not any more after that', async () => {
    const [, , , open] = pullRequestsOf(place.history);
    await place.addRepository([{ ...open }]);
    refuseToNumber(place);
    await place.run([...migrate, '--comments', 'compact']);
    place.sandbox.faults.clear();
    const folded = await place.run([...migrate, '--comments', 'folded']);
    expect(folded.code, folded.stderr).toBe(0);
    const requests = place.sandbox.requests.length;
    const { code, stderr } = await place.run([...migrate, '--comments', 'threaded']);
    expect(code).toBe(2);
    expect(stderr).toContain(
      'Cannot change --comments from folded to threaded: GitHub already has pull requests written this way (1)',
    );
    expect(stderr).toContain('migrate with --overwrite, which renames and keeps the old ones');
    expect(place.sandbox.requests).toHaveLength(requests);
  });

  it('are refused with a plan that was edited to another mode, and go on with the one it was', async () => {
    const [, , , open] = pullRequestsOf(place.history);
    await place.addRepository([{ ...open }]);
    // The flag wins over the plan, and the run after it need not name it again.
    expect((await place.run([...migrate, '--comments', 'compact'])).code).toBe(0);
    const plan = place.plan('web');
    place.write('plan.json', { ...plan, options: { pull_requests: { comments: 'folded' } } });
    const { code, stderr } = await place.run(migrate);
    expect(code).toBe(2);
    expect(stderr).toContain('Cannot change --comments from compact to folded');
    place.write('plan.json', plan);
    expect((await place.run(migrate)).code).toBe(0);
  });

  it('names everybody in the user map whom the target does not know, before anything is made', async () => {
    await place.addRepository(pullRequestsOf(place.history));
    place.write('users.csv', 'source_username,target_username\na,nobody-1\nb,nobody-2\n');
    const { code, stderr } = await place.run([...migrate, '--user-map', 'users.csv']);
    expect(code).toBe(3);
    expect(stderr).toContain('nobody-1');
    expect(stderr).toContain('nobody-2');
    expect(stderr).toMatch(/^note {5}The user map has 2 people not found in \S+: "a" \(line 2/m);
    expect(place.sandbox.github.repositories).toHaveLength(0);
  });
});
