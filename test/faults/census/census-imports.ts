import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BitbucketPullRequest } from '../../../sandbox/bitbucket/pull-requests/pull-request-records.ts';
import type { BitbucketRepository } from '../../../sandbox/bitbucket/records.ts';
import type { GithubPullRequest } from '../../../sandbox/github/tracker/records.ts';
import type { Workplace } from '../../helpers/program/workplace.ts';
import { censusOfRefs } from './census-refs.ts';
import type { Finding } from './finding.ts';
import { plainTitle } from './neutral/form.ts';

/**
 * Compares both hosts after imports, by their own records: each repository was imported once, and each pull request has the times of
 * the source.
 */
export function censusOfImports({
  sandbox,
  folder,
}: Pick<Workplace, 'sandbox' | 'folder'>): Finding[] {
  const plan = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as {
    readonly repositories: readonly { readonly source: string; readonly target: string }[];
  };
  const targets = new Map(plan.repositories.map(({ source, target }) => [source, target]));
  const { bitbucket, github, organization } = sandbox;
  const begun = github.importer.imports.filter(({ state }) => !state.startsWith('FAILED'));
  const byName = Map.groupBy(begun, ({ repositoryName }) => repositoryName);
  const doubled = [...byName].flatMap(([name, imports]): Finding[] => {
    const what = `${name}: imported ${imports.length} times`;
    return imports.length > 1 ? [{ kind: 'doubled', what }] : [];
  });
  const listed = bitbucket.repositories.filter(({ project }) => !project.key.startsWith('~'));
  const each = listed.flatMap((source): Finding[] => {
    const found = github.repositories.filter(
      ({ owner, name }) => owner.login === organization && name === targets.get(source.slug),
    );
    const [target] = found;
    if (target === undefined) return [{ kind: 'lost', what: `repository ${source.slug}` }];
    return [...censusOfRefs(source, target), ...censusOfPulls(source, target.pulls)];
  });
  return [...doubled, ...each];
}

function censusOfPulls(
  { slug, pullRequests }: BitbucketRepository,
  pulls: readonly GithubPullRequest[],
): Finding[] {
  return pullRequests.flatMap((wanted): Finding[] => {
    const [found, ...more] = pulls.filter(({ number }) => number === wanted.number);
    const name = `${slug}#${wanted.number}`;
    if (found === undefined) return [{ kind: 'lost', what: name }];
    if (more.length > 0) return [{ kind: 'doubled', what: name }];
    const differs = JSON.stringify(formOf(found)) !== JSON.stringify(wantedForm(wanted));
    return [
      ...(differs ? [{ kind: 'wrong', what: `${name} is not as on Bitbucket` } as const] : []),
      ...lostComments(wanted, found).map((what) => ({ kind: 'lost', what }) as const),
    ];
  });
}

function formOf({ title, createdAt, merged, state }: GithubPullRequest) {
  return [plainTitle(title), second(createdAt), merged ? 'merged' : state];
}

function wantedForm({ title, createdOn, state }: BitbucketPullRequest) {
  const ended = state === 'MERGED' ? 'merged' : state === 'OPEN' ? 'open' : 'closed';
  return [plainTitle(title), second(createdOn.toISOString()), ended];
}

/** Each is found by its time: texts are converted. */
function lostComments(wanted: BitbucketPullRequest, found: GithubPullRequest): readonly string[] {
  const times = [...found.comments, ...found.reviewComments].map((one) => second(one.createdAt));
  return wanted.conversation().comments.flatMap(({ id, createdOn, isDeleted, isPending }) => {
    if (isDeleted || isPending) return [];
    const at = times.indexOf(second(createdOn.toISOString()));
    if (at !== -1) times.splice(at, 1);
    return at === -1 ? [`comment ${id} of #${wanted.number}`] : [];
  });
}

function second(time: string): string {
  return time.slice(0, 19);
}
