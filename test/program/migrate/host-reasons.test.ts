import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addRepositories, newestMigration } from '../../helpers/repositories/migration-fixture.ts';

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
  await addRepositories(place, 'one');
});
afterEach(() => place[Symbol.asyncDispose]());

const run = ['migrate', '--plan', 'plan.json'];

it.each([
  [403, 'Sorry. Your account was suspended', 'Ask GitHub Support'],
  [422, 'You have reached the repository limit of this organization', 'Ask an owner to raise'],
])(
  'shows the reason of a refusal with %i in lines, summary and status',
  async (status, message, hint) => {
    const action = { kind: 'status', status, body: JSON.stringify({ message }) } as const;
    const times = Number.POSITIVE_INFINITY;
    place.sandbox.faults.add({ host: 'github', method: 'POST', path: /repos$/, times, action });
    const { code, stdout, stderr } = await place.run(run);
    expect(code).toBe(6);
    expect(stderr).toMatch(new RegExp(`^failed .*${message}`, 'm'));
    expect(stdout).toContain(message);
    expect(stdout).toContain(hint);
    expect(stdout).not.toContain('scope');
    const id = await newestMigration(place);
    const shown = await place.run(['status', '--migration', id, '--repository', 'one']);
    expect(shown.stdout).toContain(message);
    expect(shown.stdout).toContain(hint);
  },
);

it('fails a public repository whose target somebody made public meanwhile, and says so', async () => {
  const source = place.sandbox.bitbucket.findRepository('one');
  if (source === null) throw new Error('no source');
  source.isPrivate = false;
  place.sandbox.faults.decide(({ host, method }) => {
    const target = place.sandbox.github.findRepository('acme/one');
    // Its topics are the last that is written to a private target.
    if (host === 'github' && method !== 'GET' && target !== null) target.private = false;
    return null;
  });
  const { code, stdout } = await place.run(run);
  expect(code).toBe(6);
  expect(stdout).toContain('acme/one is public, and should be private: someone else opened it');
  place.sandbox.faults.clear();
  const target = place.sandbox.github.findRepository('acme/one');
  if (target === null) throw new Error('no target');
  target.private = true;
  expect((await place.run(run)).code).toBe(0);
});
