import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { damages, damagesAtOnce } from '../../helpers/damages/all.ts';
import { type Damage, pullOf } from '../../helpers/damages/damage.ts';
import { type Migrated, openMigrated } from '../../helpers/repositories/migrated.ts';

let migrated: Migrated;
beforeAll(async () => {
  migrated = await openMigrated();
}, 60_000);
afterAll(async () => {
  await migrated[Symbol.asyncDispose]();
});

describe('a migration that nobody touched', () => {
  it('is equal in every item, which takes seven requests and none to the source', async () => {
    const before = migrated.place.sandbox.requests.length;
    const { code, json } = await migrated.verify();
    expect(code).toBe(0);
    // Five branches, two tags, a kept branch, an LFS object, the repository, four settings, six pull requests, a
    // review, five comments and a resolved thread.
    expect(json.counts).toEqual({
      compared: 25,
      equal: 25,
      expected: 3,
      not_applied: 0,
      by_hand: 0,
      left_behind: 0,
      defects: 0,
      added_since: 0,
      changed_on_source: 0,
    });
    const requests = json.requests.hosts.reduce((sum, one) => sum + one.requests, 0);
    expect([requests, json.requests.ref_lists]).toEqual([6, 1]);
    const asked = migrated.place.sandbox.requests.slice(before);
    expect(asked.filter(({ host }) => host.startsWith('bitbucket'))).toEqual([]);
    expect(asked.filter(({ method }) => method !== 'GET' && method !== 'POST')).toEqual([]);
  });

  it('needs no credentials of the source', async () => {
    const { code } = await migrated.place.run(['verify', '--migration', migrated.id], {
      SRC_USERNAME: undefined,
      SRC_API_TOKEN: undefined,
    });
    expect(code).toBe(0);
  });

  it('is reported in lines, with the expected differences', async () => {
    const { stdout } = await migrated.place.run(['verify', '--migration', migrated.id]);
    expect(stdout).toContain('25 items compared, 25 equal: No unexpected differences');
    expect(stdout).toContain('pull request #6  opened with substitute commits');
    expect(stdout).toMatch(/It took 6 requests to GitHub, 1 ref list from git/);
    expect(stdout).toContain('Neither migrated nor compared: permissions');
    expect(stdout).not.toContain('--repair');
  });

  it('is written as a page with the same data beside it', async () => {
    const { place, id } = migrated;
    const verify = ['verify', '--migration', id, '--output', 'sealed.html', '--data'];
    const { code, stdout } = await place.run(verify);
    expect(code).toBe(0);
    const read = (name: string) => readFileSync(join(place.folder, name), 'utf8');
    const { sha256 } = JSON.parse(read('sealed.json'));
    expect(stdout).toContain(sha256);
    expect(read('sealed.html')).toContain(sha256);
    expect(read('sealed.csv')).toMatch(/^state,repository,target,/);
    expect(read('sealed.csv').match(/^expected,/gm)).toHaveLength(3);
    const again = await place.run(verify);
    expect(again.code).toBe(3);
    expect(again.stderr).toContain('sealed.html');
    const alone = await place.run(['verify', '--migration', id, '--data']);
    expect(alone.code).toBe(2);
  });

  it('is unknown under another identifier', async () => {
    const { code, stderr } = await migrated.place.run([
      'verify',
      '--migration',
      'mig_000000000000',
    ]);
    expect(code).toBe(8);
    expect(stderr).toContain('No migration mig_000000000000');
  });
});

describe.each(damagesAtOnce(damages))('verify finds out', (...together) => {
  let ended: Awaited<ReturnType<Migrated['verify']>>;
  let found: (typeof ended)['json']['repositories'][number]['differences'];
  beforeAll(async () => {
    const undo: Awaited<ReturnType<Damage['apply']>>[] = [];
    for (const { apply } of together) undo.push(await apply(migrated));
    ended = await migrated.verify();
    for (const one of undo.reverse()) await one();
    const { differences = [] } = ended.json.repositories[0] ?? {};
    found = differences.filter(({ verdict }) => verdict === 'defect');
  });

  it.each(together)('that $name', ({ defects, canBeMended }) => {
    for (const [kind, name, message] of defects) {
      const matching = found.filter(
        (one) => one.kind === kind && name.test(one.name) && message.test(one.message),
      );
      expect(matching).toEqual([expect.objectContaining({ can_be_mended: canBeMended })]);
      // What nothing mends comes with why not, and what to do.
      if (!canBeMended) expect(matching[0]?.advice).toMatch(/^Cannot be repaired: .+ By hand: /);
    }
  });

  it(`that nothing else is wrong, and ends with 6 (${together.length} damages)`, () => {
    const expected = together.flatMap(({ defects }) => defects);
    const told = found.map(({ kind, name, message }) => `${kind} ${name}: ${message}`);
    expect(told).toHaveLength(expected.length);
    expect(ended.code).toBe(6);
  });
});

