import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { git, makeRepository, refsOf } from '../../helpers/repositories/git-fixture.ts';
import { hostCopy } from '../../helpers/repositories/host-copy.ts';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

describe('migrate', () => {
  it('lists with --dry-run what would be done, and writes nothing anywhere', async () => {
    const { sandbox } = place;
    await hostCopy(sandbox.bitbucket, { slug: 'api', from: makeRepository(place.folder, 'api') });
    place.write('plan.json', place.plan('api'));
    const { code, stdout } = await place.run(['migrate', '--plan', 'plan.json', '--dry-run']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/create\s+api\s+private/);
    expect(sandbox.github.repositories).toHaveLength(0);
    expect(
      sandbox.requests.filter(({ host, method }) => host.startsWith('github') && method !== 'GET'),
    ).toEqual([]);
    expect((await place.run(['status', '--list'])).stdout).toMatch(/^No migrations yet\.\n/);
  });

  it('leaves existing targets alone with --skip-existing', async () => {
    const { sandbox, folder } = place;
    for (const slug of ['api', 'web']) {
      await hostCopy(sandbox.bitbucket, { slug, from: makeRepository(folder, slug) });
    }
    const owner = sandbox.github.findAccount(sandbox.organization);
    if (owner === null) throw new Error('the sandbox has no organization');
    await sandbox.github.createRepository({ owner, creator: owner, name: 'api' });
    place.write('plan.json', place.plan('api', 'web'));
    const { code, stdout } = await place.run(['migrate', '--plan', 'plan.json', '--skip-existing']);
    expect(code).toBe(0);
    expect(stdout).toContain('1 done, 1 skipped, 0 failed');
    expect(refsOf(sandbox.github.gitDirectory(`${sandbox.organization}/api`))).toBe('');
  });

  it('does nothing for a plan whose migration is completed, and says so', async () => {
    await hostCopy(place.sandbox.bitbucket, {
      slug: 'api',
      from: makeRepository(place.folder, 'api'),
    });
    place.write('plan.json', place.plan('api'));
    await place.run(['migrate', '--plan', 'plan.json']);
    const before = place.sandbox.requests.length;
    const again = await place.run(['migrate', '--plan', 'plan.json']);
    expect(again).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('is already completed: nothing was changed'),
    });
    expect(place.sandbox.requests.length).toBe(before);
  });

  it('ends with exit code 6 when a repository fails, reports the cause, and a resume migrates the rest', async () => {
    const { sandbox, folder } = place;
    for (const slug of ['api', 'web']) {
      await hostCopy(sandbox.bitbucket, { slug, from: makeRepository(folder, slug) });
    }
    const denied = {
      status: 403,
      body: '{"message":"Resource protected by organization policy."}',
    };
    sandbox.faults.add({
      host: 'github',
      method: 'POST',
      times: 1,
      action: { kind: 'status', ...denied },
    });
    place.write('plan.json', place.plan('api', 'web'));
    const first = await place.run(['migrate', '--plan', 'plan.json', '--workers', '1']);
    expect(first.code).toBe(6);
    expect(first.stdout).toContain('1 done, 0 skipped, 1 failed');
    expect(first.stdout).toContain('Failures by cause');
    const id = /--resume (mig_[0-9a-z]{12})/.exec(first.stdout)?.[1] ?? '';
    const status = await place.run(['status', '--migration', id]);
    expect(status.stdout).toContain('completed with failures');
    const second = await place.run(['migrate', '--resume', id]);
    expect(second.stdout).toContain('2 done, 0 skipped, 0 failed');
    expect(second.code).toBe(0);
  });

  it('names on a resume what earlier runs have finished, and counts their steps', async () => {
    for (const slug of ['api', 'web']) {
      await hostCopy(place.sandbox.bitbucket, { slug, from: makeRepository(place.folder, slug) });
    }
    const denied = { status: 403, body: '{"message":"Denied."}' };
    place.sandbox.faults.add({
      ...{ host: 'github', method: 'POST', times: 1 },
      action: { kind: 'status', ...denied },
    });
    place.write('plan.json', place.plan('api', 'web'));
    await place.run(['migrate', '--plan', 'plan.json', '--workers', '1']);
    const id = await newestMigration(place);
    const { stdout } = await place.run(['migrate', '--resume', id, '--json']);
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; steps_done?: number });
    expect(events.find(({ type }) => type === 'run-started')).toMatchObject({
      repositories: [{ source: 'api' }],
      earlier: [{ source: 'web', target: 'web', outcome: 'succeeded' }],
    });
    const steps = events.filter(({ type }) => type === 'step-started');
    const done = steps.map(({ steps_done }) => steps_done ?? 0);
    expect(done[0]).toBeGreaterThan(0);
    expect(done.at(-1)).toBe(8);
  });

  it('spaces the starts of repositories by --delay, across workers', async () => {
    for (const slug of ['a', 'b']) await place.sandbox.bitbucket.addRepository({ slug });
    place.write('plan.json', place.plan('a', 'b'));
    const args = ['migrate', '--plan', 'plan.json', '--delay', '700', '--json'];
    const { stdout } = await place.run(args);
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; at: string });
    const starts = events.filter(({ type }) => type === 'repository-started');
    const [first, second] = starts.map(({ at }) => Date.parse(at));
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(700);
  });

  it('writes events one a line with --json and ends with the counts', async () => {
    await hostCopy(place.sandbox.bitbucket, {
      slug: 'api',
      from: makeRepository(place.folder, 'api'),
    });
    place.write('plan.json', place.plan('api'));
    const { stdout } = await place.run(['migrate', '--plan', 'plan.json', '--json']);
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string });
    expect(events.map(({ type }) => type)).toContain('repository-finished');
    expect(events.at(-1)).toMatchObject({
      type: 'run-finished',
      status: 'completed',
      counts: { succeeded: 1, skipped: 0, failed: 0 },
    });
  });

  it('cuts history with shallow_clone so that a valid repository arrives', async () => {
    const { sandbox, folder } = place;
    await hostCopy(sandbox.bitbucket, { slug: 'api', from: makeRepository(folder, 'api', 12) });
    await hostCopy(sandbox.bitbucket, { slug: 'tiny', from: makeRepository(folder, 'tiny', 2) });
    place.write('plan.json', place.plan('api', 'tiny'));
    place.write('migrator.yaml', 'migration:\n  shallow_clone: true\n  shallow_depth: 4\n');
    const { code, stdout } = await place.run(['migrate', '--plan', 'plan.json']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^ {2}api: its history was truncated at depth 4: \d commits are kept, \d of them with different hashes than on Bitbucket$/m,
    );
    expect(stdout).not.toContain('tiny: its history');
    // What is no longer than the depth is whole.
    const id = /mig_\w{12}/.exec(stdout)?.[0] ?? '';
    const verified = await place.run(['verify', '--migration', id]);
    expect(verified.stdout).toContain('acme/api  its history was truncated');
    expect(verified.stdout).not.toContain('acme/tiny  its history was truncated');
    expect(verified.code).toBe(0);
    const target = sandbox.github.gitDirectory(`${sandbox.organization}/api`);
    expect(git(target, 'rev-list', '--count', 'main').trim()).toBe('4');
    expect(git(target, 'log', '-1', '--format=%s', 'main').trim()).toBe('Commit 12');
    expect(() => git(target, 'fsck', '--strict')).not.toThrow();
  });
});
