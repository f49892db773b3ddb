import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ownersOf,
  parseCodeOwners,
} from '../../../../sandbox/github/tracker/reviews/parse-code-owners.ts';
import { request } from '../../helpers/rest.ts';
import { openBench, type PullRequestBench } from './support.ts';

let bench: PullRequestBench;
let number: number;

beforeAll(async () => {
  bench = await openBench();
  const { github } = bench.sandbox;
  for (const login of ['jane', 'maria-lopez', 'bob']) github.addUser({ login });
  github.addTeam({ organization: 'acme', slug: 'payments', members: ['jane', 'bob'] });
  bench.sandbox.github.addIssue('acme/app', { title: 'Broken' });
  number = await bench.open();
});

beforeEach(() => {
  bench.sandbox.github.notices.notifications.length = 0;
  bench.sandbox.github.notices.references.length = 0;
});

afterAll(() => bench[Symbol.asyncDispose]());

const comment = (body: string) => bench.ask('POST', `/issues/${number}/comments`, { body });
const told = () => bench.sandbox.github.notifications.map(({ login, reason }) => [login, reason]);
const named = () =>
  bench.sandbox.github.references.map(({ to }) =>
    to.kind === 'number' ? `${to.repository}#${to.number}` : to.sha,
  );

describe('a mention', () => {
  it.each([
    ['Hello @jane!', 'jane'],
    ['(@Maria-Lopez)', 'maria-lopez'],
    ['> @bob wrote', 'bob'],
    ['\\@jane', 'jane'],
    ['&#64;jane', 'jane'],
    ['**@jane**', 'jane'],
    ['<div>@jane</div>', 'jane'],
    ['| a |\n| - |\n| @jane |', 'jane'],
  ])('in %j reaches its user', async (body, login) => {
    await comment(body);
    expect(told()).toEqual([[login, 'mention']]);
  });

  it.each([
    '`@jane`',
    '```\n@jane\n```',
    '> ```\n> @jane\n> ```',
    '    @jane',
    '<code>@jane</code>',
    '<!-- @jane -->',
    '@\u200bjane',
    'me@jane.example',
    'x@jane',
    '/@jane',
    '@janet',
    '@nobody-has-this-name',
    '@acme',
    '[@jane](https://example.org/jane)',
    'https://example.org/@jane',
    '@robin-keller',
  ])('in %j reaches nobody', async (body) => {
    await comment(body);
    expect(told()).toEqual([]);
  });

  it('of a team reaches its members', async () => {
    await comment('@acme/payments, and @acme/nobody');
    expect(told()).toEqual([
      ['jane', 'team_mention'],
      ['bob', 'team_mention'],
    ]);
  });

  it('reaches nobody a second time when the text is changed', async () => {
    const made = await comment('@jane');
    await bench.ask('PATCH', `/issues/comments/${made.body.id}`, { body: '@jane and @bob' });
    expect(told()).toEqual([
      ['jane', 'mention'],
      ['bob', 'mention'],
    ]);
  });

  it('counts in titles nowhere, and in every kind of text', async () => {
    const issue = await bench.ask('POST', '/issues', { title: '@jane', body: '@bob' });
    await bench.ask('PATCH', `/issues/${issue.body.number}`, { body: '@jane' });
    const comments = [{ path: 'a.txt', line: 20, body: '@bob' }];
    await bench.ask('POST', `/pulls/${number}/reviews`, {
      event: 'COMMENT',
      body: '@jane',
      comments,
    });
    expect(told().map(([login]) => login)).toEqual(['bob', 'jane', 'jane', 'bob']);
  });
});

describe('a reference', () => {
  it.each([
    ['See #1.', 'acme/app#1'],
    ['See GH-1', 'acme/app#1'],
    ['acme/app#1', 'acme/app#1'],
    ['(#1)', 'acme/app#1'],
  ])('%j is one', async (body, to) => {
    await comment(body);
    expect(named()).toEqual([to]);
  });

  it.each(['`#1`', '#999', 'x#1', 'PR\u200b#\u200b1', '[#1](https://example.org)', '<!-- #1 -->'])(
    '%j is none',
    async (body) => {
      await comment(body);
      expect(named()).toEqual([]);
    },
  );

  it('is an address of the host’s own, and the hash of a commit that is there', async () => {
    const sha = bench.repository.tracker.findPull(number)?.head.sha ?? '';
    const { DST_GIT_URL } = bench.sandbox.environment;
    await comment(`${DST_GIT_URL}/acme/app/issues/1 and ${sha} and ${'e'.repeat(40)}`);
    expect(named().sort()).toEqual([sha, 'acme/app#1'].sort());
    await comment('https://bitbucket.org/acme/app/issues/1');
    expect(bench.sandbox.github.references).toHaveLength(2);
  });
});

