import { describe, expect, it } from 'vitest';
import {
  declinePullRequest,
  editPullRequest,
  reopenPullRequest,
} from '../../../sandbox/bitbucket/changes/edit-pull-request.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { askGithub } from '../../sandbox/helpers/rest.ts';
import { openPullRequestPlace } from '../sync/pull-requests/pull-request-place.ts';

describe('a pull request that was declined and reopened on the source', () => {
  it('stays a draft where people have made it one on the target', async () => {
    await using place = await openPullRequestPlace({
      source: 'bitbucket-data-center',
      branches: ['feature'],
    });
    const number = place.from('feature');
    expect(declinePullRequest(place.at(number), place.deed)).toBeNull();
    expect((await place.sync()).code).toBe(0);
    expect(reopenPullRequest(place.at(number), place.deed)).toBeNull();
    expect((await place.sync()).code).toBe(0);
    expect(place.stateOf(number)).toBe('open feature -> main');
    place.pull(number).draft = true;
    expect(editPullRequest(place.at(number), place.deed, { title: 'New title' })).toBeNull();
    await place.sync();
    expect(place.pull(number)).toMatchObject({ draft: true });
  });

  it('keeps the base that people have given it on the target', async () => {
    await using place = await openPullRequestPlace({
      source: 'bitbucket-data-center',
      branches: ['feature'],
    });
    const number = place.from('feature');
    expect(declinePullRequest(place.at(number), place.deed)).toBeNull();
    expect((await place.sync()).code).toBe(0);
    expect(reopenPullRequest(place.at(number), place.deed)).toBeNull();
    expect((await place.sync()).code).toBe(0);
    const directory = place.sandbox.github.findRepository('acme/web')?.directory ?? '';
    git(directory, 'update-ref', 'refs/heads/theirs', place.targetTip('main') ?? '');
    expect(
      (
        await askGithub(place.sandbox, 'PATCH', `/repos/acme/web/pulls/${number}`, {
          base: 'theirs',
        })
      ).status,
    ).toBe(200);
    expect(editPullRequest(place.at(number), place.deed, { title: 'New title' })).toBeNull();
    await place.sync();
    expect(place.stateOf(number)).toBe('open feature -> theirs');
  });
});
