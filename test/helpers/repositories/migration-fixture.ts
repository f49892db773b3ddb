import type { Workplace } from '../program/workplace.ts';
import { makeRepository, refsOf } from './git-fixture.ts';
import { hostCopy } from './host-copy.ts';
import { goneBranches, makePullRequestHistory, pullRequestsOf } from './pull-request-fixture.ts';

/** Adds repositories with three commits each to the source, and writes a plan of them. */
export async function addRepositories(place: Workplace, ...slugs: readonly string[]) {
  for (const slug of slugs) {
    await hostCopy(place.sandbox.bitbucket, { slug, from: makeRepository(place.folder, slug) });
  }
  place.write('plan.json', place.plan(...slugs));
}

/** Adds a repository with pull requests of every kind, the first with a conversation, and writes a plan of it. */
export async function addPullRequests(place: Workplace, slug: string): Promise<void> {
  const history = makePullRequestHistory(place.folder, slug);
  const { bitbucket } = place.sandbox;
  await hostCopy(bitbucket, { slug, from: history.folder, without: goneBranches });
  const [first, ...others] = pullRequestsOf(history);
  const comments = [
    { text: 'A general remark' },
    { text: 'On the line', inline: { path: 'a.txt', to: 10 }, replies: [{ text: 'A reply' }] },
    { text: 'On the file', inline: { path: 'new.txt' } },
    { text: 'Elsewhere', inline: { path: 'nowhere.txt', to: 3 } },
  ];
  bitbucket.addPullRequest(slug, { ...first, conversation: { comments } });
  for (const one of others) bitbucket.addPullRequest(slug, one);
  place.write('plan.json', place.plan(slug));
}

/** The bare repository on the target. */
export function targetOf(place: Workplace, name: string): string {
  return place.sandbox.github.gitDirectory(`${place.sandbox.organization}/${name}`);
}

/** Tells whether the target has the refs of the source, and no others. */
export function hasMoved(place: Workplace, slug: string, name = slug): boolean {
  return refsOf(targetOf(place, name)) === refsOf(place.sandbox.bitbucket.gitDirectory(slug));
}

/** Everything that people see of a repository's pull requests on the target. */
export function conversationsOf(place: Workplace, name: string): readonly string[] {
  const found = place.sandbox.github.findRepository(`${place.sandbox.organization}/${name}`);
  return (found?.pulls ?? []).flatMap((pull) => [
    `#${pull.number} ${pull.title}: ${pull.merged ? 'merged' : pull.state}`,
    ...pull.reviews.map(({ id }) => `#${pull.number} review ${id}`),
    ...pull.threads.flatMap(({ comments }) =>
      comments.map(({ id, body }) => `#${pull.number} in a thread ${id} ${body}`),
    ),
    ...pull.comments.map(({ id, body }) => `#${pull.number} comment ${id} ${body}`),
  ]);
}

/** How many requests have made something on GitHub so far. */
export function countCreated({ sandbox }: Workplace): number {
  return sandbox.requests.filter(
    ({ host, method, status, path }) =>
      host === 'github' && method === 'POST' && status === 201 && !path.endsWith('/graphql'),
  ).length;
}

/** The newest migration of the state. */
export async function newestMigration(
  place: Workplace,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stdout } = await place.run(['status', '--list'], environment);
  return stdout.match(/mig_[0-9a-z]{12}/g)?.at(-1) ?? '';
}
