import { expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addRepositories } from '../../helpers/repositories/migration-fixture.ts';
import { openCutoverPlace } from './cutover-place.ts';

/** Somebody's private repository takes the name when the request arrives that opens ours. */
function replaceWhenOpened(place: Workplace, isOpening: (change: number) => boolean) {
  const { github, organization, faults } = place.sandbox;
  const owner = github.findAccount(organization);
  if (owner === null) throw new Error('the sandbox has no organization');
  let changes = 0;
  faults.decide(({ host, method, target }) => {
    if (host !== 'github' || method !== 'PATCH' || !target.endsWith('/one')) return null;
    changes += 1;
    if (!isOpening(changes)) return null;
    github.renameRepository('acme/one', 'moved');
    github.createRepository({ owner, creator: owner, name: 'one' });
    return null;
  });
}

function publish(place: Workplace) {
  const found = place.sandbox.bitbucket.findRepository('one');
  if (found === null) throw new Error('no source');
  found.isPrivate = false;
}

const named = 'acme/one is now a different repository, and is public';

it('a cut-over names another repository that it has opened in place of its target', async () => {
  await using place = await openCutoverPlace({}, ['one'], null, {}, (one) => ({
    ...one,
    visibility: 'public',
  }));
  publish(place);
  replaceWhenOpened(place, (change) => change === 2);
  const { code, stderr } = await place.cutover();
  expect(stderr).toContain(named);
  expect(stderr).toContain('Restore its visibility by hand');
  expect(code).not.toBe(0);
});

it('a migration names it as well', async () => {
  await using place = await openWorkplace();
  await addRepositories(place, 'one');
  publish(place);
  const plan = place.plan('one');
  const repositories = plan.repositories.map((one) => ({ ...one, visibility: 'public' }));
  place.write('plan.json', { ...plan, repositories });
  replaceWhenOpened(place, (change) => change === 2);
  const { code, stdout } = await place.run(['migrate', '--plan', 'plan.json', '--workers', '1']);
  expect(stdout).toContain(named);
  expect(code).toBe(6);
});
