import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editPullRequest } from '../../../sandbox/bitbucket/changes/edit-pull-request.ts';
import { git, makeRepository } from '../../helpers/repositories/git-fixture.ts';
import { askGithub } from '../../sandbox/helpers/rest.ts';
import {
  openPullRequestPlace,
  type PullRequestPlace,
} from '../sync/pull-requests/pull-request-place.ts';

function addressOf(place: PullRequestPlace): string {
  const { DST_GIT_URL = '', DST_TOKEN = '' } = place.sandbox.environment as Record<string, string>;
  const url = new URL(`${DST_GIT_URL}/acme/web.git`);
  url.username = 'x-access-token';
  url.password = DST_TOKEN;
  return url.href;
}

describe('an issue', () => {
  it('stays closed where a commit of somebody else closed it', async () => {
    await using place = await openPullRequestPlace();
    const issue = place.sandbox.github.addIssue('acme/web', { title: 'Of the target' }).number;
    const state = () =>
      place.sandbox.github.findRepository('acme/web')?.issues.find(({ number }) => number === issue)
        ?.state;
    await place.push('main', { 'm.txt': 'm\n' }, undefined, `Work\n\nFixes #${issue}`);
    place.forgetRequests();
    const running = place.start(['sync', '--migration', place.migration]);
    place.sandbox.faults.decide(({ host, method, target }) => {
      if (host !== 'github-git' || method !== 'POST' || !/git-receive-pack/.test(target))
        return null;
      running.child.kill('SIGKILL');
      return { kind: 'reset' };
    });
    await running.ended;
    place.sandbox.faults.clear();
    expect(state()).toBe('open');
    // A person closes it by a commit of their own on the target.
    const folder = join(place.folder, 'theirs');
    const { execFile } = await import('node:child_process');
    const { promisify } = await import('node:util');
    const run = promisify(execFile);
    await run('git', [
      'clone',
      '-q',
      place.sandbox.github.findRepository('acme/web')?.directory ?? '',
      folder,
    ]);
    git(folder, 'commit', '-q', '--allow-empty', '-m', `Mine\n\nFixes #${issue}`);
    await run('git', ['-C', folder, 'push', '-q', addressOf(place), 'HEAD:main']);
    await place.sandbox.github.jobs.settled();
    await expect.poll(state).toBe('closed');
    await place.sync();
    expect(state()).toBe('closed');
  });
});

describe('a pull request', () => {
  it('keeps the base that people have given it', async () => {
    await using place = await openPullRequestPlace();
    // On the target somebody creates a branch and makes the pull request go there.
    const directory = place.sandbox.github.findRepository('acme/web')?.directory ?? '';
    const main = place.targetTip('main') ?? '';
    git(directory, 'update-ref', 'refs/heads/theirs', main);
    expect(place.stateOf(4)).toBe('open topic -> main');
    const answer = await askGithub(place.sandbox, 'PATCH', '/repos/acme/web/pulls/4', {
      base: 'theirs',
    });
    expect(answer.status).toBe(200);
    expect(place.stateOf(4)).toBe('open topic -> theirs');
    // On the source main gets the commits of topic, and the pull request stays open.
    const source = place.sandbox.bitbucket.gitDirectory('web');
    const tip = place.sourceTip('topic') ?? '';
    const tree = git(source, 'rev-parse', `${tip}^{tree}`).trim();
    const merge = git(
      source,
      'commit-tree',
      tree,
      '-p',
      place.sourceTip('main') ?? '',
      '-p',
      tip,
      '-m',
      'Merge',
    ).trim();
    git(source, 'update-ref', 'refs/heads/main', merge);
    await place.sync();
    expect(place.stateOf(4)).toMatch(/-> theirs$/);
  });
});

describe('a target that is replaced during a sync', () => {
  it('keeps the drafts of its new owner', async () => {
    await using place = await openPullRequestPlace();
    const { github, organization } = place.sandbox;
    expect(editPullRequest(place.at(4), place.deed, { draft: true })).toBeNull();
    let theirs: ReturnType<typeof github.createRepository> | null = null;
    const replace = async () => {
      const owner = github.findAccount(organization);
      if (owner === null) throw new Error('no owner');
      github.renameRepository('acme/web', 'moved');
      theirs = github.createRepository({ owner, creator: owner, name: 'web' });
      const work = makeRepository(place.folder, 'theirs');
      git(work, 'push', '-q', theirs.directory, 'main:main');
      git(work, 'push', '-q', theirs.directory, 'main~1:refs/heads/old');
      for (let at = 0; at < 3; at += 1) github.addIssue('acme/web', { title: 'Theirs' });
      git(work, 'commit', '-q', '--allow-empty', '-m', 'Feature');
      git(work, 'push', '-q', theirs.directory, 'HEAD:refs/heads/feature');
      const made = await askGithub(place.sandbox, 'POST', '/repos/acme/web/pulls', {
        title: 'Theirs',
        head: 'feature',
        base: 'main',
      });
      expect(made.status).toBe(201);
      expect(made.body.number).toBe(4);
    };
    let isDone = false;
    place.sandbox.faults.decide(({ host, method, target }) => {
      if (isDone || host !== 'github' || method !== 'GET' || !/\/web\/pulls\/4$/.test(target))
        return null;
      isDone = true;
      return { kind: 'held', until: replace() };
    });
    await place.sync();
    const pulls = github.findRepository('acme/web')?.pulls ?? [];
    expect(isDone).toBe(true);
    expect(pulls.map(({ number, draft, title }) => ({ number, draft, title }))).toEqual([
      { number: 4, draft: false, title: 'Theirs' },
    ]);
  });
});
