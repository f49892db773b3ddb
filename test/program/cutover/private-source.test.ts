import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlannedRepository } from '../../../src/core/plan/plan-schema.ts';
import { sources } from '../../helpers/sources.ts';
import { type CutoverPlace, openCutoverPlace } from './cutover-place.ts';

const published = (one: PlannedRepository) => ({ ...one, visibility: 'public' as const });

describe.each(sources)('cutover of a source that has become private, from %s', (source) => {
  let place: CutoverPlace;
  beforeAll(async () => {
    place = await openCutoverPlace({ source }, ['one', 'two', 'three'], null, {}, published);
    setPrivate('three', false);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  const setPrivate = (slug: string, isPrivate: boolean) => {
    const found = place.sandbox.bitbucket.findRepository(slug);
    if (found === null) throw new Error(slug);
    found.isPrivate = isPrivate;
  };
  const isPublic = (name: string) =>
    place.sandbox.github.findRepository(`acme/${name}`)?.private === false;

  it('is reported before the lock, by a sync and by a dry run', async () => {
    const { stdout } = await place.cutover('--dry-run');
    expect(stdout).toContain('one, two are private on ');
    expect(stdout).toContain('pass it to --publish-private');
    const synced = await place.run(['sync', '--migration', place.migration]);
    expect(synced.stdout).toContain('so acme/one stays private at the cut-over');
    const verify = ['verify', '--migration', place.migration, '--reread-source'];
    expect((await place.run(verify)).stdout).toContain('so the GitHub repository stays private');
  });

  it('opens the target as private, unless it is confirmed; a dry run confirms nothing', async () => {
    await place.cutover('--dry-run', '--publish-private', 'two');
    const { code, stdout, stderr } = await place.cutover('--publish-private', 'one');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(['one', 'two', 'three'].map(isPublic)).toEqual([true, false, true]);
    expect(stdout).toContain('Private, as on Bitbucket: two.');
    expect(stderr).toContain('open      two  open, private: the Bitbucket repository is private');
    const again = await place.cutover('--json');
    expect(JSON.parse(again.stdout).repositories).toMatchObject([
      { source: 'one', visibility: 'public' },
      { source: 'two', visibility: 'private' },
      { source: 'three', visibility: 'public' },
    ]);
    const verify = ['verify', '--migration', place.migration];
    expect(await place.run(verify)).toMatchObject({ code: 0 });
  });
});

describe.each(sources)('cutover of a source that becomes private meanwhile, from %s', (source) => {
  async function openPublished() {
    const place = await openCutoverPlace({ source }, ['one'], null, {}, published);
    const found = place.sandbox.bitbucket.findRepository('one');
    if (found === null) throw new Error('no source');
    found.isPrivate = false;
    return { place, found };
  }

  it('looks at the source again before it opens the target', async () => {
    const { place, found } = await openPublished();
    await using _ = place;
    const { settings } = place.sandbox.dataCenter ?? place.sandbox.bitbucket;
    const { restrictions } = settings.ofRepository(found.uuid);
    const add: (...parts: never[]) => number = restrictions.push.bind(restrictions);
    // The lock comes after the checks.
    restrictions.push = (...parts: never[]) => {
      found.isPrivate = true;
      return add(...parts);
    };
    const { code, stdout } = await place.cutover();
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stdout).not.toContain('is private on');
    expect(place.sandbox.github.findRepository('acme/one')).toMatchObject({ private: true });
  });

  it.each([
    ['keeps the target private when the request that opens it is sent again', 502],
    ['sets the target back to private when the request that opens it was on its way', null],
  ])('%s', async (_, status) => {
    const { place, found } = await openPublished();
    await using _place = place;
    const target = place.sandbox.github.findRepository('acme/one');
    let patches = 0;
    place.sandbox.faults.decide(({ host, method }) => {
      if (host !== 'github' || method !== 'PATCH') return null;
      patches += 1;
      // The first one is of the settings.
      if (patches !== 2) return null;
      found.isPrivate = true;
      return status === null ? null : { kind: 'status', status, body: 'no' };
    });
    const { code, stdout, stderr } = await place.cutover();
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain('Private, as on Bitbucket: one.');
    expect(target).toMatchObject({ private: true, hasIssues: true });
    expect(await place.run(['verify', '--migration', place.migration])).toMatchObject({ code: 0 });
  });

  it('sets a target to private that a cut-over opened before it was ended', async () => {
    const { place, found } = await openPublished();
    await using _ = place;
    const target = place.sandbox.github.findRepository('acme/one');
    place.sandbox.faults.decide(({ host }) =>
      host === 'github' && target?.private === false
        ? { kind: 'status', status: 403, body: 'no' }
        : null,
    );
    expect(await place.cutover()).not.toMatchObject({ code: 0 });
    expect(target).toMatchObject({ private: false });
    place.sandbox.faults.clear();
    found.isPrivate = true;
    expect(await place.cutover()).toMatchObject({ code: 0 });
    expect(target).toMatchObject({ private: true });
  });
});
