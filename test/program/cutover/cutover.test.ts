import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { sources } from '../../helpers/sources.ts';
import { commit } from '../sync/sync-place.ts';
import { type CutoverPlace, openCutoverPlace } from './cutover-place.ts';

const partsOf = { 'bitbucket-cloud': 4, 'bitbucket-data-center': 1 } as const;

describe.each(sources)('cutover from %s', (source) => {
  let place: CutoverPlace;
  beforeAll(async () => {
    place = await openCutoverPlace({ source }, ['one', 'two', 'later']);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  const repository = (name: string) => place.sandbox.github.findRepository(`acme/${name}`);
  const directory = (slug: string) => place.sandbox.bitbucket.gitDirectory(slug);

  it('needs a confirmation', async () => {
    const { code, stderr } = await place.run(
      ['cutover', '--migration', place.migration],
      place.credentials,
    );
    expect({ code, stderr }).toMatchObject({ code: 2 });
    expect(stderr).toContain('The cut-over needs confirmation');
  });

  it('shows what it would do, and writes nothing', async () => {
    const before = place.sandbox.requests.length;
    const { code, stdout, stderr } = await place.cutover('--wave', '1', '--dry-run');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain('Cut-over of 2 repositories from');
    expect(stdout).toContain('Locks Bitbucket: nobody can push or merge');
    const writes = place.sandbox.requests
      .slice(before)
      .filter(({ host, method }) => host !== 'license' && method !== 'GET');
    expect(writes).toEqual([]);
    const json = await place.cutover('--dry-run', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      type: 'cutover-check',
      covers_tags: source === 'bitbucket-data-center',
      problems: [],
    });
  });

  it('refuses an open target, and says what to do', async () => {
    const one = repository('one');
    if (one === null) throw new Error('no target');
    one.hasIssues = true;
    const { code, stderr } = await place.cutover();
    one.hasIssues = false;
    expect(code).toBe(6);
    expect(stderr).toContain('Issues are on in acme/one');
    expect(stderr).toContain('Turn them off until the cut-over');
    expect(place.restrictions('one')).toEqual([]);
  });

  it('needs an administrator of the source', async () => {
    const { code, stderr } = await place.run(
      ['cutover', '--migration', place.migration, '--yes'],
      place.weakCredentials,
    );
    expect({ code, stderr }).toMatchObject({ code: 4 });
    expect(stderr).toContain('The cut-over needs the token of a repository administrator');
    expect(place.restrictions('one')).toEqual([]);
  });

  it('refuses a source that was renamed, before anything is locked', async () => {
    const found = place.sandbox.bitbucket.findRepository('one');
    if (found === null) throw new Error('no source');
    const rename = (slug: string) => Object.assign(found, { slug });
    rename('other');
    const { code, stderr } = await place.cutover();
    rename('one');
    expect({ code, stderr }).toMatchObject({ code: 6 });
    expect(stderr).toContain('/one on ');
    expect(stderr).toContain('was renamed to other');
    for (const slug of ['one', 'two']) expect(place.restrictions(slug)).toEqual([]);
  });

  it('locks, syncs, verifies and opens; and leaves the sources locked', async () => {
    const mirrors = join(place.folder, 'state/work', place.migration);
    commit(directory('one'), 'main', 'The last one');
    git(directory('two'), 'tag', 'v9', 'main');
    const kept = readdirSync(mirrors).length;
    const { code, stdout, stderr } = await place.cutover(
      '--wave',
      '1',
      '--log-file',
      'cutover.jsonl',
    );
    // Local copies of the other wave stay for its syncs.
    expect([kept, readdirSync(mirrors).length]).toEqual([3, 1]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain('2 repositories cut over in');
    const [, afterLock] = stderr.split(/^Lock and test a push +2 repositories/m);
    expect(afterLock).toBeDefined();
    expect(afterLock).not.toContain('nothing is written yet');
    // Each repository is in the log file alone.
    const log = readFileSync(join(place.folder, 'cutover.jsonl'), 'utf8');
    for (const slug of ['one', 'two']) {
      expect(log).toMatch(new RegExp(`lock +${slug} .*a test push was refused`));
      expect(stderr).not.toMatch(new RegExp(`^(lock|synced|open) +${slug}`, 'm'));
      expect(place.isEqual(slug)).toBe(true);
      expect(place.restrictions(slug)).toHaveLength(partsOf[source]);
      expect(repository(slug)).toMatchObject({
        private: true,
        hasIssues: true,
        pullRequestPolicy: 'all',
        actionsEnabled: true,
      });
    }
  });

  it('leaves other waves as they are', async () => {
    expect(place.restrictions('later')).toEqual([]);
    expect(repository('later')).toMatchObject({ hasIssues: false });
    const { code, stdout } = await place.cutover('--wave', '2');
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stdout).toContain('1 repository cut over in');
    expect(repository('later')).toMatchObject({ hasIssues: true });
  });

  it('does nothing a second time', async () => {
    const before = place.sandbox.requests.length;
    const { code, stdout, stderr } = await place.cutover('--wave', '1');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain('2 repositories already cut over: nothing to do.');
    expect(stderr).not.toContain('Locks Bitbucket');
    const writes = place.sandbox.requests
      .slice(before)
      .filter(({ host, method }) => host !== 'license' && method !== 'GET');
    expect(writes).toEqual([]);
  });

  it('is not taken back where a target is open', async () => {
    const { code, stdout } = await place.cutover('--abort');
    expect(code).toBe(6);
    expect(stdout).toContain('one: stays locked, because its GitHub repository is open');
    expect(place.restrictions('one')).toHaveLength(partsOf[source]);
  });
});

describe('cutover of an archived repository of a Data Center', () => {
  it('takes it for locked, and archives the target', async () => {
    await using place = await openCutoverPlace({ source: 'bitbucket-data-center' }, ['one']);
    place.sandbox.dataCenter?.rules.archived.add('one');
    const { code, stderr } = await place.cutover();
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toContain('one  archived, so nobody can push');
    expect(place.restrictions('one')).toEqual([]);
    expect(place.sandbox.github.findRepository('acme/one')).toMatchObject({ archived: true });
    // Nothing is left of the local copies either.
    expect(readdirSync(join(place.folder, 'state/work'))).toEqual([]);
  });
});
