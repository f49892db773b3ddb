import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { administrator } from '../../core/verbs/cutover/lock/locked-sandbox.ts';
import { openWorkplace } from '../../helpers/program/workplace.ts';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { addSettings } from '../../helpers/settings/settings-place.ts';
import { askGithub } from '../../sandbox/helpers/rest.ts';
import { commit } from '../sync/sync-place.ts';

async function openMigrated(organization: string | null = null) {
  const place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
  const { bitbucket, github } = place.sandbox;
  await addSettings(place, 'web');
  const plan = JSON.parse(readFileSync(join(place.folder, 'plan.json'), 'utf8'));
  plan.target.organization = organization ?? plan.target.organization;
  place.write('plan.json', plan);
  const { code, stderr } = await place.run(['migrate', '--plan', 'plan.json']);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  const { scopes } = administrator;
  const SRC_API_TOKEN = bitbucket.credentials.addApiToken({ scopes });
  const args = ['rollback', '--migration', await newestMigration(place)];
  return {
    ...place,
    github,
    rollback: (...more: readonly string[]) => place.run([...args, ...more], { SRC_API_TOKEN }),
  };
}

describe('rollback of a target with a settings pull request', () => {
  it('knows it for its own, and finds what people did with it', async () => {
    await using place = await openMigrated();
    const { rollback, sandbox, github } = place;
    const first = await rollback('--dry-run');
    expect({ code: first.code, stdout: first.stdout }).toMatchObject({ code: 0 });
    const path = '/repos/acme/web/issues/1/comments';
    expect((await askGithub(sandbox, 'POST', path, { body: 'Why?' })).status).toBe(201);
    const said = await rollback('--yes');
    expect(said.code).toBe(6);
    expect(said.stdout).toMatch(/comment \d+ of #1 has since been added/);
    commit(github.gitDirectory('acme/web'), 'migrator/settings', 'Another owner');
    const pushed = await rollback('--yes');
    expect(pushed.stdout).toContain(
      'branch migrator/settings may have changed since it was pushed',
    );
    const pull = await askGithub(sandbox, 'PATCH', '/repos/acme/web/pulls/1', { state: 'closed' });
    expect(pull.status).toBe(200);
    const closed = await rollback('--yes');
    expect(closed.stdout).toContain('#1 with settings was merged, closed or deleted');
    expect(github.findRepository('acme/web')).toMatchObject({ archived: false });
  });

  it('takes targets of a personal account away as well', async () => {
    await using place = await openMigrated('robin-keller');
    const { code, stdout, stderr } = await place.rollback('--without-cutover', '--yes');
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain('Nothing else changed: 1 repository of robin-keller compared');
    expect(place.github.repositories.map(({ archived }) => archived)).toEqual([true]);
  });
});
