import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gitWithStoredCredential } from '../plain-git.ts';
import { type Task, targetName } from './contest.ts';
import { openRestRequests } from './rest-requests.ts';

/**
 * Runs what somebody would write who has an afternoon: for each repository create the target, clone, push, and compare
 * what both sides list. It runs within the bench, so that it has no start-up to pay.
 */
export async function runPlainLoop(task: Task): Promise<void> {
  const git = await gitWithStoredCredential(task);
  using rest = openRestRequests(task.hosts);
  const { hosts, folder } = task;
  const pairs = task.repositories.map((slug) => ({ slug, target: targetName(task, slug) }));
  await rest.before(pairs);
  for (const { slug, target } of pairs) {
    const mirror = join(folder, 'mirror.git');
    const from = `${hosts.environment.SRC_GIT_URL}/${hosts.workspace}/${slug}.git`;
    const to = `${hosts.environment.DST_GIT_URL}/${hosts.organization}/${target}.git`;
    await rest.create(target);
    await git(['clone', '--quiet', '--mirror', from, mirror]);
    const refspecs = ['refs/heads/*:refs/heads/*', 'refs/tags/*:refs/tags/*'];
    await git(['--git-dir', mirror, 'push', '--quiet', to, ...refspecs]);
    await rest.finish(target);
    const listing = ['ls-remote', '--heads', '--tags'];
    if ((await git([...listing, from])) !== (await git([...listing, to]))) {
      throw new Error(`The plain loop has lost refs of ${slug}`);
    }
    await rm(mirror, { recursive: true });
  }
}
