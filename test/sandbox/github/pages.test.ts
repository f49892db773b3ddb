import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageProblems } from '../helpers/page-problems.ts';
import { request } from '../helpers/rest.ts';
import { openBench, type PullRequestBench } from './tracker/support.ts';

const hostile = `</title></div><script>alert(1)</script>"'\`&lt;\u202e\u001b[31m`;
const hostilePath = `a"b <i>'x.md`;

let bench: PullRequestBench;
let number: number;

const page = (path: string) => request(`${bench.sandbox.environment.DST_GIT_URL}${path}`);

async function shown(path: string): Promise<string> {
  const { status, text } = await page(path);
  expect(status).toBe(200);
  expect(pageProblems(text)).toEqual([]);
  return text;
}

beforeAll(async () => {
  bench = await openBench();
  const { github } = bench.sandbox;
  for (const login of ['jane', 'mary']) {
    github.addUser({ login, name: `${login} Doe` });
    github.setMembership('acme', login, { role: 'member', state: 'active' });
  }
  const jane = github.tokens.add({ login: 'jane', scopes: ['repo'] });
  await bench.commit('odd', 'main', {
    [hostilePath]: '<b>odd</b>\n',
    'README.md': '# <b>App</b>\n',
  });
  await bench.push('odd', `odd:refs/tags/v1`, 'odd:main');
  await bench.commit('odd', 'odd', { [hostilePath]: '<i>other</i>\n' });
  await bench.push('odd');
  await bench.settled();
  number = await bench.open({ title: hostile, body: `${hostile}\n\n@jane, see #1`, head: 'odd' });
  await bench.ask('POST', `/pulls/${number}/requested_reviewers`, { reviewers: ['mary'] });
  const comments = [{ path: hostilePath, line: 1, side: 'RIGHT', body: `On a line ${hostile}` }];
  const review = { event: 'REQUEST_CHANGES', body: 'Not yet', comments };
  expect((await bench.ask('POST', `/pulls/${number}/reviews`, review, jane)).status).toBe(200);
  await bench.ask('POST', `/issues/${number}/comments`, { body: `Afterwards ${hostile}` });
});
afterAll(() => bench[Symbol.asyncDispose]());

describe('a page of the embedded GitHub', () => {
  it('loads nothing, runs nothing, and is shown inside no other page', async () => {
    const { headers, text } = await page(`/acme/app/pull/${number}`);
    const policy = headers.get('content-security-policy');
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+=*'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(text).not.toMatch(/<script|<img|<iframe|<link| style="| on\w+="/i);
  });

  it('is shown by the own name of the server alone', async () => {
    const { hostname, port } = new URL(bench.sandbox.environment.DST_GIT_URL);
    expect(await statusFor({ hostname, port, host: `${hostname}:${port}` })).toBe(200);
    expect(await statusFor({ hostname, port, host: `evil.example:${port}` })).toBe(404);
  });

  it.each([
    '/acme/nothing',
    '/acme/app/pull/999',
    '/acme/app/pull/x',
    '/acme/app/other',
    '/nobody',
  ])('%s is not there', async (path) => {
    expect((await page(path)).status).toBe(404);
  });
});

