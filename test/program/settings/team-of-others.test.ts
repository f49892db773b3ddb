import { describe, expect, it } from 'vitest';
import { openWorkplace } from '../../helpers/program/workplace.ts';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { addSettings, settingsOnTarget } from '../../helpers/settings/settings-place.ts';

const migrate = ['migrate', '--plan', 'plan.json'];
const forever = new Promise(() => {});
const createsTeam = { host: 'github', method: 'POST', path: /\/orgs\/acme\/teams$/ } as const;

describe('a team that a killed run asked for', () => {
  it.each([
    ['the name of which somebody else has taken since gets nothing', 'reset', null],
    ['is ours where only the answer was lost', 'lost-answer', 'write'],
  ] as const)('%s', async (_, fault, role) => {
    await using place = await openWorkplace();
    await addSettings(place, 'web');
    const { github, faults, organization } = place.sandbox;
    faults.add({ ...createsTeam, times: 1, action: { kind: fault } });
    // The look for the team after the settle time.
    const looks = { ...createsTeam, method: 'GET' } as const;
    const running = place.start(migrate);
    const isAsked = () =>
      place.sandbox.requests.some(
        ({ path, fault: seen }) => seen === fault && path.endsWith('/teams'),
      );
    await expect.poll(isAsked, { timeout: 30_000, interval: 5 }).toBe(true);
    faults.add({ ...looks, times: 1, action: { kind: 'held', until: forever } });
    running.child.kill('SIGKILL');
    await running.ended;
    faults.clear();
    if (fault === 'reset') {
      const owner = github.findAccount(organization);
      if (owner === null) throw new Error('no organization');
      github.addUser({ login: 'carol' });
      const core = github.addTeam({ organization, slug: 'core', members: ['carol'] });
      const secret = github.createRepository({ name: 'secret', owner, creator: owner });
      core.repositories.set(secret.id, 'admin');
    }
    const { code, stderr } = await place.run(['migrate', '--resume', await newestMigration(place)]);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    const [team] = settingsOnTarget(place, 'web').teams;
    expect(team).toMatchObject({
      members: fault === 'reset' ? ['carol'] : ['bob', 'jane'],
      role,
    });
  });
});
