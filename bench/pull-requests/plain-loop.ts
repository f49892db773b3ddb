import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hosts } from '../hosts/messages.ts';
import type { PullRequestCommits } from '../hosts/pull-requests.ts';
import { openRest, type Rest } from '../migrating/rest.ts';
import { type Git, gitWithStoredCredential } from '../plain-git.ts';
import type { ProcessEnvironment } from '../surroundings.ts';

export interface PlainLoop {
  readonly processEnvironment: ProcessEnvironment;
  readonly hosts: Hosts;
  readonly slug: string;
  readonly target: string;
  /** Where each pull request stands: the loop need not find that out. */
  readonly commits: readonly PullRequestCommits[];
}

interface Comment {
  readonly id: number;
  readonly content: { readonly raw: string };
  readonly parent?: { readonly id: number };
  readonly inline?: { readonly path: string; readonly to: number };
}

/**
 * Runs what somebody would write who has an afternoon: all branches at once, then each pull request and each of its
 * comments by a request of its own, and closes what is not open.
 */
export async function runPlainLoop(loop: PlainLoop): Promise<void> {
  const { processEnvironment, hosts, slug, target, commits } = loop;
  const folder = join(processEnvironment.folder, target);
  await mkdir(folder);
  const git = await gitWithStoredCredential({ ...processEnvironment, hosts, folder });
  using rest = openRest();
  const ask = callers(rest, hosts, { slug, target });
  await ask.target('POST', `/orgs/${hosts.organization}/repos`, { name: target, private: true });
  await pushBranches(git, folder, loop);
  for (const { number, head } of commits) {
    const one = (await ask.source(`/${number}`)) as {
      title: string;
      state: string;
      description: string;
    };
    const pulls = `${ask.repository}/pulls`;
    const made = (await ask.target('POST', pulls, {
      title: one.title,
      body: one.description,
      head: `pr-${number}-head`,
      base: `pr-${number}-base`,
    })) as { number: number };
    const { values } = (await ask.source(`/${number}/comments?pagelen=100`)) as {
      values: Comment[];
    };
    await writeComments(ask, { number: made.number, head, comments: values });
    if (one.state !== 'OPEN')
      await ask.target('PATCH', `${pulls}/${made.number}`, { state: 'closed' });
  }
  await rm(folder, { recursive: true });
}

async function pushBranches(git: Git, folder: string, loop: PlainLoop): Promise<void> {
  const { hosts, slug, target, commits } = loop;
  const mirror = join(folder, 'mirror.git');
  const inMirror = ['--git-dir', mirror];
  const from = `${hosts.environment.SRC_GIT_URL}/${hosts.workspace}/${slug}.git`;
  await git(['clone', '--quiet', '--mirror', from, mirror]);
  await git([...inMirror, 'fetch', '--quiet', from, ...commits.map(({ head }) => head)]);
  const to = `${hosts.environment.DST_GIT_URL}/${hosts.organization}/${target}.git`;
  const branches = commits.flatMap(({ number, base, head }) => [
    `${base}:refs/heads/pr-${number}-base`,
    `${head}:refs/heads/pr-${number}-head`,
  ]);
  const own = ['refs/heads/*:refs/heads/*', 'refs/tags/*:refs/tags/*'];
  await git([...inMirror, 'push', '--quiet', to, ...own, ...branches]);
}

async function writeComments(
  ask: Callers,
  pull: { number: number; head: string; comments: readonly Comment[] },
): Promise<void> {
  const roots = new Map<number, number>();
  for (const { id, content, parent, inline } of pull.comments) {
    const root = parent === undefined ? undefined : roots.get(parent.id);
    const address = `${ask.repository}/pulls/${pull.number}/comments`;
    if (root !== undefined) {
      await ask.target('POST', `${address}/${root}/replies`, { body: content.raw });
    } else if (inline === undefined) {
      const general = `${ask.repository}/issues/${pull.number}/comments`;
      await ask.target('POST', general, { body: content.raw });
    } else {
      const place = { path: inline.path, line: inline.to, side: 'RIGHT', commit_id: pull.head };
      const made = (await ask.target('POST', address, { body: content.raw, ...place })) as {
        id: number;
      };
      roots.set(id, made.id);
    }
  }
}

type Callers = ReturnType<typeof callers>;

function callers(rest: Rest, hosts: Hosts, { slug, target }: { slug: string; target: string }) {
  const { environment, workspace, organization } = hosts;
  const { SRC_USERNAME, SRC_API_TOKEN, SRC_API_URL, DST_API_URL, DST_TOKEN } = environment;
  const basic = Buffer.from(`${SRC_USERNAME}:${SRC_API_TOKEN}`).toString('base64');
  const pullRequests = `${SRC_API_URL}/2.0/repositories/${workspace}/${slug}/pullrequests`;
  return {
    repository: `/repos/${organization}/${target}`,
    source: (path: string) =>
      rest.send({ method: 'GET', url: pullRequests + path, authorization: `Basic ${basic}` }),
    target: (method: 'POST' | 'PATCH', path: string, body: object) =>
      rest.send({ method, url: DST_API_URL + path, authorization: `token ${DST_TOKEN}`, body }),
  };
}
