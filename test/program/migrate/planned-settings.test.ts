import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addRepositories, newestMigration } from '../../helpers/repositories/migration-fixture.ts';

let place: Workplace;

function planWith(...people: readonly string[]) {
  const plan = place.plan('web');
  const access = people.map((login) => ({
    id: `access:user:${login}`,
    kind: 'access',
    source: `write for ${login}`,
    target: `push for user ${login}`,
    grade: 'exact',
    why: 'The same access.',
    set: { access: [{ actor: { kind: 'user', name: login }, role: 'push' }] },
    looser: null,
  }));
  const teams = [{ name: 'devs', groups: ['devs'], members: ['jane'], incomplete: true }];
  const [web] = plan.repositories;
  return { ...plan, teams, repositories: [{ ...web, settings: access }] };
}

beforeAll(async () => {
  place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
  await addRepositories(place, 'web');
  const { github } = place.sandbox;
  for (const login of ['jane', 'stranger']) github.addUser({ login });
  github.setMembership('acme', 'jane', { role: 'member', state: 'active' });
});

afterAll(() => place[Symbol.asyncDispose]());

function settingsIn(stdout: string) {
  const told = stdout.split('\n').find((line) => line.includes('"type":"dry-run"'));
  return JSON.parse(told ?? '').settings;
}

describe('settings in a plan', () => {
  it('are shown by the dry run with the teams to create and the people to invite', async () => {
    place.write('settings.json', planWith('jane', 'stranger'));
    const scopes = ['repo', 'workflow', 'admin:org'];
    const DST_TOKEN = place.sandbox.github.tokens.add({ scopes });
    const dryRun = ['migrate', '--plan', 'settings.json', '--dry-run'];
    const { code, stdout, stderr } = await place.run(dryRun, { DST_TOKEN });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain('Settings       2 settings of 1 repository: 2 exact');
    expect(stdout).toContain('to create: devs (1 member, others unknown)');
    expect(stdout).toContain(
      '2 people with access; not in the organization: stranger. Inviting them takes 1 seat',
    );
    const json = await place.run([...dryRun, '--json'], { DST_TOKEN });
    expect(settingsIn(json.stdout)).toMatchObject({
      grades: { exact: 2 },
      new_teams: ['devs'],
      outside: ['stranger'],
      follow: false,
    });
  });

  it('may change between two runs, and the newest plan counts for a resume', async () => {
    const times = Number.POSITIVE_INFINITY;
    const action = { kind: 'status', status: 403, body: 'no' } as const;
    place.sandbox.faults.add({ host: 'bitbucket-git', times, action });
    place.write('settings.json', planWith('jane'));
    expect((await place.run(['migrate', '--plan', 'settings.json'])).code).toBe(6);
    const resume = ['migrate', '--resume', await newestMigration(place), '--dry-run', '--json'];
    expect(settingsIn((await place.run(resume)).stdout).settings).toBe(1);
    place.write('settings.json', planWith('jane', 'stranger'));
    expect((await place.run(['migrate', '--plan', 'settings.json'])).code).toBe(6);
    place.sandbox.faults.clear();
    expect(settingsIn((await place.run(resume)).stdout).settings).toBe(2);
  });

  it('give the target topics', async () => {
    await addRepositories(place, 'labelled');
    const labels = {
      ...{ id: 'labels', kind: 'labels', source: '1 label: shop', target: 'topics: shop' },
      ...{ grade: 'exact', why: 'The same words, as topics.', looser: null },
      set: { topics: ['shop'] },
    };
    const plan = place.plan('labelled');
    const [one] = plan.repositories;
    place.write('labels.json', { ...plan, repositories: [{ ...one, settings: [labels] }] });
    const { code, stderr } = await place.run(['migrate', '--plan', 'labels.json']);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(place.sandbox.github.findRepository('acme/labelled')?.topics).toEqual(['shop']);
  });
});
