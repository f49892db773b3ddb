import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBench, type PullRequestBench } from './github/tracker/support.ts';
import { pageProblems } from './helpers/page-problems.ts';
import { request } from './helpers/rest.ts';

const sides = {
  source: { branch: 'feature', commit: '1'.repeat(40) },
  destination: { commit: '2'.repeat(40) },
};

let bench: PullRequestBench;

const page = (path: string) => request(`${bench.sandbox.pagesUrl}${path}`);

beforeAll(async () => {
  bench = await openBench();
  const { bitbucket, environment } = bench.sandbox;
  await bitbucket.addRepository({ slug: 'shop', name: 'Shop' });
  await bitbucket.addRepository({ slug: 'empty', name: 'Empty' });
  const original = (number: number) =>
    `${environment.SRC_GIT_URL}/acme-workspace/shop/pull-requests/${number}`;
  for (const number of [1, 2, 3, 4])
    bitbucket.addPullRequest('shop', {
      ...{ ...sides, number, title: `Original ${number}` },
      conversation: {
        comments: Array.from({ length: number === 4 ? 0 : number }, (_, at) => ({
          text: `Said ${at}`,
          inline: { path: 'a.txt', to: 1 },
        })),
      },
    });
  // Another number than on the source, and one that only speaks of an original.
  await bench.open({ title: 'Migrated 2', body: `Opened ([2 there](${original(2)}))\n\ntext` });
  await bench.commit('other', 'main', { b: 'b' });
  await bench.push('other');
  await bench.settled();
  await bench.open({ title: 'Speaks', body: `text\n\n([1](${original(1)}))`, head: 'other' });
});
afterAll(() => bench[Symbol.asyncDispose]());

describe('a pull request next to its original', () => {
  it('is the one whose first line links to the original, whatever its number', async () => {
    const { status, text } = await page('/acme-workspace/shop/pull-requests/2');
    expect(status).toBe(200);
    expect(pageProblems(text)).toEqual([]);
    expect(text).toContain('Original 2');
    expect(text).toContain('Migrated 2');
    expect(text).toMatch(/<a href="http:[^"]+\/acme\/app\/pull\/1">Migrated to GitHub/);
    expect(text).toMatch(/<a href="\/acme-workspace\/shop\/pull-requests\/3">/);
  });

  it('is the one of the same number and time where an import has kept them', async () => {
    const { bitbucket } = bench.sandbox;
    const pull = bench.repository.tracker.findPull(2);
    const original = bitbucket.findRepository('shop')?.pullRequests[0];
    if (pull === null || original === undefined) throw new Error('there is none');
    expect((await page('/acme-workspace/shop/pull-requests/1')).text).toContain('is not on GitHub');
    const { createdAt } = pull;
    const twin = bitbucket.addPullRequest('empty', {
      ...sides,
      number: 2,
      createdOn: new Date(createdAt),
    });
    expect((await page('/acme-workspace/empty/pull-requests/2')).text).toContain('Speaks');
    expect(twin.number).toBe(2);
  });

  it('is listed with all others, and not there without an original', async () => {
    const { text } = await page('/');
    expect(pageProblems(text)).toEqual([]);
    expect(text).toMatch(/#2 Original 2<\/a><\/span><span class="quiet">app #1/);
    expect(text).toMatch(/#3 Original 3<\/a><\/span><span class="quiet">not on GitHub/);
    expect((await page('/acme-workspace/shop/pull-requests/9')).status).toBe(404);
    expect((await page('/acme-workspace/none/pull-requests/1')).status).toBe(404);
  });

  it('is named for each repository that has a migrated one', async () => {
    const pages = await bench.sandbox.pullRequestPages();
    expect([...pages].find(([slug]) => slug === 'shop')).toEqual([
      'shop',
      `${bench.sandbox.pagesUrl}/acme-workspace/shop/pull-requests/2`,
    ]);
    expect([...pages.keys()][0]).toBe('shop');
  });
});
