import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ArrivingRequest, FaultAction } from '../../../sandbox/network/faults.ts';
import { sources } from '../../helpers/sources.ts';
import { type CutoverPlace, openCutoverPlace } from '../cutover/cutover-place.ts';

const isWrite = ({ host, method, target }: ArrivingRequest) =>
  ['github', 'bitbucket'].includes(host) && method !== 'GET' && !target.endsWith('/graphql');

/** As if the process were killed when a write was carried out, or just before: nothing follows it. */
function endAt(place: CutoverPlace, write: number, isCarriedOut: boolean) {
  let writes = 0;
  const nothing: FaultAction = { kind: 'status', status: 403, body: 'no' };
  place.sandbox.faults.decide((request) => {
    if (writes >= write) return nothing;
    if (!isWrite(request)) return null;
    writes += 1;
    if (writes < write) return null;
    return isCarriedOut ? { kind: 'lost-answer' } : nothing;
  });
  return { writes: () => writes };
}

const slugs = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

describe.each(sources)('a rollback to %s', (source) => {
  let place: CutoverPlace;
  beforeAll(async () => {
    place = await openCutoverPlace({ source }, [...slugs, 'met', 'met-again', 'alone']);
    expect((await place.cutover()).code).toBe(0);
  });
  beforeEach(() => place.forgetRequests());
  afterAll(() => place[Symbol.asyncDispose]());

  const rollback = (slug: string, ...args: readonly string[]) =>
    place.run(
      ['rollback', '--migration', place.migration, '--yes', '--include', slug, ...args],
      place.credentials,
    );
  const named = (prefix: string) =>
    place.sandbox.github.repositories.filter(({ name }) => name.startsWith(prefix));

  it('that ends at a write is continued by the same command', async () => {
    const all = place.sandbox.github.repositories.length;
    let unstruck = 0;
    for (const [index, slug] of slugs.entries()) {
      const write = Math.floor(index / 2) + 1;
      const { writes } = endAt(place, write, index % 2 === 0);
      await rollback(slug);
      place.sandbox.faults.clear();
      if (writes() < write) unstruck += 1;
      const { code, stdout, stderr } = await rollback(slug);
      expect({ slug, code, stdout, stderr }).toMatchObject({ slug, code: 0 });
      expect(named(`${slug}-rolledback-`)).toMatchObject([{ archived: true }]);
      expect(place.sandbox.github.findRepository(`acme/${slug}`)).toBe(null);
      expect({ slug, left: place.restrictions(slug) }).toEqual({ slug, left: [] });
    }
    expect(unstruck).toBeLessThan(slugs.length / 2);
    expect(place.sandbox.github.repositories).toHaveLength(all);
  });

  /** Somebody opens an issue when the target is about to be renamed. */
  function meet(slug: string) {
    const { faults, github } = place.sandbox;
    let isMet = false;
    faults.decide(({ host, method }) => {
      if (isMet || host !== 'github' || method !== 'PATCH') return null;
      isMet = true;
      github.addIssue(`acme/${slug}`, { title: 'Just now' });
      return null;
    });
  }

  it('gives a target back that somebody worked on between the looks', async () => {
    const locked = place.restrictions('met');
    meet('met');
    const { code, stdout } = await rollback('met');
    place.sandbox.faults.clear();
    expect({ code, stdout }).toMatchObject({ code: 6 });
    expect(stdout).toContain('Just now');
    expect(named('met-rolledback')).toEqual([]);
    const met = place.sandbox.github.findRepository('acme/met');
    expect(met).toMatchObject({ archived: false, hasIssues: true });
    expect(place.restrictions('met')).toEqual(locked);
  });

  it('gives it back even if it was killed before that', async () => {
    const slug = 'met-again';
    const locked = place.restrictions(slug);
    const { faults, github } = place.sandbox;
    endAt(place, 2, false);
    expect((await rollback(slug)).code).not.toBe(0);
    faults.clear();
    const [kept] = named(`${slug}-rolledback-`);
    github.addIssue(`acme/${kept?.name}`, { title: 'Just now' });
    // While it is given back, too.
    for (const write of [1, 2, 3]) {
      endAt(place, write, true);
      await rollback(slug);
      faults.clear();
    }
    const { code, stdout } = await rollback(slug);
    expect({ code, stdout }).toMatchObject({ code: 6 });
    expect(github.findRepository(`acme/${slug}`)).toMatchObject({ archived: false });
    expect(place.restrictions(slug)).toEqual(locked);
    // It stays so.
    expect((await rollback(slug)).code).toBe(6);
    expect(github.findRepository(`acme/${slug}`)).toMatchObject({ archived: false });
  });

  it('says what others have changed in other repositories meanwhile', async () => {
    const { faults, github } = place.sandbox;
    faults.decide(({ host, method }) => {
      const other = github.findRepository('acme/met');
      if (host === 'github' && method === 'PATCH' && other !== null) other.archived = true;
      return null;
    });
    const { code, stdout } = await rollback('alone');
    faults.clear();
    expect({ code, stdout }).toMatchObject({ code: 6 });
    expect(stdout).toContain('Changed by someone else in the meantime: met was archived.');
    expect(place.restrictions('alone')).toEqual([]);
  });
});
