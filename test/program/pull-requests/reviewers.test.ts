import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { pullRequestsOf } from '../../helpers/repositories/pull-request-fixture.ts';
import {
  migrate,
  openPullRequestPlace,
  type PullRequestPlace,
} from '../../helpers/repositories/pull-request-place.ts';
import { askGithub } from '../../sandbox/helpers/rest.ts';

let place: PullRequestPlace;
let migrateMapped: readonly string[];

beforeEach(async () => {
  place = await openPullRequestPlace();
  const { bitbucket, github } = place.sandbox;
  const joe = bitbucket.addPerson({ name: 'Joe Bloggs' });
  github.addUser({ login: 'joe-gh' });
  github.setMembership('acme', 'joe-gh', { role: 'member', state: 'active' });
  const [, , , open] = pullRequestsOf(place.history);
  await place.addRepository([{ ...open, participants: [{ person: joe, role: 'REVIEWER' }] }]);
  place.write('users.csv', `source_username,target_username\n${joe.nickname},joe-gh\n`);
  migrateMapped = [...migrate, '--user-map', 'users.csv'];
});

afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

async function review(): Promise<void> {
  const { sandbox } = place;
  const token = sandbox.github.tokens.add({ login: 'joe-gh' });
  const body = { event: 'COMMENT', body: 'Looks fine' };
  await askGithub(sandbox, 'POST', '/repos/acme/web/pulls/1/reviews', body, { token });
}

function requested(): readonly string[] {
  return place.sandbox.github.notifications
    .filter(({ reason }) => reason === 'review_requested')
    .map(({ login }) => login);
}

describe('reviewers are notified once', () => {
  it('although a repair goes through their pull request again', async () => {
    expect((await place.run(migrateMapped)).code).toBe(0);
    await review();
    const { sandbox } = place;
    await askGithub(sandbox, 'PATCH', '/repos/acme/web/pulls/1', { title: 'Changed' });
    const id = await newestMigration(place);
    const { code, stderr } = await place.run(['verify', '--migration', id, '--repair']);
    expect(code, stderr).toBe(0);
    expect(place.shown()).toEqual(['#1 Add e: open']);
    expect(requested()).toEqual(['joe-gh']);
  });

  it('although the run that had asked them broke off before its pull request was done', async () => {
    place.sandbox.faults.add({
      host: 'github',
      path: /\/pulls\?state=all/,
      times: Number.POSITIVE_INFINITY,
      action: { kind: 'status', status: 403, body: '{"message":"Resource not accessible"}' },
    });
    expect((await place.run(migrateMapped)).code).toBe(6);
    expect(requested()).toEqual(['joe-gh']);
    await review();
    place.sandbox.faults.clear();
    expect((await place.run(migrate)).code).toBe(0);
    expect(requested()).toEqual(['joe-gh']);
  });
});
