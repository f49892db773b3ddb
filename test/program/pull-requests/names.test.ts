import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countCreated, newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { type NamesPlace, openNamesPlace } from '../../helpers/repositories/names-place.ts';
import { migrate } from '../../helpers/repositories/pull-request-place.ts';
import { share } from '../../helpers/share.ts';
import { askGithub } from '../../sandbox/helpers/rest.ts';

const mapped = ['--user-map', 'users.csv'];

let place: NamesPlace;

async function openNew(): Promise<void> {
  place = await openNamesPlace();
}

async function close(): Promise<void> {
  await place[Symbol.asyncDispose]();
}

/** Returns what another name in the map changes, by requests and texts. */
async function rewriteJane(id: string) {
  const before = place.texts();
  expect(before.join('\n')).toContain('Jane Doe');
  expect(before.join('\n')).not.toContain('jane-gh');
  const made = countCreated(place);
  place.map([place.jane, 'jane-gh']);
  const from = place.sandbox.requests.length;
  const { code, stdout, stderr } = await place.run(['migrate', '--resume', id, ...mapped, '-v']);
  expect(code, stderr).toBe(0);
  expect(stdout).toContain('names rewritten in 1 pull request');
  expect(stderr).toContain('names rewritten in 1');
  const after = place.texts();
  expect(after).toHaveLength(before.length);
  expect(countCreated(place)).toBe(made);
  for (const [index, text] of after.entries()) {
    const was = before[index] ?? '';
    // What bears no name of hers stays as it is, and every marker with it.
    expect(text.replaceAll(/\[@jane-gh\]\([^)]*\) \(Jane Doe\)/g, 'Jane Doe')).toBe(was);
    expect(text.includes('jane-gh')).toBe(was.includes('Jane Doe'));
  }
  expect(place.edits(from)).toHaveLength(before.filter((text) => text.includes('Jane Doe')).length);
  return { stderr, requests: place.sandbox.requests.slice(from) };
}

describe('another user map for pull requests that exist', () => {
  const shared = share(async () => {
    const opened = await openNamesPlace();
    expect((await opened.run(migrate)).code).toBe(0);
    return { ...opened, id: await newestMigration(opened) };
  });
  let id: string;
  beforeEach(async () => {
    const opened = await shared.get();
    opened.forgetRequests();
    place = opened;
    id = opened.id;
  });

  it('says first what it takes, and that it changes nothing where it does not', async () => {
    const nobody = place.sandbox.bitbucket.addPerson({ name: 'Nobody Else' });
    place.map([nobody, 'jane-gh']);
    const resume = ['migrate', '--resume', id, ...mapped];
    const from = place.sandbox.requests.length;
    const dry = await place.run([...resume, '--dry-run']);
    expect(dry.stdout).toMatch(/^rewrite +web /m);
    expect(dry.stdout).toContain(
      'Rewriting names in 3 pull requests of 1 repository takes at most 8 edits and 6 reads on GitHub (no content-creating requests), and 10 requests to Bitbucket',
    );
    expect(dry.stdout).toContain('0 repositories would be created');
    expect(place.edits(from)).toEqual([]);
    const json = await place.run([...resume, '--dry-run', '--json']);
    expect(json.stdout).toContain(
      '"names":{"repositories":1,"pull_requests":3,"edits":8,"target_reads":6,"source_requests":10}',
    );

    const { code, stdout, stderr } = await place.run(resume);
    expect(code).toBe(0);
    expect(stderr).toContain('at most 8 edits');
    expect(stdout).toContain('names rewritten in 0 pull requests');
    expect(place.edits(from)).toEqual([]);
    await place.expectVerified(id);
  });

  it('rewrites the names of threads by edits, with no more requests than forecast, and none that create content', async () => {
    const { stderr, requests } = await rewriteJane(id);
    const [, edits, reads, asked] =
      /at most (\d+) edits and (\d+) reads .* and (\d+) requests/.exec(stderr) ?? [];
    expect([edits, reads, asked]).toEqual(['8', '6', '10']);
    const texts = requests.filter(
      ({ host, path }) => host === 'github' && /\/(pulls|issues)\/(\d|comments)/.test(path),
    );
    // The description, a comment and a thread; each kind is read before.
    const methods = texts.map(({ method }) => method);
    expect(methods).toEqual(['GET', 'GET', 'GET', 'PATCH', 'PATCH', 'PATCH']);
    expect(requests.filter(({ contentCreating }) => contentCreating)).toEqual([]);
    const ofSource = requests.filter(
      ({ host, path }) => host === 'bitbucket' && path.includes('/pullrequests'),
    );
    expect(ofSource.length).toBeLessThanOrEqual(10);
    await place.expectVerified(id);
  });

  it('changes nothing with the same map again, and asks for nothing', async () => {
    place.map([place.jane, 'jane-gh']);
    const resume = ['migrate', '--resume', id, ...mapped];
    expect((await place.run(resume)).code).toBe(0);
    const after = place.texts();
    const from = place.sandbox.requests.length;
    const again = await place.run(resume);
    expect(again.stderr).toContain('nothing was changed');
    expect(place.sandbox.requests).toHaveLength(from);
    // Neither does a reset: what goes by the map already is not looked through.
    const { stdout } = await place.run([...resume, '--reset-repo', 'web']);
    expect(stdout).not.toContain('names rewritten');
    expect(place.edits(from)).toEqual([]);
    expect(place.texts()).toEqual(after);
  });

  it.each([
    ['joe-gh', ['--reset-repo', 'web']],
    ['jane-gh', ['--reset-state', '--yes']],
  ])('is taken with the plan, for %s with %j', async (login, reset) => {
    place.map([place.jane, login]);
    const { code, stdout, stderr } = await place.run([...migrate, ...mapped, ...reset]);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('names rewritten in 1 pull request');
    expect(place.texts().join('\n')).toContain(`[@${login}](`);
    await place.expectVerified(await newestMigration(place));
  });
});

