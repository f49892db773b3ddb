import { describe, expect, it } from 'vitest';
import { openWorkplace } from '../../helpers/program/workplace.ts';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { addSettings } from '../../helpers/settings/settings-place.ts';
import { askGithub } from '../../sandbox/helpers/rest.ts';
import { openSettingsSync } from '../sync/settings/settings-sync-place.ts';
import { commit } from '../sync/sync-place.ts';

describe('members that people took out of a team', () => {
  it('stay out after a sync of other settings', async () => {
    await using place = await openSettingsSync('bitbucket-cloud', (plan) => ({
      ...plan,
      teams: [{ name: 'core', groups: ['core'], incomplete: false, members: ['jane', 'bob'] }],
    }));
    await place.sync();
    const members = () => place.target().teams.map(({ slug, members: all }) => [slug, all]);
    expect(members()).toEqual([['core', ['bob', 'jane']]]);
    const out = await askGithub(place.sandbox, 'DELETE', '/orgs/acme/teams/core/memberships/bob');
    expect(out.status).toBe(204);
    place.protect('release');
    await place.sync();
    expect(members()).toEqual([['core', ['jane']]]);
  });
});

describe('rulesets that people set to evaluate while they were off', () => {
  it('are not put in force', async () => {
    await using place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
    await addSettings(place, 'web');
    expect((await place.run(['migrate', '--plan', 'plan.json'])).code).toBe(0);
    const sync = ['sync', '--migration', await newestMigration(place)];
    commit(place.sandbox.bitbucket.gitDirectory('web'), 'main', 'More');
    const running = place.start(sync);
    place.sandbox.faults.add({
      ...{ host: 'github-git', method: 'POST', path: /git-receive-pack/ },
      action: { kind: 'lost-answer', onDone: () => void running.child.kill('SIGKILL') },
    });
    await running.ended;
    place.sandbox.faults.clear();
    const web = place.sandbox.github.findRepository('acme/web');
    const one = web?.settings.rulesets[0];
    await askGithub(place.sandbox, 'PUT', `/repos/acme/web/rulesets/${one?.id}`, {
      enforcement: 'evaluate',
    });
    await place.run(sync);
    expect(web?.settings.rulesets[0]?.enforcement).toBe('evaluate');
  });
});
