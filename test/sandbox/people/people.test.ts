import { afterEach, describe, expect, it } from 'vitest';
import { countComments } from '../../../sandbox/bitbucket/changes/bookkeeping.ts';
import type { PeopleAction } from '../../../sandbox/people/people.ts';
import type { SourceKind } from '../../../sandbox/sandbox.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { git, refsOf } from '../../helpers/repositories/git-fixture.ts';
import { addPullRequests } from '../../helpers/repositories/migration-fixture.ts';

const open: Workplace[] = [];
afterEach(async () => {
  for (const place of open.splice(0)) await place[Symbol.asyncDispose]();
});

async function openPlace(source: SourceKind = 'bitbucket-cloud'): Promise<Workplace> {
  const place = await openWorkplace({ source });
  open.push(place);
  await addPullRequests(place, 'web');
  return place;
}

async function workFor(place: Workplace, actions: number, seed = '1'): Promise<PeopleAction[]> {
  const people = place.sandbox.people({ seed });
  for (let number = 0; number < actions; number += 1) await people.act();
  return [...people.journal];
}

function web({ sandbox }: Workplace) {
  const found = sandbox.bitbucket.findRepository('web');
  if (found === null) throw new Error('there is no repository');
  return found;
}

describe('people at work', () => {
  it.each(['bitbucket-cloud', 'bitbucket-data-center'] as const)(
    'do the same to the same source for the same seed (%s)',
    async (source) => {
      const did = async (seed: string) => {
        const done = await workFor(await openPlace(source), 12, seed);
        return done.map(({ by, what, refused }) => `${by}: ${what} ${refused ?? ''}`);
      };
      const first = await did('1');
      expect(await did('1')).toEqual(first);
      expect(await did('2')).not.toEqual(first);
    },
  );

  it('change refs, pull requests and conversations', async () => {
    const place = await openPlace();
    const before = refsOf(place.sandbox.bitbucket.gitDirectory('web'));
    const count = web(place).pullRequests.length;
    const done = await workFor(place, 60);
    expect(done.map(({ number }) => number)).toEqual(Array.from({ length: 60 }, (_, at) => at + 1));
    expect(refsOf(place.sandbox.bitbucket.gitDirectory('web'))).not.toBe(before);
    expect(web(place).pullRequests.length).toBeGreaterThan(count);
    const ids = web(place).pullRequests.flatMap((one) => {
      const { comments, tasks } = one.conversation();
      return [...comments, ...tasks].map(({ id }) => id);
    });
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are refused every change of a ref by a locked source, and say so', async () => {
    const place = await openPlace();
    const { settings } = place.sandbox.bitbucket;
    for (const kind of ['push', 'force', 'delete', 'restrict_merges'] as const)
      settings.addRestriction(web(place).uuid, { kind, match: { pattern: '**' } });
    const heads = () => git(place.sandbox.bitbucket.gitDirectory('web'), 'show-ref', '--heads');
    const before = heads();
    const done = await workFor(place, 60);
    const pushes = done.filter(({ what }) => /^(push|create) refs\/heads/.test(what));
    expect(pushes.length).toBeGreaterThan(5);
    for (const { refused } of pushes) expect(refused).toMatch(/^Permission denied to update/);
    expect(heads()).toBe(before);
  });

  it('are refused everything by an archived repository of a Data Center', async () => {
    const place = await openPlace('bitbucket-data-center');
    place.sandbox.dataCenter?.rules.archived.add('web');
    const before = JSON.stringify(web(place).pullRequests);
    const done = await workFor(place, 10);
    expect(new Set(done.map(({ refused }) => refused))).toEqual(
      new Set(['The repository is archived.']),
    );
    expect(JSON.stringify(web(place).pullRequests)).toBe(before);
  });

  it('work on their own until they are stopped', async () => {
    const place = await openPlace();
    const people = place.sandbox.people({ seed: '1' });
    people.start(0);
    await expect.poll(() => people.journal.length).toBeGreaterThan(3);
    await people.stop();
    const { length } = people.journal;
    await people.stop();
    expect(people.journal).toHaveLength(length);
  });

  it('meet an unkind host unless told otherwise, which counts deleted comments', async () => {
    const place = await openPlace();
    const comment = { isDeleted: true, isPending: false };
    const comments = [comment] as unknown as Parameters<typeof countComments>[1]['comments'];
    place.sandbox.people({ seed: '1', bookkeeping: 'kind' });
    expect(countComments(place.sandbox.bitbucket.bookkeeping, { comments })).toBe(0);
    place.sandbox.people({ seed: '1' });
    expect(countComments(place.sandbox.bitbucket.bookkeeping, { comments })).toBe(1);
  });
});