describe('another user map for pull requests with texts or changes of their own', () => {
  beforeEach(openNew);
  afterEach(close);

  it.each(['compact', 'folded'])(
    'rewrites the names of texts written %s, by edits',
    async (mode) => {
      expect((await place.run([...migrate, '--comments', mode])).code).toBe(0);
      const id = await newestMigration(place);
      await rewriteJane(id);
      await place.expectVerified(id);
    },
  );

  it('leaves what somebody else has edited, and says so', async () => {
    expect((await place.run(migrate)).code).toBe(0);
    const id = await newestMigration(place);
    const { sandbox } = place;
    const remark = place.target().pulls[0]?.comments[0];
    const body = `${remark?.body}\n\nEdited by hand`;
    await askGithub(sandbox, 'PATCH', `/repos/acme/web/issues/comments/${remark?.id}`, { body });
    place.map([place.jane, 'jane-gh'], [place.joe, 'joe-gh']);
    const { code, stdout } = await place.run(['migrate', '--resume', id, ...mapped]);
    expect(code).toBe(0);
    expect(stdout).toContain('names rewritten in 2 pull requests, 1 keeps old names');
    expect(stdout).toContain('because someone edited them on GitHub: pull request 1 (1 text)');
    expect(place.target().pulls[0]?.comments[0]?.body).toBe(body);
    expect(place.target().pulls[0]?.body).toContain('[@jane-gh](');
    const { stdout: verdict } = await place.run(['verify', '--migration', id, '--json']);
    expect(verdict).toContain('"defects":1');
  });

  it('asks those who can be asked now for a review, once', async () => {
    expect((await place.run(migrate)).code).toBe(0);
    const id = await newestMigration(place);
    expect(place.requested()).toEqual([]);
    const resume = ['migrate', '--resume', id, ...mapped];
    place.map([place.joe, 'joe-gh']);
    const { stdout } = await place.run(resume);
    // Of these he has written texts, and one he is to review.
    expect(stdout).toContain('names rewritten in 2 pull requests');
    expect(place.requested()).toEqual(['joe-gh']);

    // Taken off by somebody: nobody is notified twice.
    const path = '/repos/acme/web/pulls/3/requested_reviewers';
    await askGithub(place.sandbox, 'DELETE', path, { reviewers: ['joe-gh'] });
    place.map([place.jane, 'jane-gh'], [place.joe, 'joe-gh']);
    expect((await place.run(resume)).code).toBe(0);
    expect(place.requested()).toEqual(['joe-gh']);
  });

  it('leaves the description where the source has closed the pull request since, and migrates no new ones', async () => {
    expect((await place.run(migrate)).code).toBe(0);
    const id = await newestMigration(place);
    const { bitbucket } = place.sandbox;
    const open = bitbucket.findRepository('web')?.pullRequests[2];
    if (open === undefined) throw new Error('there is no open pull request');
    Object.assign(open, { state: 'DECLINED', closedBy: place.jane, updatedOn: new Date() });
    bitbucket.addPullRequest('web', { title: 'Later', source: { branch: 'topic' } });
    const before = place.target().pulls[2]?.body;
    place.map([place.jane, 'jane-gh'], [place.joe, 'joe-gh']);
    const { code, stdout } = await place.run(['migrate', '--resume', id, ...mapped]);
    expect(code).toBe(0);
    expect(place.target().pulls[2]).toMatchObject({ state: 'open', body: before });
    expect(stdout).toContain(
      'because Bitbucket has closed or reopened them since: pull request 3 (description)',
    );
    expect(place.target().pulls).toHaveLength(3);
    await place.expectVerified(id);
  });
});

describe('another user map for a migration from a Data Center', () => {
  it('rewrites the names, asks for reviews and verifies', async () => {
    await using other = await openNamesPlace('bitbucket-data-center');
    expect((await other.run(migrate)).code).toBe(0);
    const id = await newestMigration(other);
    other.map([other.jane, 'jane-gh'], [other.joe, 'joe-gh']);
    const { code, stdout, stderr } = await other.run(['migrate', '--resume', id, ...mapped]);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('names rewritten in 2 pull requests');
    expect(other.texts().filter((text) => /(?<!\()(Jane Doe|Joe Bloggs)/.test(text))).toEqual([]);
    expect(other.requested()).toEqual(['joe-gh']);
    await other.expectVerified(id);
  });
});
