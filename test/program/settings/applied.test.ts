import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorkplace } from '../../helpers/program/workplace.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { addSettings, settingsOnTarget } from '../../helpers/settings/settings-place.ts';
import { share } from '../../helpers/share.ts';

const migrate = ['migrate', '--plan', 'plan.json'];

const migrated = share(async () => {
  const place = await openWorkplace();
  await addSettings(place, 'web');
  const ended = await place.run(migrate);
  return { place, ended, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
});

describe('migrate with settings in the plan', () => {
  it('applies them once, and reports what needs a person', async () => {
    const { place, ended } = await migrated.get();
    const { code, stderr } = ended;
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

  it('finds all of it again after the state was lost', async () => {
    const { place } = await migrated.get();
    const before = settingsOnTarget(place, 'web');
    writeFileSync(join(place.folder, 'state', 'migrator.sqlite'), 'garbled');
    const { code, stderr } = await place.run([...migrate, '--reset-state', '--yes']);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    expect(settingsOnTarget(place, 'web')).toEqual(before);
  });

  it('opens one pull request with owners and the new addresses of submodules', async () => {
    await using place = await openWorkplace();
    await addSettings(place, 'web', 'lib');
    const { bitbucket, github, workspace } = place.sandbox;
    const work = join(place.folder, 'modules');
    git(place.folder, 'clone', '-q', bitbucket.gitDirectory('web'), work);
    const modules = `[submodule "lib"]\n\tpath = lib\n\turl = git@127.0.0.1:${workspace}/lib.git\n`;
    writeFileSync(join(work, '.gitmodules'), modules);
    git(work, 'add', '.gitmodules');
    git(work, '-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'Add lib');
    git(work, 'push', '-q', 'origin', 'HEAD');
    expect((await place.run(migrate)).code).toBe(0);
    const directory = github.gitDirectory('acme/web');
    const show = (path: string) => git(directory, 'show', `migrator/settings:${path}`);
    expect(show('.github/CODEOWNERS')).toBe('# Default reviewers on Bitbucket\n* @acme/core\n');
    expect(show('.gitmodules')).toBe(
      modules.replace(`127.0.0.1:${workspace}/lib.git`, '127.0.0.1:acme/lib.git'),
    );
    // Nothing of it is on the default branch.
    expect(git(directory, 'ls-tree', '--name-only', 'main')).not.toContain('.github');
    const [pull] = github.findRepository('acme/web')?.pulls ?? [];
    expect([pull?.base.ref, pull?.head.ref]).toEqual(['main', 'migrator/settings']);
    expect(pull?.body).toContain(
      '`.gitmodules`: points submodules to their repositories on GitHub',
    );
  });

  it('reports what a personal account cannot have, and names the project in a topic', async () => {
    await using place = await openWorkplace();
    await addSettings(place, 'web');
    const plan = JSON.parse(readFileSync(join(place.folder, 'plan.json'), 'utf8'));
    plan.target.organization = place.sandbox.github.user.login;
    place.write('plan.json', plan);
    const { code, stderr } = await place.run(migrate);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    expect(stderr).toContain('Team core: robin-keller is a personal account, which has no teams');
    const repository = place.sandbox.github.findRepository('robin-keller/web');
    const key = place.sandbox.bitbucket.findRepository('web')?.project.key.toLowerCase();
    expect(repository?.topics).toEqual([`bitbucket-${key}`]);
    expect(repository?.settings.autolinks).toHaveLength(1);
    expect(repository?.tracker.collaborators.size).toBe(0);
  });
});
