import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BitbucketPullRequest } from '../../sandbox/bitbucket/pull-requests/pull-request-records.ts';
import { createBitbucketCloud } from '../../src/core/hosts/bitbucket-cloud/bitbucket-cloud.ts';
import { createTestServices } from '../core/network/support/client.ts';
import { readCloudCredentials } from '../helpers/secrets/cloud-access.ts';
import { type GitClient, openGitClient } from './helpers/git.ts';
import { askBitbucket } from './helpers/rest.ts';
import { openSandbox, type TestSandbox } from './helpers/sandbox.ts';

let sandbox: TestSandbox;
let client: GitClient;

beforeAll(async () => {
  sandbox = await openSandbox({ workspace: 'sample', limits: { bitbucket: 'none' } });
  client = await openGitClient(null);
});

afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await sandbox.close();
});

const inside = (slug: string): { cwd: string } => ({ cwd: sandbox.bitbucket.gitDirectory(slug) });

function pullRequests(slug: string): readonly BitbucketPullRequest[] {
  return sandbox.bitbucket.findRepository(slug)?.pullRequests ?? [];
}

function payment(number: number): BitbucketPullRequest {
  const found = pullRequests('payments-service-new').find((one) => one.number === number);
  if (found === undefined) throw new Error(`no pull request ${number}`);
  return found;
}

async function holds(slug: string, commit: string, branch = 'main'): Promise<boolean> {
  const args = ['merge-base', '--is-ancestor', commit, branch];
  return (await client.git(args, inside(slug))).code === 0;
}

