import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBitbucketCloud } from '../../../../src/core/hosts/bitbucket-cloud/bitbucket-cloud.ts';
import type { PullRequestSource } from '../../../../src/core/ports/pull-request-source.ts';
import type { SourcePullRequest } from '../../../../src/core/ports/records/pull-request.ts';
import { readCloudCredentials } from '../../../helpers/secrets/cloud-access.ts';
import { makeRepository, openGitClient } from '../../../sandbox/helpers/git.ts';
import { openSandbox, type TestSandbox } from '../../../sandbox/helpers/sandbox.ts';
import { createTestServices, type TestServices } from '../../network/support/client.ts';
import { failureOf } from '../../network/support/failure.ts';

let sandbox: TestSandbox;
let services: TestServices;
let source: PullRequestSource;
let gone: string;

const app = { workspace: 'acme-workspace', slug: 'app' };

beforeAll(async () => {
  sandbox = await openSandbox({ limits: { bitbucket: 'none' } });
  services = await createTestServices();
  const { bitbucket, environment } = sandbox;
  await using client = await openGitClient(null);
  const from = await makeRepository(client, 'origin', { 'a.txt': 'one\n' });
  gone = await client.must(['commit-tree', 'main^{tree}', '-p', 'main', '-m', 'gone'], {
    cwd: from,
  });
  await client.must(['update-ref', 'refs/heads/gone', gone], { cwd: from });
  await bitbucket.addRepository({ slug: 'app', from });
  const amara = bitbucket.addPerson({ name: 'Amara Okafor' });
  for (let number = 1; number <= 120; number += 1) {
    bitbucket.addPullRequest('app', {
      state: number % 3 === 0 ? 'OPEN' : 'MERGED',
      source: { branch: 'gone' },
      participants: [{ person: amara, state: 'approved', on: new Date('2024-01-01T00:00:00Z') }],
      conversation: () => ({
        comments: number === 1 ? Array.from({ length: 230 }, () => ({ text: 'again' })) : [],
        tasks: [{ text: 'a task', resolved: true }],
      }),
    });
  }
  bitbucket.addPullRequest('app', {
    number: 125,
    state: 'DECLINED',
    reason: 'no',
    author: null,
    source: { branch: 'x', commit: 'pruned', repository: 'fork-gone' },
  });
  await bitbucket.deleteBranch('app', 'gone');
  const access = readCloudCredentials(environment);
  source = createBitbucketCloud({ access, services }).pullRequests;
});

afterAll(async () => {
  await services[Symbol.asyncDispose]();
  await sandbox.close();
});

async function listed(): Promise<SourcePullRequest[]> {
  const all: SourcePullRequest[] = [];
  for await (const page of source.list(app)) all.push(...page.pullRequests);
  return all;
}

/** The requests that something takes. */
async function cost(work: () => Promise<unknown>): Promise<number> {
  const before = sandbox.requests.length;
  await work();
  return sandbox.requests.length - before;
}

