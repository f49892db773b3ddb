import { describe, expect, it } from 'vitest';
import { openWorkplace } from '../../helpers/program/workplace.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import {
  addPullRequests,
  newestMigration,
  targetOf,
} from '../../helpers/repositories/migration-fixture.ts';
import { addSettings } from '../../helpers/settings/settings-place.ts';
import { askGithub } from '../../sandbox/helpers/rest.ts';
import { change } from './live-target-place.ts';

const migrate = ['migrate', '--plan', 'plan.json', '--workers', '1'];

describe('a resume', () => {
  it('leaves the default branch that people have chosen since the kill', async () => {
    await using place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
    await addPullRequests(place, 'web');
    const running = place.start(migrate);
    place.sandbox.faults.add({
      ...{ host: 'github', method: 'POST', path: /\/pulls$/ },
      action: { kind: 'lost-answer', onDone: () => void running.child.kill('SIGKILL') },
    });
    await running.ended;
    place.sandbox.faults.clear();
    expect(git(targetOf(place, 'web'), 'symbolic-ref', 'HEAD').trim()).toBe('refs/heads/main');
    await change(place, 'web', { default_branch: 'topic' });
    await place.runAlone(migrate);
    expect(git(targetOf(place, 'web'), 'symbolic-ref', 'HEAD').trim()).toBe('refs/heads/topic');
  });
});

describe('a resume of a killed repair', () => {
  it('leaves a ruleset that people have changed since it was compared', async () => {
    await using place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
    await addSettings(place, 'web');
    expect((await place.run(['migrate', '--plan', 'plan.json'])).code).toBe(0);
    const web = place.sandbox.github.findRepository('acme/web');
    const id = web?.settings.rulesets[0]?.id;
    const path = `/repos/acme/web/rulesets/${id}`;
    expect(
      (await askGithub(place.sandbox, 'PUT', path, { rules: [{ type: 'deletion' }] })).status,
    ).toBe(200);
    const migration = await newestMigration(place);
    const running = place.start(['verify', '--migration', migration, '--repair']);
    let isKilled = false;
    place.sandbox.faults.decide(({ host, method, target }) => {
      if (host !== 'github' || method !== 'PUT' || !/\/rulesets\/\d+$/.test(target)) return null;
      running.child.kill('SIGKILL');
      isKilled = true;
      return { kind: 'reset' };
    });
    await running.ended;
    place.sandbox.faults.clear();
    expect(isKilled).toBe(true);
    const theirs = {
      rules: [{ type: 'deletion' }, { type: 'required_linear_history' }, { type: 'creation' }],
      conditions: {
        ref_name: { include: ['refs/heads/release/*', '~DEFAULT_BRANCH'], exclude: [] },
      },
    };
    await askGithub(place.sandbox, 'PUT', path, theirs);
    const photo = () => JSON.stringify(web?.settings.rulesets.find((one) => one.id === id));
    const before = photo();
    await place.run(['migrate', '--resume', migration]);
    expect(photo()).toBe(before);
  });

  it('leaves ways to merge that people have chosen since they were compared', async () => {
    await using place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
    await addSettings(place, 'web');
    expect((await place.run(['migrate', '--plan', 'plan.json'])).code).toBe(0);
    await change(place, 'web', {
      allow_squash_merge: true,
      allow_rebase_merge: true,
      allow_merge_commit: true,
    });
    const migration = await newestMigration(place);
    const running = place.start(['verify', '--migration', migration, '--repair']);
    let isKilled = false;
    place.sandbox.faults.decide(({ host, method, target }) => {
      if (host !== 'github' || method !== 'PATCH' || !/\/repos\/acme\/web$/.test(target))
        return null;
      running.child.kill('SIGKILL');
      isKilled = true;
      return { kind: 'reset' };
    });
    await running.ended;
    place.sandbox.faults.clear();
    expect(isKilled).toBe(true);
    await change(place, 'web', {
      allow_squash_merge: false,
      allow_rebase_merge: true,
      allow_merge_commit: false,
    });
    await place.run(['migrate', '--resume', migration]);
    expect(place.sandbox.github.findRepository('acme/web')).toMatchObject({
      allowSquashMerge: false,
      allowRebaseMerge: true,
      allowMergeCommit: false,
    });
  });
});
