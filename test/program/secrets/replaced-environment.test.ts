import { expect, it } from 'vitest';
import { addTargetRepository } from '../../helpers/secrets/target-secrets.ts';
import { openVariables } from '../../helpers/secrets/variables-place.ts';

it('secrets scaffold says so where its last environment may have reached another repository', async () => {
  await using place = await openVariables();
  place.write('plan.json', place.plan('web'));
  place.write('secrets.yaml', 'repositories:\n  web:\n    environments:\n      New: []\n');
  expect(await place.run(['migrate', '--plan', 'plan.json'])).toMatchObject({ code: 0 });
  const { github, faults } = place.sandbox;
  faults.decide(({ host, method, target }) => {
    if (host !== 'github' || method !== 'PUT' || !target.includes('/environments/New')) return null;
    faults.clear();
    github.renameRepository('acme/web', 'moved');
    addTargetRepository(place.sandbox, 'web');
    return null;
  });
  const args = ['--target-org', 'acme', '--manifest', 'secrets.yaml'];
  const { code, stdout, stderr } = await place.run(['secrets', 'scaffold', ...args]);
  expect(stdout + stderr).toContain('acme/web is now a different repository');
  expect(code).toBe(6);
});
