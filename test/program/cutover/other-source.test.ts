import { describe, expect, it } from 'vitest';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { sources } from '../../helpers/sources.ts';
import { type CutoverPlace, cutoverAsked, openCutoverPlace } from './cutover-place.ts';

/** Gives a repository of the source another name, as its administrators can at any time. */
function rename({ sandbox: { bitbucket } }: CutoverPlace, slug: string, to: string): void {
  const found = bitbucket.findRepository(slug) as { slug: string } | null;
  if (found === null) throw new Error(slug);
  found.slug = to;
}

const refused = { kind: 'status', status: 403, body: 'no' } as const;

/** Locks `one`, and ends there. */
async function lockAlone(place: CutoverPlace): Promise<void> {
  const { faults } = place.sandbox;
  faults.decide(({ host, method }) => (host === 'github' && method === 'PATCH' ? refused : null));
  expect((await place.cutover('--include', 'one')).code).toBe(4);
  faults.clear();
}

describe.each(sources)('a source whose name another repository has since, on %s', (source) => {
  const parts = source === 'bitbucket-cloud' ? 4 : 1;
  const swap = (place: CutoverPlace) => {
    rename(place, 'one', 'one-old');
    rename(place, 'two', 'one');
  };
  const locks = (place: CutoverPlace, ...slugs: readonly string[]) =>
    slugs.map((slug) => place.restrictions(slug).length);

  it('is not locked where that happens while a person reads the question', async () => {
    await using place = await openCutoverPlace({ source }, ['one', 'two']);
    const { code, stderr } = await cutoverAsked(place, () => swap(place), '--include', 'one');
    expect(code).not.toBe(0);
    expect(stderr).toContain('was renamed to one-old');
    expect(locks(place, 'one', 'one-old')).toEqual([0, 0]);
  });

  it('has nothing of ours where that happens while it is locked', async () => {
    await using place = await openCutoverPlace({ source }, ['one', 'two']);
    const { faults } = place.sandbox;
    let isSwapped = false;
    faults.decide(({ host, method }) => {
      if (!isSwapped && host === 'bitbucket' && method === 'POST') {
        isSwapped = true;
        swap(place);
      }
      return null;
    });
    const { code, stderr } = await place.cutover('--include', 'one');
    faults.clear();
    expect(code).not.toBe(0);
    expect(stderr).toContain('was renamed to one-old');
    expect(locks(place, 'one', 'one-old')).toEqual([0, 0]);
  });

  it('is unlocked under the name that it has now', async () => {
    await using place = await openCutoverPlace({ source }, ['one', 'two']);
    await lockAlone(place);
    swap(place);
    expect(locks(place, 'one', 'one-old')).toEqual([0, parts]);
    const { code, stdout, stderr } = await place.cutover('--abort', '--include', 'one');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain('one: ');
    expect(locks(place, 'one', 'one-old')).toEqual([0, 0]);
  });

  it('is not forgotten while it cannot be found', async () => {
    await using place = await openCutoverPlace({ source }, ['one', 'two']);
    await lockAlone(place);
    const found = place.sandbox.bitbucket.findRepository('one') as { uuid: string } | null;
    if (found === null) throw new Error('no source');
    const { uuid } = found;
    const { restrictions } = (
      place.sandbox.dataCenter?.settings ?? place.sandbox.bitbucket.settings
    ).ofRepository(uuid);
    expect(restrictions).toHaveLength(parts);
    rename(place, 'one', 'one-old');
    rename(place, 'two', 'one');
    place.sandbox.faults.decide(({ host, target }) =>
      host === 'bitbucket' && target.includes('one-old') ? refused : null,
    );
    expect((await place.cutover('--abort', '--include', 'one')).code).not.toBe(0);
    place.sandbox.faults.clear();
    expect((await place.cutover('--abort', '--include', 'one')).code).toBe(0);
    expect(restrictions).toHaveLength(0);
  });
});

describe.each(sources)('the lock of a source that has tags alone, on %s', (source) => {
  const isCloud = source === 'bitbucket-cloud';
  it.each([
    { tag: 'lightweight', args: [], told: 'a test push was refused' },
    {
      ...{ tag: 'annotated', args: ['-a', '-m', 'One'] },
      told: isCloud ? 'has no commits, so not tested' : 'a test push was refused',
    },
  ])('is proved by a commit of a tag, or said to be untested: $tag', async ({ args, told }) => {
    await using place = await openCutoverPlace(
      {
        source,
        prepare({ sandbox }, plan) {
          const folder = sandbox.bitbucket.gitDirectory('one');
          git(folder, 'tag', '-f', ...args, 'v1', 'refs/heads/main');
          const branches = git(folder, 'for-each-ref', '--format=%(refname)', 'refs/heads');
          for (const ref of branches.trim().split('\n')) git(folder, 'update-ref', '-d', ref);
          return plan;
        },
      },
      ['one'],
    );
    const { code, stderr, stdout } = await place.cutover('-v');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout + stderr).toContain(told);
  });
});