describe('a keyword', () => {
  const state = (issue: number) => bench.repository.tracker.find(issue)?.state;

  it('before a reference closes the issue when the pull request is merged into the default branch', async () => {
    const { github } = bench.sandbox;
    const issue = github.addIssue('acme/app', { title: 'To be fixed' }).number;
    const untouched = github.addIssue('acme/app', { title: 'Stays' }).number;
    await bench.commit('fix', 'main', { 'fix.txt': 'x\n' });
    await bench.push('fix');
    const body = `Fixes: #${issue}, see #${untouched}`;
    const pull = await bench.open({ head: 'fix', body });
    expect(state(issue)).toBe('open');
    expect((await bench.ask('PUT', `/pulls/${pull}/merge`)).status).toBe(200);
    expect([state(issue), state(untouched)]).toEqual(['closed', 'open']);
  });

  it('in a commit that is pushed to the default branch closes a pull request', async () => {
    await bench.commit('open', 'main', { 'open.txt': 'x\n' });
    await bench.push('open');
    const pull = await bench.open({ head: 'open' });
    const { client, directory } = bench;
    const url = `${bench.sandbox.environment.DST_GIT_URL}/acme/app.git`;
    await client.must(['fetch', '--quiet', url, 'main'], { cwd: directory });
    await bench.commit('named', 'FETCH_HEAD', { 'n.txt': 'x\n' }, `Work\n\nFixes #${pull}`);
    await bench.push('named:main');
    await bench.settled();
    const { body } = await bench.ask('GET', `/pulls/${pull}`);
    expect(body).toMatchObject({ state: 'closed', merged: false });
  });

  it('in a commit that is pushed to the default branch closes the issue', async () => {
    const issue = bench.sandbox.github.addIssue('acme/app', { title: 'To be fixed' }).number;
    const { client, directory } = bench;
    const url = `${bench.sandbox.environment.DST_GIT_URL}/acme/app.git`;
    await client.must(['fetch', '--quiet', url, 'main'], { cwd: directory });
    await bench.commit('work', 'FETCH_HEAD', { 'w.txt': 'x\n' }, `Work\n\nCloses #${issue}`);
    await bench.push('work');
    await bench.settled();
    expect(state(issue)).toBe('open');
    await bench.push('work:main');
    await bench.settled();
    expect(state(issue)).toBe('closed');
  });
});

describe('code owners', () => {
  it('are asked when a pull request opens, and of a draft when it is ready', async () => {
    const owners = '* @jane\n*.md @acme/payments # people\n/docs/ @maria-lopez\nb.txt\n';
    await bench.commit('owned', 'main', { CODEOWNERS: owners });
    await bench.commit('change', 'owned', { 'new.txt': 'x\n' });
    await bench.commit('draft', 'owned', { 'new.md': 'x\n', 'b.txt': 'x\n' });
    await bench.push('owned', 'change', 'draft');
    const ready = await bench.open({ head: 'change', base: 'owned' });
    expect(told()).toEqual([['jane', 'code_owner']]);
    const asked = await bench.ask('GET', `/pulls/${ready}/requested_reviewers`);
    expect(asked.body.users).toMatchObject([{ login: 'jane' }]);
    const draft = await bench.open({ head: 'draft', base: 'owned', draft: true });
    expect(told()).toHaveLength(1);
    const { DST_API_URL, DST_TOKEN } = bench.sandbox.environment;
    const id = (await bench.ask('GET', `/pulls/${draft}`)).body.node_id;
    const query =
      'mutation($id: ID!) { markPullRequestReadyForReview(input: {pullRequestId: $id}) { clientMutationId } }';
    await request(`${DST_API_URL}/graphql`, {
      method: 'POST',
      headers: { authorization: `bearer ${DST_TOKEN}` },
      body: { query, variables: { id } },
    });
    expect(told().slice(1)).toEqual([
      ['jane', 'code_owner'],
      ['bob', 'code_owner'],
    ]);
  });

  it.each([
    ['*.js', 'src/deep/a.js', true],
    ['/build/logs/', 'build/logs/x', true],
    ['/build/logs/', 'src/build/logs/x', false],
    ['docs/*', 'docs/a.md', true],
    ['docs/*', 'docs/deep/a.md', false],
    ['apps/', 'src/apps/x', true],
    ['**/logs', 'a/b/logs/x', true],
    ['a?.txt', 'ab.txt', true],
  ])('%s owns %s: %s', (pattern, path, owned) => {
    const rules = parseCodeOwners(`${pattern} @jane`);
    expect(ownersOf(rules, path)).toEqual(owned ? ['jane'] : []);
  });
});

describe('who is given work', () => {
  it('hears of it, and logins that nobody has are left out', async () => {
    const made = await bench.ask('POST', '/issues', { title: 'x', assignees: ['jane', 'nobody'] });
    expect(made.body.assignees).toMatchObject([{ login: 'jane' }]);
    bench.sandbox.github.addCollaborator('acme/app', 'bob');
    await bench.ask('POST', `/pulls/${number}/requested_reviewers`, { reviewers: ['bob'] });
    expect(told()).toEqual([
      ['jane', 'assign'],
      ['bob', 'review_requested'],
    ]);
  });
});

describe('content that comes too quickly', () => {
  it('is refused as if it were wrong, while the host is set so', async () => {
    bench.sandbox.github.rules.contentIntervalMs = 60_000;
    const refused = await comment('Again');
    bench.sandbox.github.rules.contentIntervalMs = 0;
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([{ message: 'was submitted too quickly' }]);
    expect((await comment('Again')).status).toBe(201);
  });
});
