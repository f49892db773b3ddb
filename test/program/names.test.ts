import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BitbucketPerson } from '../../src/sandbox/bitbucket/people.ts';
import { countMade, newestMigration } from '../helpers/migration-fixture.ts';
import { pullRequestsOf } from '../helpers/pull-request-fixture.ts';
import {
  migrate,
  openPullRequestPlace,
  type PullRequestPlace,
} from '../helpers/pull-request-place.ts';
import { askGithub } from '../sandbox/helpers/rest.ts';

let place: PullRequestPlace;
let jane: BitbucketPerson;
let joe: BitbucketPerson;

beforeEach(async () => {
  place = await openPullRequestPlace({ limits: { github: 'none' } });
  const { bitbucket, github } = place.sandbox;
  jane = bitbucket.addPerson({ name: 'Jane Doe' });
  joe = bitbucket.addPerson({ name: 'Joe Bloggs' });
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
});

afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

function map(...rows: readonly (readonly [BitbucketPerson, string])[]): string {
  const lines = rows.map(([person, login]) => `${person.uuid},${login}`);
  return ['source_username,target_username', ...lines, ''].join('\n');
}

/** Every text of the target's pull requests. */
function texts(): readonly string[] {
  return place
    .target()
    .pulls.flatMap((pull) => [
      pull.body ?? '',
      ...pull.reviews.map(({ body }) => body ?? ''),
      ...pull.reviewComments.map(({ body }) => body),
      ...pull.comments.map(({ body }) => body),
    ])
    .filter((body) => body !== '');
}

