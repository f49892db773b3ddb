import { describe, expect, it } from 'vitest';
import type { RecordedRequest } from '../../../../sandbox/network/request-log.ts';
import { openWorkplace, type Workplace } from '../../../helpers/program/workplace.ts';
import { git, makeRepository, refsOf } from '../../../helpers/repositories/git-fixture.ts';
import { addRepositories } from '../../../helpers/repositories/migration-fixture.ts';

const slugs = ['one', 'two', 'three'];
const runArguments = ['migrate', '--plan', 'plan.json', '--workers', '1', '-vv'];

/** With as many repositories as a test tells apart: each takes dozens of processes. */
async function openWith(...names: readonly string[]): Promise<Workplace> {
  const place = await openWorkplace();
  await addRepositories(place, ...names);
  return place;
}

function expectMoved(place: Workplace, ...names: readonly string[]): void {
  const { bitbucket, github } = place.sandbox;
  for (const name of names) {
    expect(refsOf(github.gitDirectory(`acme/${name}`))).toBe(refsOf(bitbucket.gitDirectory(name)));
  }
}

const limited = {
  kind: 'status',
  status: 403,
  headers: { 'retry-after': '6' },
  body: '{"message":"API rate limit exceeded for user ID 1."}',
} as const;

describe('migration.timeout_seconds', () => {
  it('fails the repository that takes longer, in the words that help, and no other', async () => {
    await using place = await openWith('two', 'three');
    place.write('migrator.yaml', 'migration:\n  timeout_seconds: 4\n');
    place.sandbox.faults.add({
      host: 'bitbucket-git',
      path: /\/two\.git\//,
      action: { kind: 'slow', ms: 6000 },
    });
    const { code, stdout } = await place.run(runArguments);
    expect(code).toBe(6);
    expect(stdout).toContain('two: Timeout: two did not finish within 4 seconds');
    expect(stdout).toContain(
      'Raise migration.timeout_seconds and resume, or use migration.shallow_clone and shallow_depth.',
    );
    expect(stdout).toContain('1 done, 0 skipped, 1 failed');
    expectMoved(place, 'three');
    place.sandbox.faults.clear();
    expect((await place.run(runArguments)).code).toBe(0);
    expectMoved(place, 'two', 'three');
  });

  it('does not count the time that a host told us to wait for its limit', async () => {
    await using place = await openWith('one', 'two');
    place.write('migrator.yaml', 'migration:\n  timeout_seconds: 4\n');
    place.sandbox.faults.add({ host: 'github', method: 'POST', action: limited });
    const { code, stderr } = await place.run(runArguments);
    expect(stderr).toMatch(/waiting {2}one: \d.* for GitHub: .*: the rate limit/);
    expect(stderr).not.toContain('Timeout');
    expect(code).toBe(0);
    expectMoved(place, 'one', 'two');
  });

  it('does not count it for those either who meet the limit while somebody waits for it already', async () => {
    await using place = await openWith(...slugs);
    place.write('migrator.yaml', 'migration:\n  timeout_seconds: 4\n');
    place.sandbox.faults.add({ host: 'github', method: 'POST', action: limited });
    const { code, stderr } = await place.run(['migrate', '--plan', 'plan.json', '--workers', '3']);
    expect(stderr).not.toContain('Timeout');
    expect(code).toBe(0);
    expectMoved(place, ...slugs);
  });
});

describe('repositories that fail', () => {
  it('for the same cause are reported together, with what to do said once', async () => {
    await using place = await openWith(...slugs);
    place.sandbox.faults.add({
      host: 'github-git',
      path: /(one|two)\.git\/info\/refs\?service=git-receive-pack/,
      times: 4,
      action: { kind: 'status', status: 403, body: 'Forbidden' },
    });
    const { code, stdout } = await place.run(runArguments);
    expect(code).toBe(6);
    expect(stdout).toContain('2 repositories, fix the cause before you retry');
    expect(stdout.match(/Fix:/g)).toHaveLength(1);
    expect(stdout).toMatch(/^ {4}one: .*403 Forbidden/m);
    expect(stdout).toMatch(/^ {4}two: .*403 Forbidden/m);
    expectMoved(place, 'three');
  });
});

describe('credentials that are revoked while a migration runs', () => {
  it('end it with exit code 4, and with new ones it goes on where it was', async () => {
    await using place = await openWith('one', 'two');
    const { sandbox } = place;
    sandbox.faults.add({
      host: 'bitbucket-git',
      path: /\/two\.git\//,
      action: { kind: 'slow', ms: 700 },
    });
    const running = place.start(runArguments);
    await running.until('two: fetch ...');
    sandbox.github.tokens.remove(sandbox.environment.DST_TOKEN ?? '');
    const { code, stdout, stderr } = await running.ended;
    expect(code).toBe(4);
    expect(stderr).toContain('401 Unauthorized');
    expect(stdout).toContain('1 done, 0 skipped, 0 failed');
    const id = /--resume (mig_[0-9a-z]{12})/.exec(stdout)?.[1] ?? '';
    expect((await place.run(['status', '--migration', id])).stdout).toContain('paused');

    const renewed = { DST_TOKEN: sandbox.github.tokens.add() };
    const second = await place.run(['migrate', '--resume', id], renewed);
    expect(second.stdout).toContain('2 done, 0 skipped, 0 failed');
    expect(second.code).toBe(0);
    expectMoved(place, 'one', 'two');
  });
});

