import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { makeRepository, refsOf } from '../../helpers/repositories/git-fixture.ts';
import { hostCopy } from '../../helpers/repositories/host-copy.ts';

const slugs = ['one', 'two', 'three'];

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
  for (const slug of slugs) {
    await hostCopy(place.sandbox.bitbucket, { slug, from: makeRepository(place.folder, slug) });
  }
  place.write('plan.json', place.plan(...slugs));
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

function expectAllMoved(): void {
  const { sandbox } = place;
  expect(sandbox.github.repositories).toHaveLength(slugs.length);
  for (const slug of slugs) {
    const target = sandbox.github.gitDirectory(`${sandbox.organization}/${slug}`);
    expect(refsOf(target)).toBe(refsOf(sandbox.bitbucket.gitDirectory(slug)));
  }
  const created = sandbox.requests.filter(
    ({ method, path, status }) => method === 'POST' && path.endsWith('/repos') && status === 201,
  );
  expect(created.length).toBeLessThanOrEqual(slugs.length);
}

describe('a run that is interrupted', () => {
  it('ends its running steps at the first signal, exits 130 and says how to go on', async () => {
    place.sandbox.faults.add({
      host: 'github',
      method: 'POST',
      times: 1,
      action: { kind: 'slow', ms: 4000 },
    });
    const running = place.start(['migrate', '--plan', 'plan.json', '--workers', '1', '-vv']);
    await running.until('one: create ...');
    running.child.kill('SIGINT');
    const { code, stderr, stdout } = await running.ended;
    expect(stderr).toContain('Stopping after the current steps');
    expect(stderr).toContain('one: create: created');
    expect(stderr).not.toContain('two: fetch');
    expect(code).toBe(130);
    const id = /migrator migrate --resume (mig_[0-9a-z]{12})/.exec(stdout)?.[1] ?? '';
    expect((await place.run(['status', '--migration', id])).stdout).toContain('paused');
    expect((await place.run(['migrate', '--resume', id])).code).toBe(0);
    expectAllMoved();
  });

  it('stops at once at the second signal, and loses nothing', async () => {
    place.sandbox.faults.add({
      host: 'github-git',
      times: 1,
      action: { kind: 'slow', ms: 60_000 },
    });
    const running = place.start(['migrate', '--plan', 'plan.json', '--workers', '1', '-vv']);
    await running.until('one: push ...');
    running.child.kill('SIGTERM');
    await running.until('Stopping after the current steps');
    running.child.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    place.sandbox.faults.clear();
    expect((await place.run(['migrate', '--plan', 'plan.json'])).code).toBe(0);
    expectAllMoved();
  });
});

describe('a run that waits for a limit', () => {
  it('ends at the first signal, and the run after it waits for the rest', async () => {
    const body = '{"message":"API rate limit exceeded for user ID 1."}';
    const headers = { 'retry-after': '8' };
    const action = { kind: 'status', status: 403, headers, body } as const;
    place.sandbox.faults.add({ host: 'github', method: 'POST', action });
    const running = place.start(['migrate', '--plan', 'plan.json', '--workers', '1']);
    await running.until('waiting  one:');
    running.child.kill('SIGINT');
    const { code, stdout } = await running.ended;
    expect(code).toBe(130);
    expect(stdout).toContain('3 queued');
    const after = await place.run(['migrate', '--plan', 'plan.json']);
    expect(after.stderr).toMatch(/waiting {2}\d.*s for .*: the rate limit is exceeded/);
    expect(after.code).toBe(0);
    expectAllMoved();
  });
});

describe('a run that is killed', () => {
  it.each([
    'one: fetch ...',
    'one: create ...',
    'one: push ...',
    'one: settings ...',
    'two: create ...',
  ])('after "%s" goes on with the same plan and makes nothing twice', async (moment) => {
    const running = place.start(['migrate', '--plan', 'plan.json', '--workers', '1', '-vv']);
    await running.until(moment);
    running.child.kill('SIGKILL');
    await running.ended;
    const { code, stdout, stderr } = await place.run(['migrate', '--plan', 'plan.json']);
    expect(stderr).toMatch(/\d workers?, resumed$/m);
    expect(stdout).toContain('3 done, 0 skipped, 0 failed');
    expect(code).toBe(0);
    expectAllMoved();
  });

  it('adopts a repository whose making was never answered', async () => {
    place.sandbox.faults.add({
      host: 'github',
      method: 'POST',
      path: /\/repos$/,
      action: { kind: 'lost-answer' },
    });
    const { code, stderr } = await place.run([
      'migrate',
      '--plan',
      'plan.json',
      '--workers',
      '1',
      '-v',
    ]);
    expect(stderr).toContain(
      'a response was lost: waiting before checking what the request created',
    );
    expect(stderr).toContain('one: create: found again');
    expect(code).toBe(0);
    expectAllMoved();
  });
});

describe('while a migration runs', () => {
  it('a second process is refused with the name of the first, and status can be read', async () => {
    place.sandbox.faults.add({
      host: 'github-git',
      times: 1,
      action: { kind: 'slow', ms: 12_000 },
    });
    const running = place.start(['migrate', '--plan', 'plan.json', '--workers', '1', '-vv']);
    await running.until('one: push ...');
    const second = await place.run(['migrate', '--plan', 'plan.json']);
    expect(second.code).toBe(8);
    expect(second.stderr).toContain(`process ${running.child.pid} on`);
    const status = await place.run(['status', '--list']);
    expect(status).toMatchObject({ code: 0, stdout: expect.stringContaining('running') });
    expect((await running.ended).code).toBe(0);
    expectAllMoved();
    expect(readdirSync(join(place.folder, 'state', 'work'))).toEqual([]);
  });
});
