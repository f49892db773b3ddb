import { describe, expect, it } from 'vitest';
import { editPullRequest } from '../../../sandbox/bitbucket/changes/edit-pull-request.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { sources } from '../../helpers/sources.ts';
import { openPullRequestPlace } from './pull-requests/pull-request-place.ts';
import { commit, openSyncPlace } from './sync-place.ts';

describe.each(sources)('what people set on a target while it is synced from %s', (source) => {
  it('stays: description and default branch, set during the fetch', async () => {
    const limits = { bitbucket: 'none', github: 'none' } as const;
    await using place = await openSyncPlace(['one'], { source, limits });
    const { bitbucket, github, faults } = place.sandbox;
    const target = github.findRepository('acme/one') as { description: string } | null;
    const found = bitbucket.findRepository('one');
    if (target === null || found === null) throw new Error('there is no repository');
    const [from, to] = [place.sourceOf('one'), place.targetOf('one')];
    commit(from, 'main', 'More');
    Object.assign(found, { description: 'Of the source', mainBranch: 'topic' });
    git(from, 'symbolic-ref', 'HEAD', 'refs/heads/topic');
    git(to, 'branch', 'theirs', 'main');
    let isSet = false;
    faults.decide(({ host, method }) => {
      if (isSet || host !== 'bitbucket-git' || method !== 'POST') return null;
      isSet = true;
      target.description = 'Of people';
      git(to, 'symbolic-ref', 'HEAD', 'refs/heads/theirs');
      return null;
    });
    await place.sync();
    expect(isSet).toBe(true);
    expect(target.description).toBe('Of people');
    expect(git(to, 'symbolic-ref', 'HEAD').trim()).toBe('refs/heads/theirs');
  });

  it.each(['lost answer', '502'])('stays: a title, set after a %s', async (kind) => {
    await using place = await openPullRequestPlace({ source });
    const title = 'Of the source';
    expect(editPullRequest(place.at(4), place.deed, { title })).toBeNull();
    const pull = place.pull(4) as { title: string };
    let isSet = false;
    const set = () => {
      isSet = true;
      pull.title = 'Of people';
    };
    place.sandbox.faults.decide(({ host, method, target }) => {
      if (isSet || host !== 'github' || method !== 'PATCH' || !/\/pulls\/4$/.test(target))
        return null;
      if (kind === 'lost answer') return { kind: 'lost-answer', onDone: set };
      set();
      return { kind: 'status', status: 502, body: 'no' };
    });
    const { stdout } = await place.sync();
    expect({ isSet, title: place.pull(4).title }).toEqual({ isSet: true, title: 'Of people' });
    expect(stdout).toContain('its title was changed on GitHub');
  });
});
