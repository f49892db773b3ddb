import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openWorkplace } from '../../helpers/program/workplace.ts';
import {
  addRepositories,
  hasMoved,
  newestMigration,
} from '../../helpers/repositories/migration-fixture.ts';
import { commit, openSyncPlace, type SyncPlace } from './sync-place.ts';

let place: SyncPlace;
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

async function openFollowing(): Promise<SyncPlace> {
  const opened = await openWorkplace();
  await addRepositories(opened, 'one');
  opened.write('plan.json', { ...opened.plan('one'), follow: true });
  const { code, stderr } = await opened.run(['migrate', '--plan', 'plan.json']);
  expect([code, stderr]).toEqual([0, stderr]);
  const migration = await newestMigration(opened);
  const sourceOf = (slug: string) => opened.sandbox.bitbucket.gitDirectory(slug);
  const sync = (...args: readonly string[]) =>
    opened.run(['sync', '--migration', migration, ...args]);
  return { ...opened, migration, sync, sourceOf, targetOf: sourceOf };
}

const mirrors = () =>
  readdirSync(join(place.folder, 'state', 'work', place.migration)).filter((name) =>
    name.endsWith('.git'),
  );
const bytesFetched = () =>
  place.sandbox.requests.filter(({ host, method }) => host === 'bitbucket-git' && method === 'POST')
    .length;

describe('status', () => {
  it('says when a repository was last synced, and what a sync has left', async () => {
    place = await openSyncPlace();
    const status = ['status', '--migration', place.migration];
    expect((await place.run(status)).stdout).not.toContain('synced');
    await place.sync();
    const synced = (await place.run(status)).stdout;
    expect(synced).toMatch(/^last synced +\d{4}-\d\d-\d\d \d\d:\d\d$/m);
    expect(synced).toMatch(/done +one +3 refs; synced \d{4}/);
    commit(place.targetOf('one'), 'main', 'Theirs');
    await place.sync();
    const partly = (await place.run(status)).stdout;
    expect(partly).toContain(', 1 incomplete');
    expect(partly).toContain('last sync partly: some changes were skipped');
    const { stdout } = await place.run([...status, '--json']);
    const { repositories } = JSON.parse(stdout) as { repositories: { sync: object }[] };
    expect(repositories[0]?.sync).toMatchObject({ outcome: 'partly', reason: null });
  });
});

describe('the local copy of a plan that follows its source', () => {
  it('is kept between syncs, and fetched again where it is damaged or gone', async () => {
    place = await openFollowing();
    expect(mirrors()).toHaveLength(1);
    commit(place.sourceOf('one'), 'main', 'More');
    expect((await place.sync()).code).toBe(0);
    expect(hasMoved(place, 'one')).toBe(true);
    const [mirror = ''] = mirrors();
    const { rmSync, writeFileSync } = await import('node:fs');
    const folder = join(place.folder, 'state', 'work', place.migration, mirror);
    for (const pack of readdirSync(join(folder, 'objects', 'pack')))
      rmSync(join(folder, 'objects', 'pack', pack));
    commit(place.sourceOf('one'), 'main', 'And more');
    const before = bytesFetched();
    expect((await place.sync()).code).toBe(0);
    expect(bytesFetched()).toBeGreaterThan(before);
    expect(hasMoved(place, 'one')).toBe(true);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'no folder');
    commit(place.sourceOf('one'), 'topic', 'Again');
    expect((await place.sync()).code).toBe(0);
    expect(hasMoved(place, 'one')).toBe(true);
  });
});
