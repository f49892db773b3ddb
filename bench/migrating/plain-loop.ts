import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hosts } from '../hosts/messages.ts';
import { runProcess } from '../run-process.ts';
import { type Task, targetName } from './contest.ts';
import { openRestRequests } from './rest-requests.ts';

/**
 * What somebody would write who has an afternoon: for each repository make the target, clone, push, and compare
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

type Git = (args: readonly string[]) => Promise<string>;

async function gitWithStoredCredential({ hosts, folder, environment }: Task): Promise<Git> {
  const home = join(folder, 'home');
  const credentials = join(home, 'credentials');
  await mkdir(home);
  await writeFile(credentials, storedCredentials(hosts), { mode: 0o600 });
  const config = join(home, 'gitconfig');
  await writeFile(config, `[credential]\n\thelper = store --file=${credentials}\n`);
  const surroundings = {
    ...environment,
    HOME: home,
    GIT_CONFIG_GLOBAL: config,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
  };
  return async (args) =>
    (await runProcess({ command: 'git', args, environment: surroundings })).stdout;
}

function storedCredentials({ environment }: Hosts): string {
  const { SRC_GIT_URL, SRC_API_TOKEN, DST_GIT_URL, DST_TOKEN } = environment;
  const lines = [
    withUser(SRC_GIT_URL, 'x-bitbucket-api-token-auth', SRC_API_TOKEN),
    withUser(DST_GIT_URL, 'x-access-token', DST_TOKEN),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function withUser(address: string, username: string, password: string): string {
  return address.replace('://', `://${username}:${encodeURIComponent(password)}@`);
}