describe('the page of a pull request', () => {
  it('has title, state, branches, who was asked, and the description', async () => {
    const text = await shown(`/acme/app/pull/${number}`);
    expect(text).toMatch(/<span class="chip open">Open<\/span>/);
    expect(text).toMatch(/wants to merge\s+1 commit into\s+<span class="branch mono">main<\/span>/);
    expect(text).toMatch(/mary<\/b><\/span> <span class="state">asked/);
    expect(text).toMatch(/jane<\/b><\/span> <span class="state">± changes requested/);
    expect(text).toContain('<span class="mention">@jane</span>');
    expect(text).toMatch(/<a href="http:[^"]+\/acme\/app\/pull\/1">#1<\/a>/);
  });

  it('shows a thread below the lines that it is about, and what was said in the order of time', async () => {
    const text = await shown(`/acme/app/pull/${number}`);
    const order = ['Not yet', 'new line 1', '+&#60;i&#62;other', 'On a line', 'Afterwards'];
    const places = order.map((part) => text.indexOf(part));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0);
  });

  it('marks a thread that is resolved, and one whose line is gone', async () => {
    const [thread] = bench.repository.tracker.findPull(number)?.threads ?? [];
    if (thread === undefined) throw new Error('there is no thread');
    expect(await shown(`/acme/app/pull/${number}`)).not.toMatch(/Resolved|Outdated/);
    Object.assign(thread, { resolvedBy: bench.sandbox.github.user, outdated: true });
    const text = await shown(`/acme/app/pull/${number}`);
    expect(text).toContain('Outdated');
    expect(text).toContain('marked this conversation as resolved');
  });

  it('shows no draft of a review', async () => {
    const draft = { comments: [{ path: hostilePath, line: 1, body: 'still a secret' }] };
    await bench.ask('POST', `/pulls/${number}/reviews`, draft);
    expect(await shown(`/acme/app/pull/${number}`)).not.toContain('still a secret');
  });

  it('has its diff from the repository, with added and removed lines', async () => {
    const text = await shown(`/acme/app/pull/${number}/files`);
    expect(text).toMatch(/<tr class="removed"><td class="number">1<\/td><td class="number"><\/td>/);
    expect(text).toContain('-&#60;b&#62;odd&#60;/b&#62;');
    expect(text).toContain('+&#60;i&#62;other&#60;/i&#62;');
  });

  it('says so where its commits are gone', async () => {
    const pull = bench.repository.tracker.findPull(number);
    if (pull === null) throw new Error('there is no pull request');
    const { sha } = pull.head;
    for (const gone of ['1'.repeat(40), '--output=/tmp/x']) {
      pull.head.sha = gone;
      expect(await shown(`/acme/app/pull/${number}/files`)).toContain('are not in the repository');
    }
    pull.head.sha = sha;
  });

  it('shows who has merged or closed it', async () => {
    const [merged, closed] = [await bench.open({ title: 'Merge me' }), await draftOf('later')];
    await bench.ask('PUT', `/pulls/${merged}/merge`);
    await bench.ask('PATCH', `/pulls/${closed}`, { state: 'closed' });
    const text = await shown(`/acme/app/pull/${merged}`);
    expect(text).toContain('<span class="chip merged">Merged</span>');
    expect(text).toMatch(/robin-keller<\/b><\/span> merged\s+commit/);
    expect(await shown(`/acme/app/pull/${closed}`)).toMatch(
      /robin-keller<\/b><\/span> closed this/,
    );
    const list = await shown('/acme/app/pulls');
    expect(list).toMatch(/Merged<\/span><span class="grow"><a [^>]+>Merge me/);
    expect(list).toMatch(/Closed<\/span><span class="grow"><a [^>]+>Later/);
  });

  it('marks authors whom an import has made up', async () => {
    const pull = bench.repository.tracker.findPull(number);
    if (pull === null) throw new Error('there is no pull request');
    const { author } = pull;
    pull.author = { ...author, kind: 'mannequin', login: 'x7Hq', name: hostile };
    const text = await shown(`/acme/app/pull/${number}`);
    expect(text).toContain('<span class="label" title="x7Hq">Mannequin</span>');
    pull.author = author;
  });
});

/** A draft from a branch of its own. */
async function draftOf(branch: string): Promise<number> {
  await bench.commit(branch, 'main', { 'b.txt': branch });
  await bench.push(branch);
  await bench.settled();
  const made = await bench.open({ title: 'Later', head: branch, draft: true });
  expect(await shown(`/acme/app/pull/${made}`)).toContain('<span class="chip draft">Draft</span>');
  return made;
}

describe('the page of a repository', () => {
  it('has visibility, branches, tags, README and pull requests', async () => {
    await bench.ask('PATCH', '', { description: `About ${hostile}`.replace(/\p{C}/gu, '') });
    const text = await shown('/acme/app');
    expect(text).toContain('<span class="label">Private</span>');
    expect(text).toContain('v1');
    expect(text).toContain('# &#60;b&#62;App&#60;/b&#62;');
    expect(text).toContain('About &#60;/title&#62;');
    expect(text).toContain(`/acme/app/pull/${number}"`);
  });

  it('leads to files and commits that texts name', async () => {
    const path = encodeURIComponent(hostilePath);
    expect(await shown(`/acme/app/blob/odd/${path}`)).toContain('&#60;i&#62;other');
    const commit = await bench.client.must(['rev-parse', 'odd'], { cwd: bench.directory });
    expect(await shown(`/acme/app/commit/${commit}`)).toContain('+&#60;i&#62;other');
    expect((await page('/acme/app/commit/--all')).status).toBe(404);
    expect((await page('/acme/app/blob/--all/x')).status).toBe(404);
  });

  it('lists those of its owner', async () => {
    expect(await shown('/acme')).toContain('/acme/app"');
  });

  it('sends to its new name who asks by the old one', async () => {
    const { github } = bench.sandbox;
    github.renameRepository('acme/app', 'renamed');
    const { status, headers } = await page(`/acme/app/pull/${number}`);
    expect(status).toBe(301);
    expect(new URL(headers.get('location') ?? '').pathname).toBe(`/acme/renamed/pull/${number}`);
    github.renameRepository('acme/renamed', 'app');
  });
});

async function statusFor(options: { hostname: string; port: string; host: string }) {
  const { get } = await import('node:http');
  const { hostname, port, host } = options;
  return new Promise((resolve, reject) => {
    get({ hostname, port, path: '/acme/app', headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}
