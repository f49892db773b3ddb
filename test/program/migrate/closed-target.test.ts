import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addRepositories } from '../../helpers/repositories/migration-fixture.ts';

let place: Workplace;

beforeAll(async () => {
  place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
  await addRepositories(place, 'web', 'plain');
  const { github } = place.sandbox;
  github.addUser({ login: 'jane' });
  github.setMembership('acme', 'jane', { role: 'admin', state: 'active' });
});

afterAll(() => place[Symbol.asyncDispose]());

describe('the target of a plan that follows its source', () => {
  it('is closed: private, without issues, pull requests from collaborators only', async () => {
    const planned = place.plan('web');
    const [web] = planned.repositories;
    const plan = { ...planned, follow: true, repositories: [{ ...web, visibility: 'public' }] };
    place.write('follow.json', plan);
    const { code, stdout, stderr } = await place.run(['migrate', '--plan', 'follow.json']);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(place.sandbox.github.findRepository('acme/web')).toMatchObject({
      private: true,
      internal: false,
      hasIssues: false,
      pullRequestPolicy: 'collaborators_only',
    });
    const told = stdout + stderr;
    expect(told).toContain('jane can push to every repository as an owner of acme');
    expect(told).toContain(
      'Ask them not to change anything in closed repositories until the cut-over',
    );
  });

  it('leaves the target of every other plan as GitHub makes it', async () => {
    place.write('plain.json', place.plan('plain'));
    const { stdout, stderr } = await place.run(['migrate', '--plan', 'plain.json']);
    expect(place.sandbox.github.findRepository('acme/plain')).toMatchObject({
      hasIssues: true,
      pullRequestPolicy: 'all',
    });
    expect(stdout + stderr).not.toContain('as an owner of acme');
  });
});