describe('the pull requests of the sample workspace', () => {
  it('are in three repositories, with gaps between their numbers', () => {
    const numbers = (slug: string) => pullRequests(slug).map(({ number }) => number);
    expect(numbers('checkout-web')).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(numbers('billing-engine')).toEqual([1, 2, 3]);
    expect(numbers('payments-service-new')).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 19,
    ]);
    const states = new Set(pullRequests('payments-service-new').map(({ state }) => state));
    expect(states.size).toBe(4);
    expect(payment(11).draft).toBe(true);
  });

  it('name commits that are there, unless they are pruned', async () => {
    const missing: string[] = [];
    for (const { slug } of sandbox.bitbucket.repositories) {
      for (const { number, source, destination, mergeCommit } of pullRequests(slug)) {
        const place = source.repository?.split('/')[1] ?? slug;
        const named = [
          ['head', place, source.commit],
          ['base', slug, destination.commit],
          ['merge', slug, mergeCommit],
        ] as const;
        for (const [what, where, hash] of named) {
          if (hash === null) continue;
          const found = await client.git(['cat-file', '-e', `${hash}^{commit}`], inside(where));
          if (found.code !== 0) missing.push(`${slug} ${number} ${what}`);
        }
      }
    }
    expect(missing).toEqual(['payments-service-new 8 head', 'payments-service-new 10 head']);
  });

  it('were merged by a merge commit, by squashing and by fast-forward', async () => {
    const slug = 'payments-service-new';
    const [merge, squash, forward] = [payment(1), payment(2), payment(3)];
    expect(await holds(slug, merge.source.commit ?? '')).toBe(true);
    expect(await holds(slug, squash.source.commit ?? '')).toBe(false);
    expect(forward.source.commit).toBe(forward.mergeCommit);
    for (const { mergeCommit } of [merge, squash, forward]) {
      expect(await holds(slug, mergeCommit ?? '')).toBe(true);
    }
    const trees = await client.must(
      ['rev-parse', `${squash.source.commit}^{tree}`, `${squash.mergeCommit}^{tree}`],
      inside(slug),
    );
    const [own, merged] = trees.split('\n');
    expect(own).toBe(merged);
    const message = await client.must(
      ['log', '-1', '--format=%s', pullRequests('checkout-web')[0]?.mergeCommit ?? ''],
      inside('checkout-web'),
    );
    expect(message).toBe('Merged in feature/CHK-101 (pull request #1)');
  });

  it('leave no trace of their deleted branches among the refs', async () => {
    const refs = await client.must(
      ['for-each-ref', '--format=%(refname)'],
      inside('payments-service-new'),
    );
    expect(refs.split('\n')).toEqual([
      'refs/heads/chore/odd-names',
      'refs/heads/docs/runbook',
      'refs/heads/feature/instalments',
      'refs/heads/feature/reporting',
      'refs/heads/fix/rounding',
      'refs/heads/main',
      'refs/heads/release/candidate',
    ]);
    const owners = await client.must(['show', 'main:CODEOWNERS'], inside('payments-service-new'));
    expect(owners).toContain('@acme-workspace/payments');
  });

  it('have one conversation with every kind of place and thread', () => {
    const { comments, tasks } = payment(7).conversation();
    const places = comments.flatMap(({ inline }) => (inline === null ? [] : [inline]));
    expect(places.some(({ from, to }) => from === undefined && to !== undefined)).toBe(true);
    expect(places.some(({ from, to }) => from !== undefined && to === undefined)).toBe(true);
    expect(places.some(({ from, to }) => from === to && from !== undefined)).toBe(true);
    expect(places.some(({ from, to }) => from === undefined && to === undefined)).toBe(true);
    expect(places.some(({ startTo }) => startTo !== undefined)).toBe(true);
    const outdated = places.find(({ isOutdated }) => isOutdated);
    expect(outdated?.sourceCommit).not.toBe(payment(7).source.commit);
    expect(comments.some(({ isDeleted }) => isDeleted)).toBe(true);
    expect(comments.some(({ isPending }) => isPending)).toBe(true);
    expect(comments.some(({ author }) => author === null)).toBe(true);
    expect(comments.some(({ resolution }) => resolution !== null)).toBe(true);
    const parents = new Map(comments.map(({ id, parent }) => [id, parent]));
    const depth = (id: number | null | undefined): number =>
      id === null || id === undefined ? 0 : 1 + depth(parents.get(id));
    expect(Math.max(...comments.map(({ id }) => depth(id)))).toBe(4);
    expect(new Set(tasks.map(({ commentId }) => commentId === null)).size).toBe(2);
    expect(new Set(tasks.map(({ isResolved }) => isResolved)).size).toBe(2);
  });

  it('comment on lines that the diff really has', async () => {
    const path = '/2.0/repositories/acme-workspace/payments-service-new/pullrequests/7/diff';
    const { headers } = await askBitbucket(sandbox, path);
    const location = headers.get('location')?.slice(sandbox.environment.SRC_API_URL.length) ?? '';
    const { text } = await askBitbucket(sandbox, location);
    expect(text).toMatch(/^@@ -6,11 \+6,13 @@/m);
    const [removed, added] = ['-', '+'].map((sign) =>
      text.split('\n').filter((line) => line.startsWith(sign) && !/^(---|\+\+\+)/.test(line)),
    );
    expect(removed?.[2]).toBe('-            sum += entry.amount');
    expect(added?.[0]).toBe('+        return store.entriesOf(account).sumOf { it.amount }');
  });

  it('have texts that are hard to carry', () => {
    expect(payment(13).description.raw).toHaveLength(70_000);
    expect(payment(4).description.markup).toBe('creole');
    expect(payment(14).description.raw).toContain('\u001b[31m');
    expect(payment(18).description.raw).toMatch(/^@\{712020:[0-9a-f]{32}\}, @\{712020:/);
  });

  it('can all be read through the adapter, with all that was said', async () => {
    await using services = await createTestServices();
    const access = readCloudCredentials(sandbox.environment);
    const { pullRequests: source } = createBitbucketCloud({ access, services });
    let comments = 0;
    const published = (slug: string): number =>
      pullRequests(slug)
        .flatMap((one) => one.conversation().comments)
        .filter(({ isPending }) => !isPending).length;
    let expected = 0;
    for (const slug of ['checkout-web', 'billing-engine', 'payments-service-new']) {
      const name = { workspace: sandbox.workspace, slug };
      const read: number[] = [];
      expected += published(slug);
      for await (const page of source.list(name)) {
        for (const { number, commentCount } of page.pullRequests) {
          read.push(number);
          const conversation = await source.conversation({ ...name, number, commentCount });
          comments += conversation.comments.length;
        }
      }
      expect(read.toSorted((a, b) => a - b)).toEqual(
        pullRequests(slug).map(({ number }) => number),
      );
    }
    expect(comments).toBe(expected);
    expect(services.logged.filter((line) => line.includes('"warn"'))).toEqual([]);
  });

  it('are the same every time', async () => {
    const heads = [1, 2, 7, 8, 19].map((number) => payment(number).source.commit?.slice(0, 12));
    expect(heads).toMatchInlineSnapshot(`
      [
        "f8253eb5ae21",
        "1e6c59f90d82",
        "3c5a8743e241",
        "d5cea9abb94c",
        "70d85a75ec3f",
      ]
    `);
  });
});
