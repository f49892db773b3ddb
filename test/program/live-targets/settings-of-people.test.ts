import { describe, expect, it } from 'vitest';
import { administrator } from '../../core/verbs/cutover/lock/locked-sandbox.ts';
import { openWorkplace } from '../../helpers/program/workplace.ts';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { addSettings } from '../../helpers/settings/settings-place.ts';
import { askGithub } from '../../sandbox/helpers/rest.ts';
import { openSettingsSync } from '../sync/settings/settings-sync-place.ts';

describe('rulesets that people removed', () => {
  it('stay removed where the source changes access', async () => {
    await using place = await openSettingsSync('bitbucket-cloud');
    await place.sync();
    const one = place.sandbox.github.findRepository('acme/one');
    const [ruleset] = one?.settings.rulesets ?? [];
    expect(ruleset).toBeDefined();
    const gone = await askGithub(
      place.sandbox,
      'DELETE',
      `/repos/acme/one/rulesets/${ruleset?.id}`,
    );
    expect(gone.status).toBe(204);
    place.grant(place.bob, 'write');
    await place.sync();
    expect(place.target().rulesets).toEqual([]);
  });
});

describe('access that people changed', () => {
  it('stays removed where the source raises it', async () => {
    await using place = await openSettingsSync('bitbucket-cloud');
    await place.sync();
    place.sandbox.github.findRepository('acme/one')?.tracker.collaborators.clear();
    place.grant(place.jane, 'admin');
    await place.sync();
    expect(place.target().collaborators).toEqual([]);
  });
  it('stays lowered where the source raises it', async () => {
    await using place = await openSettingsSync('bitbucket-cloud');
    await place.sync();
    await askGithub(place.sandbox, 'PUT', '/repos/acme/one/collaborators/jane', {
      permission: 'pull',
    });
    place.grant(place.jane, 'admin');
    await place.sync();
    expect(place.target().collaborators).toEqual([{ login: 'jane', permission: 'read' }]);
  });
});

describe('a rollback', () => {
  it.each([
    ['title', { title: 'Who reviews what: please discuss' }],
    ['body', { body: 'Days of work are described here' }],
  ])('leaves a target whose settings pull request has another %s', async (_, change) => {
    await using place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
    const { bitbucket, github } = place.sandbox;
    await addSettings(place, 'web');
    expect((await place.run(['migrate', '--plan', 'plan.json'])).code).toBe(0);
    const SRC_API_TOKEN = bitbucket.credentials.addApiToken({ scopes: administrator.scopes });
    await askGithub(place.sandbox, 'PATCH', '/repos/acme/web/pulls/1', change);
    await place.run(['rollback', '--migration', await newestMigration(place), '--yes'], {
      SRC_API_TOKEN,
    });
    expect(github.findRepository('acme/web')).toMatchObject({ archived: false });
  });
});
