import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cutoverSteps } from '../../../src/core/verbs/cutover/run/checklist.ts';
import { refsOf } from '../../helpers/repositories/git-fixture.ts';
import { sources } from '../../helpers/sources.ts';
import { killBefore } from '../../helpers/trouble/kill-at-journal.ts';
import { type CutoverPlace, openCutoverPlace } from './cutover-place.ts';

/** That a step begins, or that it is done: all that the checklist writes down. */
const steps = cutoverSteps.flatMap((step) => [
  { step, what: 'begins', event: 'INSERT' } as const,
  { step, what: 'is done', event: 'UPDATE' } as const,
]);

/** Of the checklist, and of what the lock has put on the source. */
const anyOf = "row.kind IN ('cutover', 'source-lock', 'lock-proof')";

describe.each(sources)('a cut-over from %s that is killed at its journal', (source) => {
  const isCloud = source === 'bitbucket-cloud';
  const parts = isCloud ? 4 : 1;
  // Each of the two has all its writes once: the other is a sample, for the sake of time.
  const every = isCloud ? { cutover: 1, abort: 3 } : { cutover: 3, abort: 1 };
  let place: CutoverPlace;
  beforeAll(async () => {
    place = await openCutoverPlace({ source }, ['resumed', 'aborted', 'twice']);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  const refs = (slug: string) => refsOf(place.sandbox.bitbucket.gitDirectory(slug));
  const target = (slug: string) => place.sandbox.github.findRepository(`acme/${slug}`);
  const isOpen = { hasIssues: true, pullRequestPolicy: 'all', actionsEnabled: true };

  /** @returns the exit code, and whether it was killed */
  async function killed(killing: Parameters<typeof killBefore>[1], ...args: readonly string[]) {
    const revive = killBefore(place, killing);
    const { code } = await place.cutover(...args);
    return { code, isKilled: revive() && code !== 0 };
  }

  it('goes on after each step in turn, and leaves one lock and an open target', async () => {
    const slug = 'resumed';
    const before = refs(slug);
    for (const [index, { step, what, event }] of steps.entries()) {
      const when = `row.kind = 'cutover' AND row.source_id = '${step}'`;
      const { isKilled } = await killed({ when, events: [event] }, '--include', slug);
      expect({ step, what, isKilled }).toEqual({ step, what, isKilled: true });
      const found = { parts: place.restrictions(slug).length, open: target(slug)?.hasIssues };
      const wanted = { parts: index === 0 ? 0 : parts, open: index === steps.length - 1 };
      expect({ step, what, ...found }).toEqual({ step, what, ...wanted });
    }
    const { code, stderr } = await place.cutover('--include', slug);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(place.restrictions(slug)).toHaveLength(parts);
    expect(refs(slug)).toBe(before);
    expect(place.isEqual(slug)).toBe(true);
    expect(target(slug)).toMatchObject(isOpen);
  });

  it('is taken back after any write, until the target is open', async () => {
    const slug = 'aborted';
    const [restrictions, all] = [place.restrictions(slug), refs(slug)];
    const mostWrites = 60;
    let open = false;
    for (let after = 0; !open && after < mostWrites; after += every.cutover) {
      const ended = await killed({ when: anyOf, after }, '--include', slug);
      open = target(slug)?.hasIssues === true;
      expect({ after, isKilled: ended.isKilled || (open && every.cutover > 1) }).toEqual({
        after,
        isKilled: true,
      });
      const locked = place.restrictions(slug);
      const { code, stdout, stderr } = await place.cutover('--abort', '--include', slug);
      // There must not be two live copies.
      expect({ after, code, stderr }).toMatchObject({ after, code: open ? 6 : 0 });
      if (open)
        expect(stdout).toContain('aborted: stays locked, because its GitHub repository is open');
      const left = { restrictions: place.restrictions(slug), refs: refs(slug) };
      const wanted = { restrictions: open ? locked : restrictions, refs: all };
      expect({ after, ...left }).toEqual({ after, ...wanted });
    }
    expect(open).toBe(true);
    // What stays locked is ended by the same command.
    expect((await place.cutover('--include', slug)).code).toBe(0);
    expect(place.restrictions(slug)).toHaveLength(parts);
    expect(target(slug)).toMatchObject(isOpen);
  });

  it('is taken back by a second --abort where the first one was killed at any write', async () => {
    const slug = 'twice';
    const [restrictions, all] = [place.restrictions(slug), refs(slug)];
    let isKilled = true;
    for (let after = 0; isKilled; after += every.abort) {
      const when = "row.kind = 'cutover' AND row.source_id = 'settings'";
      expect(await killed({ when }, '--include', slug)).toMatchObject({ isKilled: true });
      expect(place.restrictions(slug)).toHaveLength(parts);
      ({ isKilled } = await killed({ when: anyOf, after }, '--abort', '--include', slug));
      const { code, stderr } = await place.cutover('--abort', '--include', slug);
      expect({ after, code, stderr }).toMatchObject({ after, code: 0 });
      const left = { restrictions: place.restrictions(slug), refs: refs(slug) };
      expect({ after, ...left }).toEqual({ after, restrictions, refs: all });
      expect(after).toBeLessThan(40);
    }
    expect((await place.cutover('--include', slug)).code).toBe(0);
    expect(target(slug)).toMatchObject(isOpen);
  });
});
