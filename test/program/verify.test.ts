import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { damages, pullOf } from '../helpers/damages.ts';
import { type Migrated, openMigrated } from '../helpers/migrated.ts';
import { openWorkplace } from '../helpers/workplace.ts';

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
    // Five branches, two tags, a kept branch, an LFS object, the repository, three settings, six pull requests, a
    // review, five comments and a resolved thread.
    expect(json.counts).toEqual({
      compared: 24,
      equal: 24,
      expected: 3,
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

  it('is told in lines, with what differs as it must', async () => {
    const { stdout } = await migrated.place.run(['verify', '--migration', migrated.id]);
    expect(stdout).toContain('24 items compared, 24 equal: No defects');
    expect(stdout).toContain('pull request #6  opened between substitute commits');
    expect(stdout).toMatch(/It took 5 requests to \S+, 1 request to \S+, 1 list of refs by git/);
    expect(stdout).toContain('Not carried, and not compared: permissions');
    expect(stdout).not.toContain('--repair');
  });

  it('is unknown under another identifier', async () => {
    const { code, stderr } = await migrated.place.run([
      'verify',
      '--migration',
      'mig_000000000000',
    ]);
    expect(code).toBe(8);
    expect(stderr).toContain('There is no migration mig_000000000000');
  });
});

describe('verify', () => {
  it.each(damages)('finds out that $name', async ({ apply, defects, canBeMended }) => {
    const undo = await apply(migrated);
    try {
      const { code, json } = await migrated.verify();
      const found = (json.repositories[0]?.differences ?? []).filter(
        ({ verdict }) => verdict === 'defect',
      );
      expect(found.map(({ kind, name, message }) => `${kind} ${name}: ${message}`)).toHaveLength(
        defects.length,
      );
      for (const [index, [kind, name, message]] of defects.entries()) {
        expect(found[index]).toMatchObject({ kind });
        expect(found[index]?.name).toMatch(name);
        expect(found[index]?.message).toMatch(message);
      }
      expect(found.every((one) => one.can_be_mended)).toBe(canBeMended);
      // What nothing mends comes with what to do.
      for (const one of found) expect(one.can_be_mended || one.advice !== null).toBe(true);
      expect(code).toBe(6);
    } finally {
      await undo();
    }
  });

  it('is content again once all of that is undone', async () => {
    const { json } = await migrated.verify();
    expect(json.repositories[0]?.differences.filter(({ verdict }) => verdict === 'defect')).toEqual(
      [],
    );
  });

  it('tells what people have added since apart, and takes it for no defect', async () => {
    await migrated.ask('POST', '/issues/2/comments', { body: 'Thank you' });
    await migrated.ask('POST', '/pulls/2/reviews', { body: 'Fine', event: 'COMMENT' });
    await migrated.ask('POST', '/issues', { title: 'An issue' });
    await migrated.ask('POST', '/issues/7/comments', { body: 'Of an issue' });
    const { code, json } = await migrated.verify();
    expect(code).toBe(0);
    const added = json.repositories[0]?.differences.filter(
      ({ verdict }) => verdict === 'added-since',
    );
    expect(added?.map(({ kind }) => kind)).toEqual(['comment']);
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
    expect(json.counts.compared).toBe(23);
    expect(json.repositories[0]?.notes).toEqual([expect.stringContaining('has no GraphQL')]);
  });

  it('reads the source again where that is asked for, and tells what has changed there', async () => {
    const { bitbucket } = migrated.place.sandbox;
    const { git } = await import('../helpers/git-fixture.ts');
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
      'tag v1 was deleted on the source since',
      expect.stringMatching(/^branch spare names \w{10} on the source now; it was \w{10}$/),
      'pull-request #7 was opened on the source since: Later',
    ]);
  });

  it('writes a page beside the lines', async () => {
    const { stderr } = await migrated.place.run([
      'verify',
      '--migration',
      migrated.id,
      '--output',
      'report.html',
    ]);
    expect(stderr).toContain('Wrote report.html with 1 repository.');
    const page = readFileSync(join(migrated.place.folder, 'report.html'), 'utf8');
    expect(page).toContain('<h1>Verification of');
    expect(page).toContain('opened between substitute commits');
  });
});

describe('a whole workspace', () => {
  const shallow = 'migration:\n  shallow_clone: true\n  shallow_depth: 2\n';

  it.each([
    { mode: 'threaded', isCut: false },
    { mode: 'compact', isCut: false },
    { mode: 'folded', isCut: true },
  ])(
    'has no defects with $mode conversations (history cut: $isCut)',
    async ({ mode, isCut }) => {
      await using place = await openWorkplace({ workspace: 'sample', limits: { github: 'none' } });
      if (isCut) place.write('migrator.yaml', shallow);
      const { workspace } = place.sandbox;
      await place.run(['discover', '--workspace', workspace, '--output', 'inventory.json']);
      // Without the two whose size and number of refs is all that there is to them.
      const without = ['--exclude', 'device-firmware', '--exclude', 'storefront-*'];
      const planning = ['--inventory', 'inventory.json', '--target-org', 'acme', ...without];
      await place.run(['plan', ...planning, '--output', 'plan.json']);
      const migrating = await place.run(['migrate', '--plan', 'plan.json', '--comments', mode]);
      const [id = ''] = /mig_\w{12}/.exec(migrating.stdout) ?? [];
      const verifying = ['verify', '--migration', id, '--reread-source'];
      const { code, stdout } = await place.run(verifying);
      expect(stdout).toMatch(/^ {2}[\d,]+ items compared, [\d,]+ equal: No defects$/m);
      expect(stdout).toContain(', 0 changed on the source since');
      expect(stdout.includes('its history was cut')).toBe(isCut);
      expect(code).toBe(0);
    },
    90_000,
  );
});
