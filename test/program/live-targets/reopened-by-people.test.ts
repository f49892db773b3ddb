import { describe, expect, it } from 'vitest';
import { openPullRequest } from '../../../sandbox/bitbucket/changes/open-pull-request.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { askGithub } from '../../sandbox/helpers/rest.ts';
import {
  openPullRequestPlace,
  type PullRequestPlace,
} from '../sync/pull-requests/pull-request-place.ts';

/** As by "Restore branch" and "Reopen" on its page. */
async function reopenAsPeople(place: PullRequestPlace) {
  const directory = place.sandbox.github.findRepository('acme/web')?.directory ?? '';
  const { head } = place.pull(3);
  expect(place.targetTip(head.ref)).toBeNull();
  git(directory, 'update-ref', `refs/heads/${head.ref}`, head.sha);
  const opened = await askGithub(place.sandbox, 'PATCH', '/repos/acme/web/pulls/3', {
    state: 'open',
  });
  expect(opened.status).toBe(200);
  expect(place.stateOf(3)).toBe('open migrator/pr-3/head -> main');
  return head;
}

const commands: [string, (place: PullRequestPlace) => Promise<unknown>][] = [
  [
    'a sync that opens a new one',
    async (place) => {
      await place.push('another', { 'x.txt': 'x\n' }, place.sourceTip('main') ?? '');
      await openPullRequest(place.at(4), place.deed, {
        branch: 'another',
        destination: 'main',
        title: 'Another',
      });
      return place.sync();
    },
  ],
  [
    'a reset',
    (place) => place.run(['migrate', '--resume', place.migration, '--reset-repo', 'web', '--yes']),
  ],
];

describe.each(commands)('%s', (_, run) => {
  it('leaves open a declined pull request that people have opened again, and its branch', async () => {
    await using place = await openPullRequestPlace();
    const head = await reopenAsPeople(place);
    await run(place);
    expect(place.targetTip(head.ref)).toBe(head.sha);
    expect(place.stateOf(3)).toBe('open migrator/pr-3/head -> main');
  });
});
