import { expect, it } from 'vitest';
import { openScene } from './scene.ts';

it('finishes pull requests whose reviewers the target does not let be asked, and says so', async () => {
  await using scene = await openScene();
  const { bitbucket, github } = scene.place.sandbox;
  const person = bitbucket.addPerson({ name: 'Ada', accountId: 'a'.repeat(24) });
  github.addUser({ login: 'ada-gh' });
  const { commits } = scene.history;
  await scene.add([
    { title: 'Add e', source: { branch: 'topic' }, participants: [{ person }] },
    {
      title: 'Merged',
      state: 'MERGED',
      source: { branch: 'merged', commit: commits.merged },
      destination: { commit: commits.start },
    },
  ]);
  scene.place.write('users.csv', 'source_username,target_username\nAda,ada-gh\n');
  const { code, stderr } = await scene.migrate(
    ({ path }) =>
      path.includes('/collaborators/')
        ? { status: 403, body: { message: 'Must have push access to view collaborators.' } }
        : null,
    ['--user-map', 'users.csv'],
  );
  expect(stderr).toContain('Pull request 1: cannot request reviewers (403 Forbidden');
  expect(code).toBe(0);
  expect(scene.shown()[1]).toContain('#2 Merged: merged');
});
