import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askBitbucket, basic, request } from '../helpers/rest.ts';
import type { TestSandbox } from '../helpers/sandbox.ts';
import { list, openProposed, type Proposed, valuesOf } from './proposed.ts';

let sandbox: TestSandbox;
let tips: Proposed['tips'];

beforeAll(async () => {
  ({ sandbox, tips } = await openProposed());
});

afterAll(() => sandbox.close());

async function numbers(query: string): Promise<unknown[]> {
  return valuesOf(await askBitbucket(sandbox, `${list}${query}`)).map(({ id }) => id);
}

describe('the list of pull requests', () => {
  it('holds the open ones unless states are named', async () => {
    expect(await numbers('')).toEqual([1]);
    expect(await numbers('?state=MERGED&state=DECLINED&sort=created_on')).toEqual([2, 5]);
    const all = '?state=OPEN&state=MERGED&state=DECLINED&state=SUPERSEDED';
    expect(await numbers(all)).toEqual([6, 5, 2, 1]);
  });

  it('puts states aside where there is a query', async () => {
    const query = encodeURIComponent('state = "MERGED" OR (state="OPEN" AND id>0)');
    expect(await numbers(`?state=DECLINED&sort=id&q=${query}`)).toEqual([1, 2]);
    expect(await numbers(`?sort=id&q=${encodeURIComponent('id > 2')}`)).toEqual([5, 6]);
  });

  it.each([
    ['pagelen=51', 'Invalid pagelen'],
    ['state=ALL', 'Invalid state: ALL'],
    ['q=comments.count>3', 'Invalid query: comments.count>3'],
    ['sort=title', 'Invalid sort field'],
    ['after=x', 'The sandbox does not know the parameter after'],
  ])('refuses %s', async (query, message) => {
    const answer = await askBitbucket(sandbox, `${list}?${query}`);
    expect([answer.status, answer.body.error]).toEqual([400, { message }]);
  });

  it('leaves reviewers and participants out unless they are asked for', async () => {
    const [plain] = valuesOf(await askBitbucket(sandbox, list));
    expect(plain).not.toHaveProperty('participants');
    expect(plain).toMatchObject({ comment_count: 3, task_count: 1, state: 'OPEN' });
    const fields = '%2Bvalues.participants,%2Bvalues.reviewers,-values.links';
    const [full] = valuesOf(await askBitbucket(sandbox, `${list}?fields=${fields}`));
    expect(full).toMatchObject({
      participants: [{ role: 'REVIEWER', approved: true, state: 'approved' }],
      reviewers: [{ display_name: 'Amara Okafor' }],
    });
    expect(full).not.toHaveProperty('links');
    const [few] = valuesOf(await askBitbucket(sandbox, `${list}?fields=values.id`));
    expect(few).toEqual({ id: 1 });
  });

  it('reports 12 digits of each commit, and nothing of a fork that is gone', async () => {
    const rows = valuesOf(await askBitbucket(sandbox, `${list}?state=DECLINED&state=MERGED`));
    expect(rows[0]).toMatchObject({ id: 5, author: null, reason: 'too late' });
    expect(rows[0]?.source).toMatchObject({ repository: null, branch: { name: 'x' } });
    expect(rows[1]).toMatchObject({
      merge_commit: { hash: tips.gone.slice(0, 12) },
      source: { commit: { hash: tips.gone.slice(0, 12) }, branch: { name: 'team/gone' } },
      destination: { commit: { hash: tips.main.slice(0, 12) }, branch: { name: 'main' } },
      closed_by: { display_name: 'Amara Okafor', type: 'user' },
    });
  });

  it('leads from page to page by absolute addresses that name both by their UUIDs', async () => {
    const all = 'state=OPEN&state=MERGED&state=DECLINED&state=SUPERSEDED';
    const first = await askBitbucket(sandbox, `${list}?${all}&pagelen=3&sort=id`);
    const next = String(first.body.next);
    expect(next.startsWith(`${sandbox.environment.SRC_API_URL}/2.0/repositories/%7B`)).toBe(true);
    const second = await askBitbucket(sandbox, next.slice(sandbox.environment.SRC_API_URL.length));
    expect(valuesOf(second).map(({ id }) => id)).toEqual([6]);
    expect(second.body).toMatchObject({ size: 4, page: 2 });
    expect(second.body.next).toBeUndefined();
  });

  it('needs a scope of its own', async () => {
    const scopes = ['read:repository:bitbucket'];
    const weak = sandbox.bitbucket.credentials.addApiToken({ scopes });
    const answer = await request(`${sandbox.environment.SRC_API_URL}${list}`, {
      headers: basic(sandbox.bitbucket.user.email, weak),
    });
    expect(answer.status).toBe(403);
    expect(answer.body.error).toEqual({
      message: 'Your credentials lack one or more required privilege scopes.',
      detail: { required: ['read:pullrequest:bitbucket'], granted: scopes },
    });
  });

  it('answers ten thousand with twelve comments each page by page, quickly', async () => {
    const { bitbucket } = sandbox;
    await bitbucket.addRepository({ slug: 'huge', declared: { sizeBytes: 1 } });
    const comments = Array.from({ length: 12 }, (_, index) => ({ text: `remark ${index}` }));
    for (let index = 0; index < 10_000; index += 1) {
      bitbucket.addPullRequest('huge', { state: 'MERGED', conversation: { comments } });
    }
    const path = '/2.0/repositories/acme-workspace/huge/pullrequests';
    const query = 'state=MERGED&pagelen=50&sort=created_on&page=200';
    const last = await askBitbucket(sandbox, `${path}?${query}`);
    expect(valuesOf(last).at(-1)).toMatchObject({ id: 10_000, comment_count: 12 });
    expect(last.body.size).toBe(10_000);
  });
});