function edits(from: number): readonly string[] {
  return place.sandbox.requests
    .slice(from)
    .filter(({ host, method }) => host === 'github' && (method === 'PATCH' || method === 'PUT'))
    .map(({ path }) => path)
    .filter((path) => /\/(pulls|issues)\//.test(path));
}

function requested(): readonly string[] {
  return place.sandbox.github.notifications
    .filter(({ reason }) => reason === 'review_requested')
    .map(({ login }) => login);
}

async function expectVerified(id: string): Promise<void> {
  const verified = await place.run(['verify', '--migration', id, '--json']);
  expect(verified.stdout).toContain('"defects":0');
  expect(verified.code, verified.stderr).toBe(0);
}

const mapped = ['--user-map', 'users.csv'];

describe('another user map for pull requests that exist', () => {
  it.each(['threaded', 'compact', 'folded'])(
    'rewrites the names of texts written %s, by edits',
    async (mode) => {
      expect((await place.run([...migrate, '--comments', mode])).code).toBe(0);
      const id = await newestMigration(place);
      const before = texts();
      expect(before.join('\n')).toContain('Jane Doe');
      expect(before.join('\n')).not.toContain('jane-gh');
      const made = countMade(place);

      place.write('users.csv', map([jane, 'jane-gh']));
      const from = place.sandbox.requests.length;
      const { code, stdout, stderr } = await place.run([
        'migrate',
        '--resume',
        id,
        ...mapped,
        '-v',
      ]);
      expect(code, stderr).toBe(0);
      expect(stdout).toContain('names rewritten in 1 pull request');
      expect(stderr).toContain('names rewritten in 1');
      const after = texts();
      expect(after).toHaveLength(before.length);
      expect(countMade(place)).toBe(made);
      for (const [index, text] of after.entries()) {
        const was = before[index] ?? '';
        // What bears no name of hers stays as it is, and every marker with it.
        expect(text.replaceAll(/\[@jane-gh\]\([^)]*\) \(Jane Doe\)/g, 'Jane Doe')).toBe(was);
        expect(text.includes('jane-gh')).toBe(was.includes('Jane Doe'));
      }
      expect(edits(from)).toHaveLength(before.filter((text) => text.includes('Jane Doe')).length);
      await expectVerified(id);
    },
  );

  it('changes nothing with the same map again, and asks for nothing', async () => {
    expect((await place.run(migrate)).code).toBe(0);
    const id = await newestMigration(place);
    place.write('users.csv', map([jane, 'jane-gh']));
    const resume = ['migrate', '--resume', id, ...mapped];
    expect((await place.run(resume)).code).toBe(0);
    const after = texts();
    const from = place.sandbox.requests.length;
    const again = await place.run(resume);
    expect(again.stderr).toContain('nothing was done');
    expect(place.sandbox.requests).toHaveLength(from);
    // Neither does a reset: what goes by the map already is not looked through.
    const { stdout } = await place.run([...resume, '--reset-repo', 'web']);
    expect(stdout).not.toContain('names rewritten');
    expect(edits(from)).toEqual([]);
    expect(texts()).toEqual(after);
  });

  it.each([
    ['--reset-repo', 'web'],
    ['--reset-state', '--yes'],
  ])('is taken with %s as well, and with the plan', async (...reset) => {
    expect((await place.run(migrate)).code).toBe(0);
    const id = await newestMigration(place);
    place.write('users.csv', map([jane, 'jane-gh']));
    const { code, stdout, stderr } = await place.run([...migrate, ...mapped, ...reset]);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('names rewritten in 1 pull request');
    expect(texts().join('\n')).toContain('[@jane-gh](');
    await expectVerified(id);
  });

  it('says beforehand what it takes, and that it changes nothing where it does not', async () => {
    expect((await place.run(migrate)).code).toBe(0);
    const id = await newestMigration(place);
    const nobody = place.sandbox.bitbucket.addPerson({ name: 'Nobody Else' });
    place.write('users.csv', map([nobody, 'jane-gh']));
    const resume = ['migrate', '--resume', id, ...mapped];
    const from = place.sandbox.requests.length;
    const dry = await place.run([...resume, '--dry-run']);
    expect(dry.stdout).toMatch(/^rewrite +web /m);
    expect(dry.stdout).toContain(
      'names in 3 pull requests of 1 repository take at most 8 edits (not content-creating) and 6 reads on the target, and 10 requests to the source',
    );
    expect(dry.stdout).toContain('0 repositories would be made');
    expect(edits(from)).toEqual([]);
    const json = await place.run([...resume, '--dry-run', '--json']);
    expect(json.stdout).toContain(
      '"names":{"repositories":1,"pull_requests":3,"edits":8,"target_reads":6,"source_requests":10}',
    );

    const { code, stdout, stderr } = await place.run(resume);
    expect(code).toBe(0);
    expect(stderr).toContain('at most 8 edits');
    expect(stdout).toContain('names rewritten in 0 pull requests');
    expect(edits(from)).toEqual([]);
    await expectVerified(id);
  });

  it('leaves what somebody else has edited, and says so', async () => {
    expect((await place.run(migrate)).code).toBe(0);
    const id = await newestMigration(place);
    const { sandbox } = place;
    const remark = place.target().pulls[0]?.comments[0];
    const body = `${remark?.body}\n\nEdited by hand`;
    await askGithub(sandbox, 'PATCH', `/repos/acme/web/issues/comments/${remark?.id}`, { body });
    place.write('users.csv', map([jane, 'jane-gh'], [joe, 'joe-gh']));
    const { code, stdout } = await place.run(['migrate', '--resume', id, ...mapped]);
    expect(code).toBe(0);
    expect(stdout).toContain('names rewritten in 2 pull requests, 1 left with old names');
    expect(stdout).toContain(
      'because somebody has edited them on the target: pull request 1 (1 text)',
    );
    expect(place.target().pulls[0]?.comments[0]?.body).toBe(body);
    expect(place.target().pulls[0]?.body).toContain('[@jane-gh](');
    const { stdout: verdict } = await place.run(['verify', '--migration', id, '--json']);
    expect(verdict).toContain('"defects":1');
  });

  it('asks those who can be asked now for a review, once', async () => {
    expect((await place.run(migrate)).code).toBe(0);
    const id = await newestMigration(place);
    expect(requested()).toEqual([]);
    const resume = ['migrate', '--resume', id, ...mapped];
    place.write('users.csv', map([joe, 'joe-gh']));
    const { stdout } = await place.run(resume);
    // Of these he has written texts, and one he is to review.
    expect(stdout).toContain('names rewritten in 2 pull requests');
    expect(requested()).toEqual(['joe-gh']);

    // Taken off by somebody: nobody is notified twice.
    const path = '/repos/acme/web/pulls/3/requested_reviewers';
    await askGithub(place.sandbox, 'DELETE', path, { reviewers: ['joe-gh'] });
    place.write('users.csv', map([jane, 'jane-gh'], [joe, 'joe-gh']));
    expect((await place.run(resume)).code).toBe(0);
    expect(requested()).toEqual(['joe-gh']);
  });

  it('brings nothing besides that has come to the source since', async () => {
    expect((await place.run(migrate)).code).toBe(0);
    const id = await newestMigration(place);
    place.sandbox.bitbucket.addPullRequest('web', { title: 'Later', source: { branch: 'topic' } });
    place.write('users.csv', map([jane, 'jane-gh']));
    expect((await place.run(['migrate', '--resume', id, ...mapped])).code).toBe(0);
    expect(place.target().pulls).toHaveLength(3);
    await expectVerified(id);
  });
});

