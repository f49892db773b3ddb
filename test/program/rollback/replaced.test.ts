import { expect, it } from 'vitest';
import type { GithubRepository } from '../../../sandbox/github/records.ts';
import { openCutoverPlace } from '../cutover/cutover-place.ts';

it('leaves a repository that took the name which the rollback gave, and keeps the source locked', async () => {
  await using place = await openCutoverPlace({}, ['one']);
  expect((await place.cutover()).code).toBe(0);
  const { github, organization } = place.sandbox;
  const owner = github.findAccount(organization);
  if (owner === null) throw new Error('the sandbox has no organization');
  let theirs: GithubRepository | null = null;
  let name = '';
  place.sandbox.faults.decide(() => {
    const aside = github.repositories.find((one) => one.name.startsWith('one-rolledback-'));
    if (theirs !== null || aside === undefined) return null;
    ({ name } = aside);
    void github.deleteRepository(`acme/${name}`);
    theirs = github.createRepository({ owner, creator: owner, name });
    theirs.archived = true;
    return null;
  });
  const rollback = ['rollback', '--migration', place.migration, '--yes'];
  const { code, stdout } = await place.run(rollback, place.credentials);
  expect(name).not.toBe('');
  expect(theirs).toMatchObject({ name, archived: true });
  expect(stdout).toContain(`${name} is gone since it was looked at, or others have renamed it`);
  expect(code).toBe(6);
  expect(place.restrictions('one').length).toBeGreaterThan(0);
});
