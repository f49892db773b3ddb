import { expect } from 'vitest';
import type { BitbucketPerson } from '../../../sandbox/bitbucket/accounts/people.ts';
import type { SourceKind } from '../../../src/core/ports/records/repository.ts';
import { pullRequestsOf } from './pull-request-fixture.ts';
import { openPullRequestPlace, type PullRequestPlace } from './pull-request-place.ts';

/** Pull requests of two people, whom GitHub knows as `jane-gh` and `joe-gh`. */
export interface NamesPlace extends PullRequestPlace {
  readonly jane: BitbucketPerson;
  readonly joe: BitbucketPerson;
  /** Writes users.csv. */
  map(...rows: readonly (readonly [BitbucketPerson, string])[]): void;
  /** Every text of the target's pull requests. */
  texts(): readonly string[];
  /** Of texts, since so many requests. */
  edits(from: number): readonly string[];
  /** Who was notified that a review is wanted. */
  requested(): readonly string[];
  /** That nothing differs from what the state says was written. */
  expectVerified(id: string): Promise<void>;
}

export async function openNamesPlace(source: SourceKind = 'bitbucket-cloud'): Promise<NamesPlace> {
  const place = await openPullRequestPlace({ source, limits: { github: 'none' } });
  const { sandbox } = place;
  const { bitbucket, github } = sandbox;
  const jane = bitbucket.addPerson({ name: 'Jane Doe' });
  const joe = bitbucket.addPerson({ name: 'Joe Bloggs' });
  for (const login of ['jane-gh', 'joe-gh']) {
    github.addUser({ login });
    github.setMembership('acme', login, { role: 'member', state: 'active' });
  }
  const [merged, , declined, open] = pullRequestsOf(place.history);
  const comments = [
    { text: 'A general remark', author: jane },
    {
      text: 'On the line',
      author: jane,
      inline: { path: 'a.txt', to: 10 },
      replies: [{ text: 'A reply', author: joe }],
    },
    { text: 'On the file', author: joe, inline: { path: 'new.txt' } },
  ];
  await place.addRepository([
    { ...merged, author: jane, conversation: { comments } },
    { ...declined, number: 2 },
    { ...open, number: 3, author: joe, participants: [{ person: joe, role: 'REVIEWER' }] },
  ]);
  const nameOf = ({ uuid, nickname }: BitbucketPerson) =>
    source === 'bitbucket-cloud' ? uuid : nickname;
  return {
    ...place,
    jane,
    joe,
    map(...rows) {
      const lines = rows.map(([person, login]) => `${nameOf(person)},${login}`);
      place.write('users.csv', ['source_username,target_username', ...lines, ''].join('\n'));
    },
    texts: () =>
      place
        .target()
        .pulls.flatMap((pull) => [
          pull.body ?? '',
          ...pull.reviews.map(({ body }) => body ?? ''),
          ...pull.reviewComments.map(({ body }) => body),
          ...pull.comments.map(({ body }) => body),
        ])
        .filter((body) => body !== ''),
    edits: (from) =>
      sandbox.requests
        .slice(from)
        .filter(({ host, method }) => host === 'github' && (method === 'PATCH' || method === 'PUT'))
        .map(({ path }) => path)
        .filter((path) => /\/(pulls|issues)\//.test(path)),
    requested: () =>
      github.notifications
        .filter(({ reason }) => reason === 'review_requested')
        .map(({ login }) => login),
    async expectVerified(id) {
      const verified = await place.run(['verify', '--migration', id, '--json']);
      expect(verified.stdout).toContain('"defects":0');
      expect(verified.code, verified.stderr).toBe(0);
    },
  };
}
