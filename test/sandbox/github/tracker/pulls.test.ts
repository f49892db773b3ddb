import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBench, type PullRequestBench } from './support.ts';

let bench: PullRequestBench;

beforeAll(async () => {
  bench = await openBench();
});

afterAll(() => bench[Symbol.asyncDispose]());

const failed = (error: object) => ({ message: 'Validation Failed', errors: [error] });

describe('opening a pull request', () => {
  it('takes the next number after issues and pull requests alike', async () => {
    const issue = await bench.ask('POST', '/issues', { title: 'Something is wrong' });
    expect([issue.status, issue.body.number]).toEqual([201, 1]);
    expect(await bench.open({ body: 'Words' })).toBe(2);
    const second = await bench.ask('POST', '/issues', { title: 'Something else is wrong' });
    expect(second.body.number).toBe(3);
    const pull = (await bench.ask('GET', '/pulls/2')).body;
    expect(pull).toMatchObject({
      number: 2,
      title: 'Add it',
      body: 'Words',
      state: 'open',
      merged: false,
      draft: false,
      mergeable: null,
      commits: 1,
      user: { login: 'robin-keller' },
      head: { ref: 'feature', label: 'acme:feature' },
      base: { ref: 'main', label: 'acme:main' },
    });
  });

  it('shows it among the issues, newest first', async () => {
    const newest = await bench.ask(
      'GET',
      '/issues?state=all&sort=created&direction=desc&per_page=1',
    );
    expect(newest.body).toMatchObject([{ number: 3 }]);
    const link = newest.headers.get('link') ?? '';
    expect(link).toContain(`/repositories/${bench.repository.id}/issues?`);
    const all = await bench.ask('GET', '/issues?state=all');
    expect(all.body).toMatchObject([{ number: 3 }, { number: 2, pull_request: {} }, { number: 1 }]);
    expect(await bench.ask('GET', '/pulls')).toMatchObject({ body: [{ number: 2 }] });
  });

  it('is refused a second time between the same branches', async () => {
    const again = await bench.ask('POST', '/pulls', { title: 'x', head: 'feature', base: 'main' });
    expect(again.status).toBe(422);
    expect(again.body).toMatchObject(
      failed({
        resource: 'PullRequest',
        code: 'custom',
        message: 'A pull request already exists for acme:feature.',
      }),
    );
  });

  it.each([
    ['none', 'main', ['head']],
    ['feature', 'none', ['base']],
    ['../../config', 'main', ['head']],
  ])('is refused from %s to %s, which are not both there', async (head, base, fields) => {
    const refused = await bench.ask('POST', '/pulls', { title: 'x', head, base });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual(
      fields.map((field) => ({ resource: 'PullRequest', field, code: 'invalid' })),
    );
  });

  it('is refused when base has everything that head has', async () => {
    const refused = await bench.ask('POST', '/pulls', {
      title: 'x',
      head: 'main',
      base: 'feature',
    });
    expect(refused.body).toMatchObject(
      failed({
        resource: 'PullRequest',
        code: 'custom',
        message: 'No commits between feature and main',
      }),
    );
  });

  it('is refused when the branches have nothing in common', async () => {
    const { client, directory } = bench;
    await client.must(['checkout', '--quiet', '--orphan', 'alone'], { cwd: directory });
    await client.must(['commit', '--quiet', '--allow-empty', '-m', 'alone'], { cwd: directory });
    await bench.push('alone');
    const refused = await bench.ask('POST', '/pulls', { title: 'x', head: 'alone', base: 'main' });
    expect(refused.body).toMatchObject(
      failed({ message: 'The alone branch has no history in common with main' }),
    );
  });

  it.each([
    [{ title: '' }, { resource: 'Issue', code: 'missing_field', field: 'title' }],
    [
      { title: 'x'.repeat(257) },
      {
        resource: 'Issue',
        code: 'custom',
        field: 'title',
        message: 'title is too long (maximum is 256 characters)',
      },
    ],
    [
      { body: 'x'.repeat(65_537) },
      {
        resource: 'Issue',
        code: 'custom',
        field: 'body',
        message: 'body is too long (maximum is 65536 characters)',
      },
    ],
  ])('is refused with a text that is too long or missing', async (texts, error) => {
    const wanted = { title: 'x', head: 'feature', base: 'main', ...texts };
    const refused = await bench.ask('POST', '/pulls', wanted);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject(failed(error));
  });

  it('takes 65,536 characters however many bytes they are', async () => {
    await bench.commit('long', 'main', { 'long.txt': 'x\n' });
    await bench.push('long');
    const number = await bench.open({ head: 'acme:long', body: '😀'.repeat(65_536) });
    expect(bench.repository.tracker.findPull(number)?.head.ref).toBe('long');
  });

  it('is refused as a draft in a private repository of a free account', async () => {
    await bench.commit('draft', 'main', { 'draft.txt': 'x\n' });
    await bench.push('draft');
    bench.repository.owner.plan = 'free';
    const wanted = { title: 'x', head: 'draft', base: 'main', draft: true };
    const refused = await bench.ask('POST', '/pulls', wanted);
    bench.repository.owner.plan = 'team';
    expect(refused.body).toMatchObject(
      failed({ message: 'Draft pull requests are not supported in this repository.' }),
    );
    expect((await bench.ask('POST', '/pulls', wanted)).body.draft).toBe(true);
  });

  it('needs the right to push', async () => {
    bench.sandbox.github.addUser({ login: 'reader' });
    bench.sandbox.github.addCollaborator('acme/app', 'reader');
    const token = bench.sandbox.github.tokens.add({ login: 'reader' });
    const wanted = { title: 'x', head: 'long', base: 'feature' };
    expect((await bench.ask('POST', '/pulls', wanted, token)).status).toBe(403);
    expect((await bench.ask('GET', '/pulls', undefined, token)).status).toBe(200);
  });
});

