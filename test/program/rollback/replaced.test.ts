import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaultAction } from '../../../sandbox/network/faults.ts';
import { type CutoverPlace, openCutoverPlace } from '../cutover/cutover-place.ts';

const nothing: FaultAction = { kind: 'status', status: 403, body: 'no' };
const slugs = ['renamed', 'archived', 'kept', 'killed', 'killed-later'];

describe('a rollback whose target is replaced between the last look and a request', () => {
  let place: CutoverPlace;
  beforeAll(async () => {
    place = await openCutoverPlace({}, ['one', ...slugs]);
    expect((await place.cutover()).code).toBe(0);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  const rollback = (slug: string) =>
    place.run(
      ['rollback', '--migration', place.migration, '--yes', '--include', slug],
      place.credentials,
    );

  /** Somebody renames our target and takes the name that it has. */
  function replace(name: string) {
    const { github, organization } = place.sandbox;
    const owner = github.findAccount(organization);
    if (owner === null) throw new Error('the sandbox has no organization');
    const { archived } = github.findRepository(`acme/${name}`) ?? { archived: false };
    github.renameRepository(`acme/${name}`, `${name}-moved`);
    const theirs = github.createRepository({ owner, creator: owner, name });
    return Object.assign(theirs, { archived });
  }

  /** @param at the change of a repository that comes right after it; `then` answers this one and those after it */
  function replaceAt(
    at: number,
    then: FaultAction | null = null,
    after: FaultAction | null = null,
  ) {
    const slots: { theirs?: ReturnType<typeof replace>; name?: string } = {};
    let changes = 0;
    place.sandbox.faults.decide(({ host, method, target }) => {
      if (changes >= at) return after;
      if (host !== 'github' || method !== 'PATCH') return null;
      changes += 1;
      if (changes !== at) return null;
      slots.name = target.slice(target.lastIndexOf('/') + 1);
      slots.theirs = replace(slots.name);
      return then;
    });
    return slots;
  }

  const isLocked = (slug: string) => place.restrictions(slug).length > 0;

  it('gives the other one its name back, and names both', async () => {
    const slots = replaceAt(1);
    const { code, stdout } = await rollback('renamed');
    place.sandbox.faults.clear();
    expect(slots.theirs).toMatchObject({ name: 'renamed', archived: false });
    expect(stdout).toMatch(
      /acme\/renamed is now a different repository: it was briefly renamed to acme\/renamed-rolledback-\d+, and this was undone/,
    );
    expect({ code, isLocked: isLocked('renamed') }).toEqual({ code: 6, isLocked: true });
    expect(place.sandbox.github.findRepository('acme/renamed-moved')).not.toBe(null);
    const again = await rollback('renamed');
    expect(again.stdout).toContain('renamed is gone, or someone renamed it');
    expect(again.stdout).not.toContain('-rolledback-');
  });

  it('takes the other one out of the archive again', async () => {
    const slots = replaceAt(2);
    const { code, stdout } = await rollback('archived');
    place.sandbox.faults.clear();
    expect(slots.theirs).toMatchObject({ name: slots.name, archived: false });
    expect(stdout).toContain('it was briefly archived, and this was undone');
    expect({ code, isLocked: isLocked('archived') }).toEqual({ code: 6, isLocked: true });
  });

  it('says what to do where the name cannot be given back', async () => {
    const slots = replaceAt(1, null, nothing);
    const { stdout, stderr } = await rollback('kept');
    place.sandbox.faults.clear();
    expect(slots.theirs?.name).toMatch(/^kept-rolledback-/);
    expect(`${stdout}${stderr}`).toContain('by mistake; rename it back by hand');
    const again = await rollback('kept');
    expect(again.stdout).toContain(`${slots.theirs?.name} is someone else's repository`);
  });

  it.each([
    ['killed', 1],
    ['killed-later', 2],
  ])('names what an ended run did to the other one (%s)', async (slug, at) => {
    const slots = replaceAt(at, { kind: 'lost-answer' }, nothing);
    await rollback(slug);
    place.sandbox.faults.clear();
    expect(slots.theirs?.name).toMatch(/-rolledback-/);
    const { code, stdout } = await rollback(slug);
    expect(stdout).toContain(`${slots.theirs?.name} is someone else's repository`);
    expect({ code, isLocked: isLocked(slug) }).toEqual({ code: 6, isLocked: true });
    place.sandbox.github.renameRepository(`acme/${slots.theirs?.name}`, `${slug}-elsewhere`);
    expect((await rollback(slug)).stdout).not.toContain("is someone else's repository");
  });

  it('leaves one that took the name which the rollback gave', async () => {
    const { github, faults } = place.sandbox;
    let theirs: ReturnType<typeof replace> | null = null;
    faults.decide(() => {
      const aside = github.repositories.find((one) => one.name.startsWith('one-rolledback-'));
      if (theirs !== null || aside === undefined) return null;
      theirs = replace(aside.name);
      theirs.archived = true;
      return null;
    });
    const { code, stdout } = await rollback('one');
    faults.clear();
    expect(theirs).toMatchObject({ archived: true });
    expect(stdout).toContain('disappeared since it was checked, or someone renamed it');
    expect({ code, isLocked: isLocked('one') }).toEqual({ code: 6, isLocked: true });
  });
});
