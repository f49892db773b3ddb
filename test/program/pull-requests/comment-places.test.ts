import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SourceKind } from '../../../src/core/ports/records/repository.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { hostCopy } from '../../helpers/repositories/host-copy.ts';
import {
  makePullRequestHistory,
  pullRequestsOf,
} from '../../helpers/repositories/pull-request-fixture.ts';
import { sources } from '../../helpers/sources.ts';

let place: Workplace;

function usePlace(source: SourceKind): void {
  beforeEach(async () => {
    place = await openWorkplace({ source });
  });
  afterEach(async () => {
    await place[Symbol.asyncDispose]();
  });
}

/** The first comment of each thread, in order, with where it stands. */
async function threads() {
  const history = makePullRequestHistory(place.folder, 'fixture');
  const { bitbucket, github } = place.sandbox;
  await hostCopy(bitbucket, { slug: 'web', from: history.folder });
  const [merged] = pullRequestsOf(history);
  bitbucket.addPullRequest('web', {
    ...merged,
    conversation: {
      comments: [
        { text: 'Several', inline: { path: 'a.txt', startTo: 1, to: 10 } },
        {
          text: 'Newest',
          inline: {
            path: 'a.txt',
            to: 10,
            isOutdated: true,
            sourceCommit: history.commits.merged,
          },
        },
        {
          text: 'Gone',
          inline: { path: 'a.txt', to: 10, isOutdated: true, sourceCommit: 'f'.repeat(40) },
        },
        { text: 'Whole', inline: { path: 'new.txt' } },
      ],
    },
  });
  place.write('plan.json', place.plan('web'));
  const { code } = await place.run(['migrate', '--plan', 'plan.json']);
  expect(code).toBe(0);
  const pull = github.findRepository('acme/web')?.tracker.findPull(1);
  return (pull?.threads ?? []).map((thread) => ({
    line: thread.place?.line ?? null,
    body: thread.comments[0]?.body.replace(/\n\n<!-- migrator.*/, '') ?? '',
  }));
}

describe.each(sources)('comments on the changes, of %s', (source) => {
  usePlace(source);

  it('say what of their place GitHub does not show, and nothing of what it does', async () => {
    const [several, newest, gone, whole] = await threads();
    expect(several).toEqual({
      line: 10,
      body: expect.stringMatching(/ · on lines 1 to 10 · .*\n\nSeveral$/),
    });
    expect(newest).toEqual({
      line: 10,
      body: expect.stringMatching(/ · outdated · .*\n\nNewest$/),
    });
    expect(gone).toEqual({
      line: null,
      body: expect.stringContaining(
        '`a.txt`, line 10, outdated, at commit `ffffffffffff` (it is on a commit that is no longer part of the pull request):\n\nGone',
      ),
    });
    expect(whole).toEqual({
      line: null,
      body: expect.stringContaining('\n\nOn `new.txt`, the whole file:\n\nWhole'),
    });
  });

  it('stand on the commit that they were made on, which no branch of the source reaches any more', async () => {
    const { folder, commits } = makePullRequestHistory(place.folder, 'fixture');
    const { bitbucket, github } = place.sandbox;
    await bitbucket.addRepository({ slug: 'web', from: folder, mainBranch: 'main' });
    const sourceCommit = commits.older;
    bitbucket.addPullRequest('web', {
      title: 'Add e',
      state: 'DECLINED',
      source: { branch: 'topic', commit: commits.open },
      destination: { commit: commits.squashCommit },
      conversation: {
        comments: [
          { text: 'Older', inline: { path: 'e.txt', to: 3, isOutdated: true, sourceCommit } },
        ],
      },
    });
    await bitbucket.deleteBranch('web', 'topic');
    place.write('plan.json', place.plan('web'));
    expect((await place.run(['migrate', '--plan', 'plan.json'])).code).toBe(0);
    const threads = github.findRepository('acme/web')?.tracker.findPull(1)?.threads ?? [];
    const found = threads.map((thread) => [thread.commit, thread.place?.line]);
    expect(found).toEqual([[sourceCommit, 3]]);
  });
});
