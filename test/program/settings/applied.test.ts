import { describe, expect, it } from 'vitest';
import { addSettings, settingsOnTarget } from '../../helpers/settings/settings-place.ts';
import { openWorkplace } from '../../helpers/workplace.ts';

const migrate = ['migrate', '--plan', 'plan.json'];

describe('migrate with settings in the plan', () => {
  it('applies them once, and tells what needs a person', async () => {
    await using place = await openWorkplace();
    await addSettings(place, 'web');
    const { code, stderr } = await place.run(migrate);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    expect(settingsOnTarget(place, 'web')).toEqual({
      rulesets: [
        { title: 'bitbucket: ~DEFAULT_BRANCH', enforcement: 'active', bypass: 1 },
        { title: 'bitbucket: checks on release/*', enforcement: 'disabled', bypass: 0 },
      ],
      hooks: [{ url: 'https://ci.example/hook', active: false, events: ['push'] }],
      keys: [{ title: 'deploy', readOnly: true }],
      autolinks: [{ prefix: 'SHOP-', template: 'https://jira.example/browse/SHOP-<num>' }],
      invitations: [],
      collaborators: [{ login: 'jane', permission: 'maintain' }],
      teams: [{ slug: 'core', privacy: 'closed', members: ['bob', 'jane'], role: 'write' }],
      pulls: ['#1 Add settings from Bitbucket: open'],
      squashOnly: true,
    });
    expect(stderr).toContain('Not in the organization: outsider; --invite would take 1 seat');
  });
});
