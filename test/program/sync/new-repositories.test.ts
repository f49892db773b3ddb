import { afterEach, describe, expect, it } from 'vitest';
import { plans } from '../../../src/core/license/key/plans.ts';
import { makeRepository } from '../../helpers/repositories/git-fixture.ts';
import { hostCopy } from '../../helpers/repositories/host-copy.ts';
import { hasMoved } from '../../helpers/repositories/migration-fixture.ts';
import { testIssuer } from '../../helpers/secrets/licenses.ts';
import { commit, openSyncPlace, type SyncPlace } from './sync-place.ts';

let place: SyncPlace;
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

/** @param createdOn ISO 8601; tomorrow, so that no clock has to pass */
async function addNew(slug: string, createdOn = new Date(Date.now() + 86_400_000).toISOString()) {
  const from = makeRepository(place.folder, slug);
  const repository = await hostCopy(place.sandbox.bitbucket, { slug, from });
  Object.assign(repository, { createdOn });
}

describe('sync', () => {
  it('reports repositories that the workspace got since, and migrates them on demand', async () => {
    place = await openSyncPlace();
    await addNew('fresh');
    await addNew('excluded', '2020-01-01T00:00:00Z');
    const told = await place.sync();
    expect(told.stdout).toContain('1 new repository on Bitbucket: fresh\n');
    expect(told.stdout).toContain(`sync --migration ${place.migration} --include-new`);
    expect(told.code).toBe(0);
    const { code, stdout } = await place.sync('--include-new');
    expect(stdout).toContain('new      fresh  done');
    expect(code).toBe(0);
    expect(hasMoved(place, 'fresh')).toBe(true);
    commit(place.sourceOf('fresh'), 'main', 'More');
    const again = await place.sync();
    expect(again.stdout).toContain('synced   fresh  1 ref moved');
    expect(again.stdout).not.toContain('new');
  });

  it('keeps them in the migration when the plan file is run again', async () => {
    place = await openSyncPlace();
    await addNew('fresh');
    expect((await place.sync('--include-new')).code).toBe(0);
    const again = await place.run(['migrate', '--plan', 'plan.json']);
    expect(again.stderr).toContain('already completed');
    const reset = ['migrate', '--plan', 'plan.json', '--reset-repo', 'one'];
    expect((await place.run(reset)).code).toBe(0);
    expect((await place.sync()).stdout).toContain('2 repositories: 2 unchanged.');
  });

  it('replaces nothing that has the name on the target, and says what to do', async () => {
    place = await openSyncPlace();
    const { github, organization } = place.sandbox;
    const owner = github.findAccount(organization);
    if (owner === null) throw new Error('no organization');
    github.createRepository({ name: 'fresh', owner, creator: github.user, private: true });
    await addNew('fresh');
    const { code, stdout, stderr } = await place.sync('--include-new');
    expect(code).toBe(3);
    expect(stderr).toContain('Repository already exists');
    expect(stdout).toContain('new      fresh  queued');
    expect((await place.sync()).stdout).toContain('1 repository is not migrated yet: fresh');
  });

  it('adds as many as the license allows, and goes on with the others without them', async () => {
    const issuer = testIssuer();
    const environment = {
      MIGRATOR_LICENSE: issuer.issue({ tier: 'free' }),
      MIGRATOR_LICENSE_PUBLIC_KEY: 'issuer.json',
    };
    place = await openSyncPlace(['one'], { limits: { bitbucket: 'none', github: 'none' } });
    place.write('issuer.json', issuer.publicKeyText);
    const { github, bitbucket, organization } = place.sandbox;
    const owner = github.findAccount(organization);
    if (owner === null) throw new Error('no organization');
    // Skipped ones count as well, and take no time.
    const slugs = Array.from({ length: (plans.free.repositories ?? 0) - 2 }, (_, at) => `r${at}`);
    for (const slug of slugs) {
      await bitbucket.addRepository({ slug, declared: { sizeBytes: 1 } });
      github.createRepository({ name: slug, owner, creator: github.user, private: true });
    }
    place.write('many.json', place.plan(...slugs, 'one:two'));
    const args = ['migrate', '--plan', 'many.json', '--skip-existing'];
    const migrated = await place.run(args, environment);
    expect(migrated.code, migrated.stderr).toBe(0);
    const { stdout: list } = await place.run(['status', '--list', '--json']);
    const id = list.match(/mig_[0-9a-z]{12}/g)?.find((one) => one !== place.migration) ?? '';
    const sync = (...more: readonly string[]) =>
      place.run(['sync', '--migration', id, ...more], environment);
    for (const slug of ['fresh', 'further', 'more']) await addNew(slug);
    const first = await sync('--include-new');
    expect(first.code).toBe(5);
    expect(first.stdout).toContain('new      fresh  done');
    expect(first.stdout).toContain('2 new repositories on Bitbucket: further, more\n');
    expect(first.stdout).not.toContain('--include-new');
    expect(first.stderr).toContain(
      'Repository limit exceeded: 52 repositories requested but your plan allows 50.',
    );
    expect(first.stderr).toContain('further, more were not added. Upgrade your tier, or migrate');
    const again = await sync('--include-new', '--json');
    expect([again.code, again.stdout]).toEqual([5, expect.stringContaining('"added":[]')]);
    const plain = await sync();
    expect([plain.code, plain.stderr]).toEqual([0, expect.not.stringContaining('limit exceeded')]);
    expect(plain.stdout).toContain('2 repositories: 2 unchanged.');
  });

  it('takes no selection with --include-new', async () => {
    place = await openSyncPlace();
    const { code, stderr } = await place.sync('--include-new', '--include', 'one');
    expect(code).toBe(2);
    expect(stderr).toContain('--include-new syncs all repositories');
  });
});

describe('sync from Data Center', () => {
  it('asks for one list, and for the pull requests of each repository, and knows what was there from the first sync on', async () => {
    place = await openSyncPlace(['one', 'two'], { source: 'bitbucket-data-center' });
    await addNew('before');
    const before = place.sandbox.requests.length;
    const first = await place.sync();
    expect(first.stdout).toContain('2 repositories: 2 unchanged.');
    const requests = place.sandbox.requests.slice(before);
    const perRepository = requests.filter(({ path }) => /\/repos\/(one|two)\//.test(path));
    expect(perRepository.map(({ path }) => path.split('/').slice(-2).join(' '))).toEqual([
      'one pull-requests',
      'two pull-requests',
    ]);
    await addNew('after');
    const second = await place.sync();
    expect(second.stdout).toContain('1 new repository on Bitbucket: after\n');
    commit(place.sourceOf('one'), 'main', 'More');
    expect((await place.sync('--include-new')).code).toBe(0);
    expect(hasMoved(place, 'one')).toBe(true);
    expect(hasMoved(place, 'after')).toBe(true);
  });
});
