import { describe, expect, it } from 'vitest';
import { sources } from '../../helpers/sources.ts';
import { type CutoverPlace, openCutoverPlace } from './cutover-place.ts';

const refused = { kind: 'status', status: 403, body: 'no' } as const;

/** The target is gone, and the host refuses to create it again. */
async function resetInVain(place: CutoverPlace, slug: string): Promise<void> {
  const { faults, github } = place.sandbox;
  await github.deleteRepository(`acme/${slug}`);
  faults.decide(({ host, method }) => (host === 'github' && method === 'POST' ? refused : null));
  const reset = ['migrate', '--resume', place.migration, '--reset-repo', slug, '--yes'];
  expect((await place.run(reset, place.credentials)).code).not.toBe(0);
  faults.clear();
}

describe.each(sources)('the lock of a source of %s can be taken away', (source) => {
  it('by an abort where its target was deleted and could not be created again', async () => {
    await using place = await openCutoverPlace({ source }, ['one']);
    const { faults } = place.sandbox;
    faults.decide(({ host, method }) => (host === 'github' && method === 'PATCH' ? refused : null));
    expect((await place.cutover()).code).toBe(4);
    faults.clear();
    await resetInVain(place, 'one');
    expect((await place.cutover('--abort')).code).toBe(0);
    expect(place.restrictions('one')).toEqual([]);
  });

  it('by a rollback of a migration that was cancelled since', async () => {
    await using place = await openCutoverPlace({ source }, ['one', 'two']);
    expect((await place.cutover('--include', 'one')).code).toBe(0);
    await resetInVain(place, 'two');
    const cancel = ['migrate', '--cancel', place.migration, '--yes'];
    expect((await place.run(cancel, place.credentials)).code).toBe(0);
    const rollback = ['rollback', '--migration', place.migration, '--include', 'one', '--yes'];
    const { code, stderr } = await place.run(rollback, place.credentials);
    expect(code, stderr).toBe(0);
    expect(place.restrictions('one')).toEqual([]);
  });

  it('from a stranger that got the name while it was locked, before a look that failed', async () => {
    await using place = await openCutoverPlace({ source }, ['one', 'two']);
    const { bitbucket, faults } = place.sandbox;
    let isSwapped = false;
    faults.decide(({ host, method }) => {
      if (host !== 'bitbucket') return null;
      if (isSwapped) return method === 'GET' ? refused : null;
      if (method !== 'POST') return null;
      isSwapped = true;
      Object.assign(bitbucket.findRepository('one') ?? {}, { slug: 'one-old' });
      Object.assign(bitbucket.findRepository('two') ?? {}, { slug: 'one' });
      return null;
    });
    expect((await place.cutover('--include', 'one')).code).not.toBe(0);
    faults.clear();
    expect(place.restrictions('one').length).toBeGreaterThan(0);
    const { stdout } = await place.cutover('--abort', '--include', 'one');
    expect(stdout).not.toContain('nothing to unlock');
    expect([...place.restrictions('one'), ...place.restrictions('one-old')]).toEqual([]);
  });

  it('by an abort where its target was deleted while it was being opened', async () => {
    await using place = await openCutoverPlace({ source }, ['one']);
    const { faults, github } = place.sandbox;
    const target = github.findRepository('acme/one');
    faults.decide(({ host }) => (host === 'github' && target?.hasIssues === true ? refused : null));
    expect((await place.cutover()).code).not.toBe(0);
    faults.clear();
    await github.deleteRepository('acme/one');
    const { code, stderr } = await place.cutover('--abort');
    expect(code, stderr).toBe(0);
    expect(place.restrictions('one')).toEqual([]);
  });
});
