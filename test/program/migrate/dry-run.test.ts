import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { makeRepository } from '../../helpers/repositories/git-fixture.ts';
import { hostCopy } from '../../helpers/repositories/host-copy.ts';

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace({ limits: { bitbucket: 'none' } });
  const { bitbucket } = place.sandbox;
  for (const slug of ['api', 'web']) {
    await hostCopy(bitbucket, { slug, from: makeRepository(place.folder, slug) });
  }
  place.write('plan.json', place.plan('api', 'web'));
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

const dryRun = ['migrate', '--plan', 'plan.json', '--dry-run'];

function propose(slug: string, many: number): void {
  const { bitbucket } = place.sandbox;
  for (let number = 1; number <= many; number += 1) {
    bitbucket.addPullRequest(slug, {
      number,
      state: number === 2 ? 'DECLINED' : 'OPEN',
      source: { branch: 'topic' },
      conversation: { comments: [{ text: 'general' }] },
    });
  }
}

function written(): readonly string[] {
  return place.sandbox.requests
    .filter(({ host, method }) => host.startsWith('github') && method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);
}

describe('a dry run', () => {
  it('reports pull requests by state, requests in each mode and time, after a deep scan', async () => {
    propose('api', 3);
    const { workspace } = place.sandbox;
    const look = ['discover', '--workspace', workspace, '--deep', '--output', 'inventory.json'];
    expect((await place.run(look)).code).toBe(0);
    const before = place.sandbox.requests.length;
    const { code, stdout } = await place.run([...dryRun, '-v']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Ready: .*\nEstimate: 3 pull requests with /);
    expect(stdout).toContain('Pull requests  3: 2 open, 0 merged, 1 declined, 0 superseded');
    expect(stdout).toContain('--comments  Bitbucket  content-creating  others');
    expect(stdout).toMatch(/^threaded +\d+ +at most 6 +\d+ +under 1m/m);
    expect(stdout).toMatch(/^folded +\d+ +3 /m);
    expect(stdout).not.toContain('An estimate');
    const asked = place.sandbox.requests.slice(before).map(({ path }) => path);
    expect(asked.filter((path) => path.includes('/pullrequests'))).toEqual([]);
    expect(written()).toEqual([]);
  });

  it('says a problem of several repositories once, and as JSON each of them', async () => {
    place.write('plan.json', place.plan('gone', 'api', 'lost'));
    const { code, stdout: said, stderr } = await place.run(dryRun);
    expect(code).toBe(3);
    expect(said).toBe('Not ready: 2 of 3 repositories cannot be migrated. Nothing was written.\n');
    expect(stderr.match(/^error .*does not exist/gm)).toHaveLength(1);
    expect(stderr).toContain('2 repositories: gone, lost\n');
    expect(stderr.match(/Remove it from the plan/g)).toHaveLength(1);
    const { stdout } = await place.run([...dryRun, '--json']);
    expect(stdout.match(/"type":"error"/g)).toHaveLength(2);
  });

  it('marks an estimate as one, and gives hours where it takes hours', async () => {
    propose('api', 600);
    const { code, stdout } = await place.run([...dryRun, '-v']);
    expect(code).toBe(0);
    expect(stdout).toContain('An estimate from the number of pull requests; assumes');
    expect(stdout).toContain('migrator discover --workspace acme-workspace --deep');
    expect(stdout).toMatch(/^threaded +about [\d,]+ +about 2,400 .* 4h/m);
    expect(written()).toEqual([]);
  });

  it('asks for no pull requests that stay behind', async () => {
    propose('api', 1);
    const plan = place.plan('api', 'web');
    const [api, ...others] = plan.repositories;
    if (api === undefined) throw new Error('the plan is empty');
    place.write('plan.json', {
      ...plan,
      repositories: [{ ...api, pull_requests: false }, ...others],
    });
    const { stdout } = await place.run([...dryRun, '--json']);
    const lines = stdout.trimEnd().split('\n');
    const result = JSON.parse(lines.at(-1) ?? '') as { forecast: { repositories: object[] } };
    expect(result.forecast.repositories).toMatchObject([{ source: 'web' }]);
    const without = await place.run([...dryRun, '--no-pull-requests']);
    expect(without.stdout).not.toContain('Pull requests');
  });

  it('counts a refused repository as unknown, and reports what concerns all with the other problems', async () => {
    const refuse = (status: number) =>
      place.sandbox.faults.add({
        host: 'bitbucket',
        path: /\/pullrequests/,
        times: Number.POSITIVE_INFINITY,
        action: { kind: 'status', status, body: '{"error":{"message":"no"}}' },
      });
    refuse(403);
    const unknown = await place.run([...dryRun, '-v']);
    expect(unknown.code).toBe(0);
    expect(unknown.stdout).toContain('2 repositories not counted');
    expect(unknown.stdout).toContain('Not scanned yet, not counted: 2 repositories');
    place.sandbox.faults.clear();
    refuse(401);
    const { code, stdout, stderr } = await place.run(dryRun);
    expect(code).toBe(4);
    expect(stdout).toContain('Nothing was written.');
    expect(stderr).toContain('SRC_');
  });
});
