import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeConversation } from '../../../sandbox/bitbucket/changes/conversation.ts';
import { unlimitedGithub } from '../../../sandbox/github/rate-limit/limits.ts';
import type { ArrivingRequest } from '../../../sandbox/network/faults.ts';
import type { Ended } from '../../helpers/program/run-program.ts';
import { conversationsOf } from '../../helpers/repositories/migration-fixture.ts';
import { sources } from '../../helpers/sources.ts';
import { honest } from '../../sandbox/github/importer/import-changed.ts';
import { type CutoverPlace, openCutoverPlace } from '../cutover/cutover-place.ts';
import { commit } from '../sync/sync-place.ts';

/** Imported targets that stay closed until the cut-over. */
function openImported(
  source: (typeof sources)[number],
  quiet: readonly string[] = ['quiet'],
  withPullRequests: string | null = quiet.length === 1 ? 'busy' : null,
): Promise<CutoverPlace> {
  return openCutoverPlace(
    {
      ...{ source, limits: { bitbucket: 'none', github: unlimitedGithub } },
      prepare({ sandbox }, plan) {
        Object.assign(sandbox.github.importer.rules, honest);
        return { ...plan, engine: 'archive' };
      },
    },
    quiet,
    withPullRequests,
  );
}

describe.each(sources)('an imported target that follows %s', (source) => {
  let place: CutoverPlace;
  beforeAll(async () => {
    place = await openImported(source);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  const target = (name: string) => place.sandbox.github.findRepository(`acme/${name}`);
  const directory = (slug: string) => place.sandbox.bitbucket.gitDirectory(slug);
  const imports = () => place.sandbox.github.importer.imports.length;
  const sync = (...args: readonly string[]) =>
    place.run(['sync', '--migration', place.migration, ...args]);

  it('is closed, and a sync right after the import finds nothing', async () => {
    expect(target('busy')).toMatchObject({ private: true, actionsEnabled: false });
    const { code, stdout, stderr } = await sync('--reread', 'all');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain('2 repositories: 2 unchanged.');
  });

  it('is named with what has changed, and a sync changes nothing but its data', async () => {
    commit(directory('busy'), 'main', 'later');
    const quiet = place.sandbox.bitbucket.findRepository('quiet');
    Object.assign(quiet ?? {}, { description: 'Changed in place' });
    const before = target('busy');
    const { code, stdout, stderr } = await sync();
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain(
      'outdated busy  1 ref changed since the import; the cut-over imports it again',
    );
    expect(stdout).toContain('2 repositories: 1 out of date, 1 synced.');
    expect(target('quiet')?.description).toBe('Changed in place');
    expect(target('busy')).toEqual(before);
    expect(imports()).toBe(2);
  });

  it('is imported again by its cut-over, and only that; the earlier one is kept', async () => {
    const earlier = target('busy')?.id;
    const quiet = target('quiet')?.id;
    const { code, stdout, stderr } = await place.cutover();
    expect({ code, stderr, stdout }).toMatchObject({ code: 0 });
    expect(imports()).toBe(3);
    expect(target('quiet')?.id).toBe(quiet);
    expect(target('busy')?.id).not.toBe(earlier);
    const kept = place.sandbox.github.repositories.find(({ id }) => id === earlier);
    expect(kept?.name).toMatch(/^busy-replaced-\d{8}$/);
    expect(place.isEqual('busy')).toBe(true);
    expect(target('busy')).toMatchObject({ hasIssues: true, actionsEnabled: true });
  });

  it('is verified as whole', async () => {
    const { code, stdout } = await place.run(['verify', '--migration', place.migration]);
    expect({ code, stdout }).toMatchObject({ code: 0 });
  });

  it('is taken away by a rollback as any other', async () => {
    const { code, stderr } = await place.run(
      ['rollback', '--migration', place.migration, '--yes'],
      place.credentials,
    );
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(target('busy')).toBeNull();
    expect(place.restrictions('busy')).toEqual([]);
  });
});

/** As if the process were killed when a write was carried out: its answer never comes, and nothing follows it. */
function endAfter(place: CutoverPlace, write: number): { readonly writes: () => number } {
  let writes = 0;
  place.sandbox.faults.decide((request) => {
    if (writes >= write) return { kind: 'status', status: 403, body: 'no' };
    if (!isWrite(request)) return null;
    writes += 1;
    return writes === write ? { kind: 'lost-answer' } : null;
  });
  return { writes: () => writes };
}

function isWrite({ host, method, target }: ArrivingRequest): boolean {
  if (host === 'github-git') return target.includes('git-receive-pack') && method === 'POST';
  return ['github', 'github-uploads'].includes(host) && method !== 'GET';
}

describe('a cut-over that imports again', () => {
  let place: CutoverPlace;
  beforeEach(async () => {
    place = await openImported('bitbucket-data-center');
  });
  afterEach(() => place[Symbol.asyncDispose]());

  const target = (name: string) => place.sandbox.github.findRepository(`acme/${name}`);

  it('does so for an edit that no list of the source shows', async () => {
    const pull = place.sandbox.bitbucket
      .findRepository('busy')
      ?.pullRequests.find((one) => one.conversation().comments.length > 0);
    if (pull === undefined) throw new Error('nothing to edit');
    const text = { raw: 'Edited, and nothing shows it', markup: 'markdown' } as const;
    changeConversation(pull, ({ comments: [first, ...others], ...conversation }) => ({
      ...{ ...conversation, comments: [...(first ? [{ ...first, text }] : []), ...others] },
    }));
    const { code, stderr } = await place.cutover('--reread', 'all');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(conversationsOf(place, 'busy').join()).toContain(text.raw);
    expect(target('busy')?.pulls.length).toBe(
      place.sandbox.bitbucket.findRepository('busy')?.pullRequests.length,
    );
  });

  it('is refused where people have worked in the closed target, and begins nothing', async () => {
    commit(place.sandbox.bitbucket.gitDirectory('busy'), 'main', 'later');
    const made = target('busy');
    if (made === null) throw new Error('no target');
    commit(place.targetOf('busy'), 'others', 'by somebody else', 'main');
    const { code, stderr } = await place.cutover();
    expect(code).toBe(6);
    expect(stderr).toContain('people have worked in busy');
    expect(target('busy')?.id).toBe(made.id);
    expect(place.sandbox.github.importer.imports).toHaveLength(2);
  });
});

const slugs = ['a', 'b', 'c', 'd', 'e', 'f'];

describe.each(sources)('a cut-over from %s that imports again and ends at a write', (source) => {
  let place: CutoverPlace;
  beforeAll(async () => {
    place = await openImported(source, slugs);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  it('is continued from there, and has imported each repository once more', async () => {
    const found: Record<string, unknown> = {};
    for (const [index, slug] of slugs.entries()) {
      commit(place.sandbox.bitbucket.gitDirectory(slug), 'main', 'later');
      // The limits of requests before would be waited for.
      place.forgetRequests();
      const { writes } = endAfter(place, 3 * index + 1);
      const ended = await place.cutover('--include', slug);
      place.sandbox.faults.clear();
      const isStruck = writes() === 3 * index + 1;
      const resumed = isStruck ? await goOn(slug) : ended;
      const { imports } = place.sandbox.github.importer;
      found[slug] = {
        ...{ code: resumed.code, isEqual: place.isEqual(slug) },
        imports: imports.filter(({ repositoryName }) => repositoryName === slug).length,
      };
    }
    const good = { code: 0, isEqual: true, imports: 2 };
    expect(found).toEqual(Object.fromEntries(slugs.map((slug) => [slug, good])));
    const verified = await place.run(['verify', '--migration', place.migration]);
    expect(verified).toMatchObject({ code: 0 });
  });

  async function goOn(slug: string): Promise<Ended> {
    const again = await place.cutover('--include', slug);
    if (!again.stderr.includes('--resume')) return again;
    await place.run(['migrate', '--resume', place.migration]);
    return place.cutover('--include', slug);
  }
});
