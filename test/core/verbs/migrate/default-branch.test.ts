import { expect, it } from 'vitest';
import { openWorkplace } from '../../../helpers/program/workplace.ts';
import { git, makeRepository } from '../../../helpers/repositories/git-fixture.ts';
import { hostCopy } from '../../../helpers/repositories/host-copy.ts';
import { targetOf } from '../../../helpers/repositories/migration-fixture.ts';

it('takes the default branch from the Git of a source whose interface does not report it', async () => {
  await using place = await openWorkplace({ source: 'bitbucket-data-center' });
  const from = makeRepository(place.folder, 'web');
  git(from, 'branch', '-m', 'main', 'trunk');
  await hostCopy(place.sandbox.bitbucket, { slug: 'web', from });
  place.sandbox.faults.add({
    host: 'bitbucket',
    path: /default-branch|branches\/default/,
    times: Number.POSITIVE_INFINITY,
    action: { kind: 'status', status: 400, body: '{}' },
  });
  place.write('plan.json', place.plan('web'));
  const { code, stderr } = await place.run(['migrate', '--plan', 'plan.json']);
  expect(code).toBe(0);
  expect(stderr).toContain('Cannot read the default branch of ACME/web');
  const head = git(targetOf(place, 'web'), 'symbolic-ref', '--short', 'HEAD');
  expect(head.trim()).toBe('trunk');
});
