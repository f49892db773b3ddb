import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addRepositories, hasMoved } from '../../helpers/repositories/migration-fixture.ts';

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
  await addRepositories(place, 'web');
});
afterEach(() => place[Symbol.asyncDispose]());

/** As if the process were killed when the repository was created, before it was told. */
function endAtCreation(): void {
  let isCreated = false;
  place.sandbox.faults.decide(({ host, method, target }) => {
    if (isCreated) return { kind: 'status', status: 403, body: 'no' };
    if (host !== 'github' || method !== 'POST' || !target.endsWith('/repos')) return null;
    isCreated = true;
    return { kind: 'lost-answer' };
  });
}

it('a repository whose creation was lost is found again, whatever its source is described as by then', async () => {
  const source = place.sandbox.bitbucket.findRepository('web');
  if (source === null) throw new Error('no source');
  source.description = 'As it was';
  endAtCreation();
  const ended = await place.run(['migrate', '--plan', 'plan.json']);
  expect(ended.code).not.toBe(0);
  place.sandbox.faults.clear();
  source.description = 'As it is now';
  const { code, stdout, stderr } = await place.run(['migrate', '--plan', 'plan.json']);
  expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
  expect(hasMoved(place, 'web')).toBe(true);
  const made = place.sandbox.github.repositories.filter(({ name }) => name === 'web');
  expect(made.map(({ description }) => description)).toEqual(['As it is now']);
});
