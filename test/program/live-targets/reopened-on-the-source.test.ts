import { describe, expect, it } from 'vitest';
import {
  declinePullRequest,
  reopenPullRequest,
} from '../../../sandbox/bitbucket/changes/edit-pull-request.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { askGithub } from '../../sandbox/helpers/rest.ts';
import { openPullRequestPlace } from '../sync/pull-requests/pull-request-place.ts';

describe('a branch that people deleted on the target', () => {
  it.each(['topic', 'release'])(
    'stays deleted where the source reopens its pull request (%s)',
    async (branch) => {
      await using place = await openPullRequestPlace({
        source: 'bitbucket-data-center',
        branches: [{ branch: 'feature', into: 'release' }],
      });
      const number = branch === 'topic' ? 4 : place.from('feature');
      expect(declinePullRequest(place.at(number), place.deed)).toBeNull();
      expect((await place.sync()).code).toBe(0);
      expect(place.stateOf(number)).toMatch(/^closed/);
      const gone = await askGithub(
        place.sandbox,
        'DELETE',
        `/repos/acme/web/git/refs/heads/${branch}`,
      );
      if (gone.status !== 204)
        git(
          place.sandbox.github.findRepository('acme/web')?.directory ?? '',
          'update-ref',
          '-d',
          `refs/heads/${branch}`,
        );
      expect(place.targetTip(branch)).toBeNull();
      await place.sync();
      expect(place.targetTip(branch)).toBeNull();
      expect(reopenPullRequest(place.at(number), place.deed)).toBeNull();
      await place.sync();
      expect(place.targetTip(branch)).toBeNull();
    },
  );
});

describe('a branch with commits of people', () => {
  it('stays where the source merges its pull request', async () => {
    await using place = await openPullRequestPlace();
    const directory = place.sandbox.github.findRepository('acme/web')?.directory ?? '';
    const tip = place.targetTip('topic') ?? '';
    const theirs = git(directory, 'commit-tree', `${tip}^{tree}`, '-p', tip, '-m', 'Theirs').trim();
    git(directory, 'update-ref', 'refs/heads/topic', theirs);
    await place.merge(4, 'squash', true);
    await place.sync();
    expect(place.targetTip('topic')).toBe(theirs);
  });
});
