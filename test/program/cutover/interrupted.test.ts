import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArrivingRequest, FaultAction } from '../../../sandbox/network/faults.ts';
import { refsOf } from '../../helpers/repositories/git-fixture.ts';
import { sources } from '../../helpers/sources.ts';
import { type CutoverPlace, openCutoverPlace } from './cutover-place.ts';

function isWrite({ host, method, target }: ArrivingRequest): boolean {
  const isPush = host.endsWith('-git') && target.includes('git-receive-pack') && method === 'POST';
  const isChange = ['github', 'bitbucket'].includes(host) && method !== 'GET';
  return isPush || isChange;
}

/** As if the process were killed when a write was carried out: its answer never comes, and nothing follows it. */
function endAfter(place: CutoverPlace, write: number): { readonly writes: () => number } {
  let writes = 0;
  const nothing: FaultAction = { kind: 'status', status: 403, body: 'no' };
  place.sandbox.faults.decide((request) => {
    if (writes >= write) return nothing;
    if (!isWrite(request)) return null;
    writes += 1;
    return writes === write ? { kind: 'lost-answer' } : null;
  });
  return { writes: () => writes };
}

const slugs = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

describe.each(sources)('a cut-over from %s that ends at a write', (source) => {
  let place: CutoverPlace;
  beforeAll(async () => {
    place = await openCutoverPlace({ source }, slugs);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  const refs = (slug: string) => refsOf(place.sandbox.bitbucket.gitDirectory(slug));

  it('is continued by the same command, and leaves the source with one lock', async () => {
    const before = refs('a');
    let last = 0;
    for (const [index, slug] of slugs.entries()) {
      const struck = 2 * index + 1;
      const { writes } = endAfter(place, struck);
      const ended = await place.cutover('--include', slug);
      place.sandbox.faults.clear();
      last = writes();
      if (last < struck) {
        // It had fewer writes: this one was never struck.
        expect({ slug, code: ended.code }).toEqual({ slug, code: 0 });
        break;
      }
      const { code, stderr } = await place.cutover('--include', slug);
      expect({ slug, code, stderr }).toMatchObject({ slug, code: 0 });
      const parts = source === 'bitbucket-cloud' ? 4 : 1;
      expect({ slug, parts: place.restrictions(slug).length }).toEqual({ slug, parts });
      expect(place.sandbox.github.findRepository(`acme/${slug}`)).toMatchObject({
        hasIssues: true,
        pullRequestPolicy: 'all',
        actionsEnabled: true,
      });
    }
    expect(last).toBeGreaterThan(2);
    expect(refs('a')).toBe(before);
  });

  it('is taken back by --abort, and leaves the source as it was', async () => {
    const slug = 'i';
    const [before, all] = [place.restrictions(slug), refs(slug)];
    for (const write of [1, 2, 5]) {
      endAfter(place, write);
      await place.cutover('--include', slug);
      place.sandbox.faults.clear();
      const { code, stderr } = await place.cutover('--abort', '--include', slug);
      expect({ write, code, stderr }).toMatchObject({ write, code: 0 });
      expect({ write, left: place.restrictions(slug) }).toEqual({ write, left: before });
      expect({ write, refs: refs(slug) }).toEqual({ write, refs: all });
    }
  });
});