describe('changing a pull request', () => {
  it('changes what is given alone', async () => {
    const changed = await bench.ask('PATCH', '/pulls/2', { title: 'New title' });
    expect(changed.body).toMatchObject({ title: 'New title', body: 'Words' });
    const emptied = await bench.ask('PATCH', '/issues/2', { body: '' });
    expect(emptied.body).toMatchObject({ title: 'New title', body: null });
  });

  it('closes and opens it, and refuses another base while it is closed', async () => {
    expect((await bench.ask('PATCH', '/pulls/2', { state: 'closed' })).body).toMatchObject({
      state: 'closed',
      merged: false,
      closed_at: expect.any(String),
    });
    const refused = await bench.ask('PATCH', '/pulls/2', { base: 'long' });
    expect(refused.body).toMatchObject(
      failed({ message: 'Cannot change the base branch of a closed pull request.' }),
    );
    expect((await bench.ask('PATCH', '/pulls/2', { state: 'open' })).body.state).toBe('open');
  });

  it('takes another base, if there are commits between the two', async () => {
    const refused = await bench.ask('PATCH', '/pulls/2', { base: 'feature' });
    expect(refused.body.errors).toMatchObject([
      {
        message: "There are no new commits between base branch 'feature' and head branch 'feature'",
      },
    ]);
    expect((await bench.ask('PATCH', '/pulls/2', { base: 'long' })).body.base).toMatchObject({
      ref: 'long',
    });
    await bench.ask('PATCH', '/pulls/2', { base: 'main' });
  });
});

describe('lists', () => {
  it('tell pull requests of one head apart only with its owner', async () => {
    const of = async (query: string) =>
      ((await bench.ask('GET', `/pulls?${query}`)).body as unknown as { number: number }[]).length;
    expect(await of('head=acme:feature')).toBe(1);
    expect(await of('head=feature')).toBe(await of('state=open'));
    expect(await of('base=none')).toBe(0);
  });

  it('refuse what the sandbox does not know', async () => {
    expect((await bench.ask('GET', '/pulls?sort=popularity')).status).toBe(422);
  });
});

describe('the newest version of the interface', () => {
  it('has two fields of a pull request less', async () => {
    const { DST_API_URL, DST_TOKEN } = bench.sandbox.environment;
    const fields = async (version: string): Promise<string[]> => {
      const answer = await fetch(`${DST_API_URL}/repos/acme/app/pulls/2`, {
        headers: { authorization: `token ${DST_TOKEN}`, 'x-github-api-version': version },
      });
      return Object.keys((await answer.json()) as object);
    };
    const newest = await fields('2026-03-10');
    const gone = (await fields('2022-11-28')).filter((field) => !newest.includes(field));
    expect(gone).toEqual(['merge_commit_sha', 'assignee']);
  });
});