describe('verify', () => {
  it('catches a ref that somebody moved after the push, and names it', async () => {
    await using place = await openWith('one', 'two');
    const { sandbox } = place;
    sandbox.faults.add({ host: 'github', method: 'PATCH', action: { kind: 'slow', ms: 700 } });
    const running = place.start(runArguments);
    await running.until('one: settings ...');
    const target = sandbox.github.gitDirectory('acme/one');
    git(target, 'update-ref', 'refs/heads/topic', 'refs/heads/main~1');
    const { code, stdout } = await running.ended;
    expect(code).toBe(6);
    expect(stdout).toContain(
      'Refs of acme/one differ from Bitbucket: 0 missing, 1 different, 0 unexpected (refs/heads/topic)',
    );
    expectMoved(place, 'two');
    const before = refsOf(target);
    expect((await place.run(runArguments)).code).toBe(6);
    expect(refsOf(target)).toBe(before);
    git(target, 'update-ref', '-d', 'refs/heads/topic');
    expect((await place.run(runArguments)).code).toBe(0);
    expectMoved(place, 'one', 'two');
  });
});

describe('the order in which a target is filled', () => {
  it('keeps it private and without Actions until all is there, and shows it last', async () => {
    await using place = await openWith();
    const { sandbox } = place;
    await sandbox.bitbucket.addRepository({
      slug: 'site',
      from: makeRepository(place.folder, 'site'),
      isPrivate: false,
    });
    const plan = place.plan('site');
    const repositories = plan.repositories.map((one) => ({ ...one, visibility: 'public' }));
    place.write('plan.json', { ...plan, repositories });
    sandbox.faults.add({
      host: 'github-git',
      path: /git-receive-pack/,
      action: { kind: 'slow', ms: 500 },
    });
    const running = place.start(runArguments);
    await running.until('site: push ...');
    expect(sandbox.github.findRepository('acme/site')).toMatchObject({
      private: true,
      actionsEnabled: false,
    });
    expect((await running.ended).code).toBe(0);
    expect(sandbox.github.findRepository('acme/site')).toMatchObject({
      private: false,
      actionsEnabled: true,
    });
    expect(sandbox.requests.flatMap(kindOfWrite)).toEqual([
      'create',
      'actions',
      'settings',
      'actions',
      'settings',
    ]);
  });
});

describe('a token that may not switch Actions', () => {
  it('moves everything all the same, and says so once for each time it was refused', async () => {
    await using place = await openWith('one');
    const { sandbox } = place;
    sandbox.faults.add({
      host: 'github',
      path: /actions\/permissions/,
      times: Number.POSITIVE_INFINITY,
      action: {
        kind: 'status',
        status: 403,
        body: '{"message":"Resource not accessible by personal access token"}',
      },
    });
    const { code, stderr } = await place.run(runArguments);
    expect(stderr).toMatch(
      /Actions could not be disabled on 127\.0\.0\.1:\d+: workflows may run when they are pushed/,
    );
    expect(stderr).toMatch(/DST_TOKEN cannot re-enable Actions on 127\.0\.0\.1:\d+/);
    expect(code).toBe(0);
    expectMoved(place, 'one');
    const asked = sandbox.requests.filter(({ path }) => path.includes('/actions/permissions'));
    expect(asked).toHaveLength(2);
  });
});

describe('a host without Actions', () => {
  it('is asked patiently for the first repository, and no more than once for the others', async () => {
    await using place = await openWith(...slugs);
    const { sandbox } = place;
    sandbox.faults.add({
      host: 'github',
      path: /actions\/permissions/,
      times: Number.POSITIVE_INFINITY,
      action: { kind: 'status', status: 404, body: '{"message":"Not Found"}' },
    });
    const { code } = await place.run(['migrate', '--plan', 'plan.json', '--workers', '1']);
    expect(code).toBe(0);
    expectMoved(place, ...slugs);
    const asked = sandbox.requests.filter(({ path }) => path.includes('/actions/permissions'));
    const switchedOff = asked.length - slugs.length;
    expect(switchedOff).toBe(3 + (slugs.length - 1));
  });
});

/** Requests that change something on the target, in a word. */
function kindOfWrite({ host, method, path, status }: RecordedRequest): string[] {
  if (status < 200 || status > 299) return [];
  if (host !== 'github' || method === 'GET') return [];
  if (method === 'POST') return ['create'];
  return [path.includes('/actions/') ? 'actions' : 'settings'];
}
