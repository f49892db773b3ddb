import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../../helpers/program/workplace.ts';
import { git, makeRepository } from '../../../helpers/repositories/git-fixture.ts';

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

it('names a branch that begins with refs/ before anything is made on the target', async () => {
  const { bitbucket, github } = place.sandbox;
  await bitbucket.addRepository({ slug: 'odd', from: makeRepository(place.folder, 'odd') });
  git(bitbucket.gitDirectory('odd'), 'update-ref', 'refs/heads/refs/heads/x', 'refs/heads/main');
  place.write('plan.json', place.plan('odd'));
  const { code, stdout } = await place.run(['migrate', '--plan', 'plan.json']);
  expect(code).toBe(6);
  expect(stdout).toContain('refs/heads/refs/heads/x');
  expect(stdout).toContain('Rename or delete it on Bitbucket, then migrate again.');
  expect(github.findRepository('acme/odd')).toBeNull();
});
