import { expect, it } from 'vitest';
import { openCutoverPlace } from '../cutover/cutover-place.ts';

it('opens nothing where somebody is excepted while the lock is proved for the last time', async () => {
  await using place = await openCutoverPlace({ source: 'bitbucket-data-center' }, ['one']);
  const { bitbucket, dataCenter, faults, github } = place.sandbox;
  const uuid = bitbucket.findRepository('one')?.uuid ?? '';
  const own = dataCenter?.settings.ofRepository(uuid).restrictions ?? [];
  const jane = {
    ...{ id: 77, type: 'read-only', groups: [], accessKeys: [] },
    matcher: { type: 'BRANCH', id: 'refs/heads/main' },
    users: [bitbucket.addPerson({ name: 'Jane Roe' })],
  } as never;
  let hasSettings = false;
  faults.decide(({ host, method }) => {
    hasSettings ||= host === 'github' && method === 'PATCH';
    const isProof = hasSettings && host === 'bitbucket-git' && method === 'POST';
    if (isProof && !own.includes(jane)) own.push(jane);
    return null;
  });
  const { code, stderr } = await place.cutover();
  expect(own.includes(jane)).toBe(true);
  expect(code, stderr).toBe(6);
  expect(stderr).toContain('Jane Roe');
  expect(github.findRepository('acme/one')?.hasIssues).toBe(false);
});