describe('pull requests of the sandbox', () => {
  it('are listed, all of them, fifty a request', async () => {
    expect(await cost(listed)).toBe(3);
    const all = await listed();
    expect(all.map(({ number }) => number)).toEqual([
      ...Array.from({ length: 120 }, (_, index) => index + 1),
      125,
    ]);
    expect(all[0]).toMatchObject({
      state: 'merged',
      commentCount: 230,
      source: { branch: 'gone', commit: gone.slice(0, 12), repository: 'acme-workspace/app' },
      reviewers: [{ displayName: 'Amara Okafor' }],
      participants: [{ verdict: 'approved', at: '2024-01-01T00:00:00.000Z' }],
    });
    expect(all.at(-1)).toMatchObject({
      state: 'declined',
      author: null,
      reason: 'no',
      source: { repository: null },
    });
    expect(services.logged.filter((line) => line.includes('"warn"'))).toEqual([]);
  });

  it('are counted by one request', async () => {
    expect(await source.count(app)).toBe(121);
    expect(await cost(() => source.count(app))).toBe(1);
  });

  it('have conversations that cost three requests, two without comments, more for more pages', async () => {
    const read = (number: number, commentCount: number) =>
      source.conversation({ ...app, number, commentCount });
    expect(await cost(() => read(2, 1))).toBe(3);
    expect(await cost(() => read(2, 0))).toBe(2);
    // Three pages of comments, one of tasks, and five of activity, which holds the comments too.
    expect(await cost(() => read(1, 230))).toBe(9);
    const { comments, tasks, activity } = await read(1, 230);
    expect(comments).toHaveLength(230);
    expect(tasks).toMatchObject([{ isResolved: true }]);
    expect(activity.map(({ kind }) => kind)).toEqual(['state', 'approved']);
  });

  it('have comments that can be read without the rest, for one request a page', async () => {
    const read = (number: number) => source.comments({ ...app, number });
    expect(await cost(() => read(2))).toBe(1);
    expect(await cost(() => read(1))).toBe(3);
    const { comments } = await source.conversation({ ...app, number: 1, commentCount: 230 });
    expect((await read(1)).comments).toEqual(comments);
  });

  it('have commits that are expanded, and none that is pruned', async () => {
    const hash = gone.slice(0, 12);
    expect(await source.expandCommit({ ...app, hash })).toBe(gone);
    expect(await cost(() => source.expandCommit({ ...app, hash }))).toBe(1);
    const pruned = (await listed()).at(-1)?.source.commit ?? '';
    expect(pruned).toMatch(/^[0-9a-f]{12}$/);
    expect(await source.expandCommit({ ...app, hash: pruned })).toBeNull();
  });

  it('have a diff as long as their commits are there', async () => {
    expect(await source.readPatch({ ...app, number: 1, maxBytes: 1000 })).toBe('');
    expect(await cost(() => source.readPatch({ ...app, number: 1, maxBytes: 1000 }))).toBe(2);
    expect(await source.readPatch({ ...app, number: 125, maxBytes: 1000 })).toBeNull();
  });

  it('are refused to a token without their scope, by its name', async () => {
    const token = sandbox.bitbucket.credentials.addApiToken({
      scopes: ['read:user:bitbucket', 'read:repository:bitbucket'],
    });
    const access = readCloudCredentials({ ...sandbox.environment, SRC_API_TOKEN: token });
    const { pullRequests } = createBitbucketCloud({ access, services });
    const error = await failureOf(pullRequests.count(app));
    expect(error.message).toContain('; missing scope: read:pullrequest:bitbucket');
    expect(await pullRequests.members(app)).toEqual([]);
    expect((await source.members(app)).map(({ displayName }) => displayName)).toEqual([
      'Robin Keller',
      'Amara Okafor',
    ]);
  });
});

describe('pull requests that changed last', () => {
  const recent = async () => {
    for await (const page of source.list({ ...app, toCompare: true, order: 'updated' }))
      return page;
    return null;
  };

  it('come first, fifty of them by one request, with the total of all', async () => {
    const [, tenth] = sandbox.bitbucket.findRepository('app')?.pullRequests ?? [];
    if (tenth === undefined) throw new Error('there is none');
    const before = tenth.updatedOn;
    tenth.updatedOn = new Date('2026-01-01T00:00:00Z');
    let page: Awaited<ReturnType<typeof recent>> = null;
    expect(
      await cost(async () => {
        page = await recent();
      }),
    ).toBe(1);
    expect(page).toMatchObject({ total: 121, isByUpdate: true, lacksPeople: false });
    expect((page as unknown as { pullRequests: SourcePullRequest[] }).pullRequests[0]?.number).toBe(
      2,
    );
    tenth.updatedOn = before;
  });

  it('have the same revision in every order and by themselves, until something changes', async () => {
    const revisionOf = async (number: number) =>
      (await source.find({ ...app, number }))?.revision ?? '';
    const [first] = await listed();
    expect(await revisionOf(1)).toBe(first?.revision);
    const record = sandbox.bitbucket.findRepository('app')?.pullRequests[0];
    if (record === undefined) throw new Error('there is none');
    const { conversation } = record;
    record.conversation = () => ({ ...conversation.call(record), tasks: [] });
    expect(await revisionOf(1)).toBe(first?.revision);
    record.conversation = () => ({ ...conversation.call(record), comments: [] });
    expect(await revisionOf(1)).not.toBe(first?.revision);
    record.conversation = conversation;
  });

  it('are null by themselves where the repository has none of the number', async () => {
    expect(await source.find({ ...app, number: 999 })).toBeNull();
    const asked = source.find({ ...app, slug: 'nowhere', number: 1 });
    expect((await failureOf(asked)).code).toBe('not-found');
  });
});