describe('verify', () => {
  it('knows more than twenty kinds of damage', () => {
    const kinds = new Set(damages.map(({ name }) => name));
    expect(kinds.size).toBe(damages.length);
    expect(kinds.size).toBeGreaterThan(20);
  });

  it('lists branches and tags that people have pushed since, not as differences', async () => {
    const { folder } = migrated.history;
    const { git } = await import('../../helpers/repositories/git-fixture.ts');
    const commit = git(folder, 'commit-tree', '-p', 'main', '-m', 'New', 'main^{tree}').trim();
    await migrated.push(`${commit}:refs/heads/new-idea`, `${commit}:refs/tags/v3`);
    const { code, json } = await migrated.verify();
    await migrated.push(':refs/heads/new-idea', ':refs/tags/v3');
    expect(code).toBe(0);
    const added = json.repositories[0]?.differences.filter(
      ({ verdict }) => verdict === 'added-since',
    );
    expect(added?.map(({ kind, name, message }) => `${kind} ${name} ${message}`)).toEqual([
      'branch new-idea has been added on GitHub since the migration',
      'tag v3 has been added on GitHub since the migration',
    ]);
  });

  it('takes a branch with a name of ours for a defect, whatever it names', async () => {
    const { folder } = migrated.history;
    const { git } = await import('../../helpers/repositories/git-fixture.ts');
    const commit = git(folder, 'commit-tree', '-m', 'Left', 'main^{tree}').trim();
    await migrated.push(`${commit}:refs/heads/migrator/pr-7/head`);
    const { code } = await migrated.verify();
    await migrated.push(':refs/heads/migrator/pr-7/head');
    expect(code).toBe(6);
  });

  it('is content again once all of that is undone', async () => {
    const { json } = await migrated.verify();
    expect(json.repositories[0]?.differences.filter(({ verdict }) => verdict === 'defect')).toEqual(
      [],
    );
  });

  it('lists separately what people have added since, not as differences', async () => {
    await migrated.ask('POST', '/issues/2/comments', { body: 'Thank you' });
    await migrated.ask('POST', '/pulls/2/reviews', { body: 'Fine', event: 'COMMENT' });
    await migrated.ask('POST', '/issues', { title: 'An issue' });
    await migrated.ask('POST', '/issues/7/comments', { body: 'Of an issue' });
    const { code, json } = await migrated.verify();
    expect(code).toBe(0);
    const added = json.repositories[0]?.differences.filter(
      ({ verdict }) => verdict === 'added-since',
    );
    expect(added?.map(({ kind }) => kind)).toEqual(['comment', 'review']);
    expect(pullOf(migrated, 2).reviews.at(-1)?.body).toBe('Fine');
  });

  it('compares what it can where the target has no GraphQL', async () => {
    const { faults } = migrated.place.sandbox;
    faults.add({
      host: 'github',
      path: /graphql/,
      times: Number.POSITIVE_INFINITY,
      action: { kind: 'status', status: 404, body: '{"message":"Not Found"}' },
    });
    const { code, json } = await migrated.verify();
    faults.clear();
    expect(code).toBe(0);
    expect(json.counts.compared).toBe(24);
    expect(json.repositories[0]?.notes).toEqual([
      expect.stringContaining('Resolved threads are not compared'),
      expect.stringContaining('Reviews added since to 5 pull requests cannot be detected'),
    ]);
  });

  it('reads the source again on request, and reports what has changed there', async () => {
    const { bitbucket } = migrated.place.sandbox;
    const { git } = await import('../../helpers/repositories/git-fixture.ts');
    const directory = bitbucket.gitDirectory('web');
    const unchanged = await migrated.verify('--reread-source');
    expect(unchanged.json.counts).toMatchObject({ changed_on_source: 0, defects: 0 });
    git(directory, 'update-ref', 'refs/heads/spare', 'refs/heads/main');
    git(directory, 'update-ref', '-d', 'refs/tags/v1');
    bitbucket.addPullRequest('web', { title: 'Later', source: { branch: 'topic' } });
    const { code, json } = await migrated.verify('--reread-source');
    expect(code).toBe(0);
    const changed = json.repositories[0]?.differences.filter(
      ({ verdict }) => verdict === 'changed-on-source',
    );
    expect(changed?.map(({ kind, name, message }) => `${kind} ${name} ${message}`)).toEqual([
      'tag v1 has since been deleted on Bitbucket',
      expect.stringMatching(
        /^branch spare points to \w{10} on Bitbucket now; it pointed to \w{10}$/,
      ),
      'pull-request #7 has since been opened on Bitbucket: Later',
    ]);
  });

  it('writes a page beside the lines, with the same seal and with links to both sides', async () => {
    const { stdout, stderr } = await migrated.place.run([
      'verify',
      '--migration',
      migrated.id,
      '--output',
      'report.html',
    ]);
    expect(stderr).toContain('Wrote report.html with 1 repository.');
    const page = readFileSync(join(migrated.place.folder, 'report.html'), 'utf8');
    expect(page).toContain('<h1>Verification of');
    expect(page).toContain('opened with substitute commits');
    expect(page).toContain(/SHA-256 of the report's data: ([0-9a-f]{64})/.exec(stdout)?.[1]);
    expect(page).toMatch(/<th scope="row">Branches<\/th><td class="number">(\d+) of \1<\/td>/);
    const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, link]) => link);
    expect(links).toContainEqual(expect.stringMatching(/\/acme\/[^/]+\/pull\/\d+$/));
    expect(links).toContainEqual(expect.stringMatching(/\/pull-requests\/\d+$/));
  });
});
