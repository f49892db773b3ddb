import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addComment } from '../../../sandbox/bitbucket/changes/comments.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/postgresql/test-database.ts';
import { claimedBy, startWorkerHere } from '../../helpers/program/worker-here.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { git, refsOf } from '../../helpers/repositories/git-fixture.ts';
import { hold } from '../../helpers/repositories/hold.ts';
import {
  addPullRequests,
  addRepositories,
  conversationsOf,
  hasMoved,
  targetOf,
} from '../../helpers/repositories/migration-fixture.ts';
import { commit } from '../sync/sync-place.ts';

let database: TestDatabase;
let place: Workplace;
let environment: Readonly<Record<string, string>>;
beforeEach(async () => {
  [database, place] = await Promise.all([
    openTestDatabase(),
    openWorkplace({ limits: { bitbucket: 'none', github: 'none' } }),
  ]);
  environment = { MIGRATOR_DATABASE_URL: database.url };
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const slugs = ['one', 'two', 'three', 'four'];
const source = (slug: string) => place.sandbox.bitbucket.gitDirectory(slug);

/** Migrates them, each to a target of its own name with this ending. @returns the migration's id */
async function migrated(all: readonly string[], ending: string, env = environment) {
  const named = all.map((slug) => `${slug}:${slug}${ending}`);
  const plan = place.write(`plan${ending}.json`, place.plan(...named));
  const { code, stdout, stderr } = await place.run(['migrate', '--plan', plan], env);
  expect(code, stderr).toBe(0);
  return /mig_[0-9a-z]{12}/.exec(stdout + stderr)?.[0] ?? '';
}

/** Answers of the target take so long that a process can be ended in the middle of its work. */
function slowDown(milliseconds: number): void {
  for (const host of ['github', 'github-git'] as const) {
    const action = { kind: 'slow', ms: milliseconds } as const;
    place.sandbox.faults.add({ host, times: 1000, action });
  }
}

/** Does what people do on both sides before a sync. */
function changeAll(): void {
  for (const slug of slugs) commit(source(slug), 'main', 'More');
  git(source('one'), 'update-ref', '-d', 'refs/heads/topic');
  commit(targetOf(place, 'two'), 'main', 'Theirs');
  git(targetOf(place, 'two-alone'), 'fetch', '-q', targetOf(place, 'two'), '+main:main');
  const { bitbucket } = place.sandbox;
  const web = bitbucket.findRepository('web');
  const [pull] = web?.pullRequests ?? [];
  if (web === null || pull === undefined) throw new Error('web has no pull request');
  const deed = { by: bitbucket.user, on: new Date('2026-11-23T10:00:00Z') };
  addComment({ bitbucket, repository: web, pull }, deed, { text: 'Said since' });
  commit(source('web'), 'main', 'On');
  bitbucket.removeRepository('gone');
}

/** Pushes to targets, and what else was written to GitHub, under the names of the sources. */
function writes(since: number): readonly string[] {
  return place.sandbox.requests
    .slice(since)
    .filter(({ host, method }) => host.startsWith('github') && method !== 'GET')
    .map(({ method, path }) => `${method} ${path.replace('-alone', '')}`)
    .sort();
}

type Report = { readonly repositories: readonly Record<string, unknown>[] };

function reportOf(stdout: string): Report {
  const [line = ''] = stdout.split('\n').filter((one) => one.includes('"type":"sync"'));
  return JSON.parse(line) as Report;
}

describe('a sync that several processes work on', () => {
  it('comes to what a sync on one machine comes to, and touches each repository once', async () => {
    const all = [...slugs, 'web', 'same', 'gone'];
    await addPullRequests(place, 'web');
    await addRepositories(place, ...slugs, 'same', 'gone');
    const alone = await migrated(all, '-alone', {});
    const shared = await migrated(all, '');
    changeAll();
    const first = place.sandbox.requests.length;
    const before = await place.run(['sync', '--migration', alone, '--json'], {});
    const writtenAlone = writes(first);
    const leave = await startWorkerHere(place, environment);
    const second = place.sandbox.requests.length;
    // The process that has it leaves all others to the other one.
    const release = hold(place, 'one');
    const running = place
      .run(['sync', '--migration', shared, '--json', '--workers', '1'], environment)
      .finally(leave);
    await expect.poll(async () => (await claimedBy(database)).size).toBe(2);
    release();
    const { code, stdout, stderr } = await running;
    expect(code, stderr).toBe(before.code);
    const expected = reportOf(before.stdout).repositories;
    const named = expected.map((one) => ({ ...one, target: one.source }));
    expect(reportOf(stdout).repositories).toEqual(named);
    expect(expected.map(({ outcome }) => outcome)).toEqual(
      expect.arrayContaining(['synced', 'partly', 'skipped']),
    );
    for (const slug of [...slugs, 'same', 'web']) {
      expect(refsOf(targetOf(place, slug))).toBe(refsOf(targetOf(place, `${slug}-alone`)));
    }
    const said = (name: string) => conversationsOf(place, name).filter((one) => /Said/.test(one));
    expect(said('web')).toHaveLength(1);
    expect(writes(second)).toEqual(writtenAlone);
    const claims = await claimedBy(database);
    expect(claims.get('other')?.length).toBeGreaterThan(0);
    expect(claims.size).toBe(2);
  });

  it('is taken over from a worker that is killed in a repository', async () => {
    await addRepositories(place, ...slugs);
    const id = await migrated(slugs, '');
    for (const slug of slugs) commit(source(slug), 'main', 'More');
    slowDown(200);
    const killed = place.start(['worker', '-v', '--max', '2'], environment);
    await killed.until('is waiting for migrations');
    const running = place.start(['sync', '--migration', id, '--workers', '1'], environment);
    await killed.until(/\w+: fetch/);
    killed.child.kill('SIGKILL');
    const { code, stdout } = await running.ended;
    expect(stdout).toContain('4 repositories: ');
    expect(code).toBe(0);
    for (const slug of slugs) expect(hasMoved(place, slug)).toBe(true);
  });

  it('goes on when its coordinator is killed, and the next one syncs what has changed since', async () => {
    await addRepositories(place, ...slugs);
    const id = await migrated(slugs, '');
    for (const slug of slugs) commit(source(slug), 'main', 'More');
    slowDown(200);
    const worker = place.start(['worker', '-v', '--max', '1'], environment);
    await worker.until('is waiting for migrations');
    const first = place.start(['sync', '--migration', id, '--workers', '1'], environment);
    await worker.until(/\w+: fetch/);
    first.child.kill('SIGKILL');
    await first.ended;
    const other = await place.run(['migrate', '--resume', id, '--reset-repo', 'one'], environment);
    expect(other.stderr).toMatch(/Another process is working on migration \S+: process/);
    expect(other.code).toBe(8);
    place.sandbox.faults.clear();
    // Also what the worker has ended by now, or is about to end.
    for (const slug of slugs) commit(source(slug), 'main', 'And more');
    const { code, stdout, stderr } = await place.run(['sync', '--migration', id], environment);
    expect(stdout, stderr).toMatch(/4 repositories: (\d unchanged, )?\d synced\./);
    expect(code).toBe(0);
    for (const slug of slugs) expect(hasMoved(place, slug)).toBe(true);
    worker.child.kill('SIGTERM');
    expect((await worker.ended).code).toBe(0);
  });
});
