import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addRepositories, newestMigration } from '../../helpers/repositories/migration-fixture.ts';
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
    expect(stdout + stderr).toContain('so it stays private on the target');
    const migration = await newestMigration(place);
    expect(await place.run(['verify', '--migration', migration])).toMatchObject({ code: 0 });
  });

  it('is reported by sync and verify once the source has become private', async () => {
    setPrivate('open', true);
    const migration = await newestMigration(place);
    const verified = await place.run(['verify', '--migration', migration, '--reread-source']);
    expect(verified.stdout).toContain('is private on the source; the target was set to public');
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
    expect(unknown.stderr).toContain('"opne" matches no repository');
    const confirmed = ['sync', '--migration', migration, '--publish-private', 'open'];
    expect(await place.run(confirmed)).toMatchObject({ code: 0 });
    expect(await place.run(['sync', '--migration', migration])).toMatchObject({ code: 0 });
  });
});