describe('another user map for a migration that is not finished', () => {
  /** The run breaks off between the writing of pull requests and the record of them. */
  async function breakOff(): Promise<string> {
    place.sandbox.faults.add({
      host: 'github',
      path: /\/pulls\?state=all/,
      times: Number.POSITIVE_INFINITY,
      action: { kind: 'status', status: 403, body: '{"message":"Resource not accessible"}' },
    });
    expect((await place.run(migrate)).code).toBe(6);
    place.sandbox.faults.clear();
    return newestMigration(place);
  }

  it('rewrites what was written by then', async () => {
    const id = await breakOff();
    const written = texts().length;
    expect(texts().join('\n')).not.toContain('jane-gh');
    place.write('users.csv', map([jane, 'jane-gh'], [joe, 'joe-gh']));
    const { code, stdout, stderr } = await place.run(['migrate', '--resume', id, ...mapped]);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('names rewritten in 2 pull requests');
    expect(texts()).toHaveLength(written);
    expect(texts().filter((text) => /(?<!\()(Jane Doe|Joe Bloggs)/.test(text))).toEqual([]);
    expect(requested()).toEqual(['joe-gh']);
    await expectVerified(id);
  });

  it('goes on where it was broken off between two edits, and knows its own texts again', async () => {
    expect((await place.run(migrate)).code).toBe(0);
    const id = await newestMigration(place);
    place.write('users.csv', map([jane, 'jane-gh']));
    const resume = ['migrate', '--resume', id, ...mapped];
    // The edit is done, and its answer is lost; sent again it is refused.
    const comment = { host: 'github', method: 'PATCH', path: /\/issues\/comments\// } as const;
    place.sandbox.faults.add({ ...comment, action: { kind: 'lost-answer' } });
    const body = '{"message":"Resource not accessible by personal access token"}';
    const times = Number.POSITIVE_INFINITY;
    place.sandbox.faults.add({ ...comment, times, action: { kind: 'status', status: 403, body } });
    expect((await place.run(resume)).code).toBe(6);
    place.sandbox.faults.clear();
    expect(texts().join('\n')).toContain('[@jane-gh](');
    // A map of another name: what the first one has written is not taken for somebody else's.
    place.write('users.csv', map([jane, 'joe-gh']));
    const { code, stdout, stderr } = await place.run(resume);
    expect(code, stderr).toBe(0);
    expect(stdout).not.toContain('left with old names');
    expect(texts().filter((text) => text.includes('jane-gh'))).toEqual([]);
    expect(texts().join('\n')).toContain('[@joe-gh](');
    await expectVerified(id);
  });
});
