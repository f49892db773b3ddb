import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { refsOf } from '../../helpers/repositories/git-fixture.ts';
import {
  addRepositories,
  newestMigration,
  targetOf,
} from '../../helpers/repositories/migration-fixture.ts';
import { sources } from '../../helpers/sources.ts';
import { commit } from '../sync/sync-place.ts';

describe.each(sources)('a plan from %s that publishes a private source', (source) => {
  let place: Workplace;
  beforeAll(async () => {
    place = await openWorkplace({ source, limits: { bitbucket: 'none', github: 'none' } });
    await addRepositories(place, 'open', 'hidden', 'meant');
    setPrivate('open', false);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  const setPrivate = (slug: string, isPrivate: boolean) => {
    const found = place.sandbox.bitbucket.findRepository(slug);
    if (found === null) throw new Error(slug);
    found.isPrivate = isPrivate;
  };
  const isPublic = (name: string) =>
    place.sandbox.github.findRepository(`acme/${name}`)?.private === false;
  const planFile = () => {
    const planned = place.plan('open', 'hidden', 'meant');
    const repositories = planned.repositories.map((one) => ({
      ...one,
      visibility: 'public',
      ...(one.source === 'meant' && { publish_private: true }),
    }));
    place.write('plan.json', { ...planned, repositories });
    return 'plan.json';
  };

  it('is reported by a dry run, which shows the target as private', async () => {
    const { code, stdout, stderr } = await place.run([
      'migrate',
      '--plan',
      planFile(),
      '--dry-run',
    ]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toMatch(/hidden +private/);
    expect(stdout).toMatch(/open +public/);
    expect(stdout).toMatch(/meant +public/);
    expect(stdout + stderr).toContain('hidden is private on ');
    expect(stdout + stderr).toContain('"publish_private": true');
  });

  it('stays private, unless the plan confirms it', async () => {
    const { code, stdout, stderr } = await place.run(['migrate', '--plan', planFile()]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(['open', 'hidden', 'meant'].map(isPublic)).toEqual([true, false, true]);
    expect(stdout + stderr).toContain('so it stays private on GitHub');
    const migration = await newestMigration(place);
    expect(await place.run(['verify', '--migration', migration])).toMatchObject({ code: 0 });
  });

  it('is reported by sync and verify once the source has become private', async () => {
    setPrivate('open', true);
    const migration = await newestMigration(place);
    const verified = await place.run(['verify', '--migration', migration, '--reread-source']);
    expect(verified.stdout).toContain(
      'is private on Bitbucket; the GitHub repository was set to public',
    );
    const synced = await place.run(['sync', '--migration', migration]);
    expect(synced).toMatchObject({ code: 6 });
    expect(synced.stdout).toContain('and acme/open was set to public');
  });

  it('gets no new commits while its target is public, unless that is confirmed', async () => {
    commit(place.sandbox.bitbucket.gitDirectory('open'), 'main', 'A secret');
    const migration = await newestMigration(place);
    const refused = await place.run(['sync', '--migration', migration]);
    expect(refused.code).toBe(6);
    expect(refused.stdout + refused.stderr).toContain('and acme/open is public on ');
    const unknown = await place.run([
      'sync',
      '--migration',
      migration,
      '--publish-private',
      'opne',
    ]);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('"opne" does not match any repository');
    const confirmed = ['sync', '--migration', migration, '--publish-private', 'open'];
    expect(await place.run(confirmed)).toMatchObject({ code: 0 });
    expect(await place.run(['sync', '--migration', migration])).toMatchObject({ code: 0 });
  });
});

describe.each(sources)('a source of %s that becomes private meanwhile', (source) => {
  async function openPublished() {
    const place = await openWorkplace({ source, limits: { bitbucket: 'none', github: 'none' } });
    await addRepositories(place, 'web');
    const found = place.sandbox.bitbucket.findRepository('web');
    if (found === null) throw new Error('no source');
    found.isPrivate = false;
    const plan = place.plan('web');
    const repositories = plan.repositories.map((one) => ({ ...one, visibility: 'public' }));
    place.write('plan.json', { ...plan, repositories });
    return { place, found };
  }

  it.each([
    ['keeps its target private when the request that opens it is sent again', 502],
    ['has its target set back to private when the request that opens it was on its way', null],
  ])('%s', async (_, status) => {
    const { place, found } = await openPublished();
    await using _place = place;
    let patches = 0;
    place.sandbox.faults.decide(({ host, method }) => {
      if (host !== 'github' || method !== 'PATCH') return null;
      patches += 1;
      // The first one sets the default branch.
      if (patches !== 2) return null;
      found.isPrivate = true;
      return status === null ? null : { kind: 'status', status, body: 'no' };
    });
    const { code, stdout, stderr } = await place.run(['migrate', '--plan', 'plan.json']);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout + stderr).toContain('so it stays private on GitHub');
    expect(place.sandbox.github.findRepository('acme/web')).toMatchObject({ private: true });
  });

  it('has its target set back to private when it cannot be asked again', async () => {
    const { place, found } = await openPublished();
    await using _ = place;
    let patches = 0;
    place.sandbox.faults.decide(({ host, method }) => {
      if (host.startsWith('bitbucket') && found.isPrivate)
        return { kind: 'status', status: 401, body: '{}' };
      if (host === 'github' && method === 'PATCH') patches += 1;
      // The first one sets the default branch.
      if (patches === 2) found.isPrivate = true;
      return null;
    });
    expect(await place.run(['migrate', '--plan', 'plan.json'])).not.toMatchObject({ code: 0 });
    place.sandbox.faults.clear();
    expect(place.sandbox.github.findRepository('acme/web')).toMatchObject({ private: true });
  });

  it('has its target set back to private when the run was killed while it opened it', async () => {
    const { place, found } = await openPublished();
    await using _ = place;
    const running = place.start(['migrate', '--plan', 'plan.json', '--workers', '1']);
    let patches = 0;
    place.sandbox.faults.decide(({ host, method }) => {
      if (host !== 'github' || method !== 'PATCH') return null;
      patches += 1;
      if (patches !== 2) return null;
      found.isPrivate = true;
      return { kind: 'lost-answer', onDone: () => void running.child.kill('SIGKILL') };
    });
    await running.ended;
    place.sandbox.faults.clear();
    const target = () => place.sandbox.github.findRepository('acme/web');
    expect(target()).toMatchObject({ private: false });
    const { code, stdout, stderr } = await place.run(['migrate', '--plan', 'plan.json']);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout + stderr).toContain(
      'acme/web was public, and its Bitbucket repository is private',
    );
    expect(target()).toMatchObject({ private: true });
  });

  it('has no commits pushed to its public target that a sync has fetched', async () => {
    const { place, found } = await openPublished();
    await using _ = place;
    expect(await place.run(['migrate', '--plan', 'plan.json'])).toMatchObject({ code: 0 });
    const directory = place.sandbox.bitbucket.gitDirectory('web');
    commit(directory, 'main', 'Public work');
    const before = refsOf(targetOf(place, 'web'));
    place.sandbox.faults.decide(({ host }) => {
      if (host === 'bitbucket-git' && !found.isPrivate) {
        found.isPrivate = true;
        commit(directory, 'main', 'A secret');
      }
      return null;
    });
    const migration = await newestMigration(place);
    const { code, stdout, stderr } = await place.run(['sync', '--migration', migration]);
    expect({ code, stdout, stderr }).toMatchObject({ code: 6 });
    expect(stdout + stderr).toContain('and acme/web is public on ');
    expect(refsOf(targetOf(place, 'web'))).toBe(before);
  });

  it('is synced to its public target under the name that it has by now', async () => {
    const { place, found } = await openPublished();
    await using _ = place;
    expect(await place.run(['migrate', '--plan', 'plan.json'])).toMatchObject({ code: 0 });
    Object.assign(found, { slug: 'web-2', name: 'web-2' });
    const directory = place.sandbox.bitbucket.gitDirectory('web-2');
    commit(directory, 'main', 'Public work');
    const migration = await newestMigration(place);
    const synced = await place.run(['sync', '--migration', migration]);
    expect(synced).toMatchObject({ code: 0 });
    expect(refsOf(targetOf(place, 'web'))).toBe(refsOf(directory));
  });
});
