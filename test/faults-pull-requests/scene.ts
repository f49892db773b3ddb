import type { AddPullRequest } from '../../sandbox/bitbucket/pull-requests/add-pull-request.ts';
import type { SandboxOptions } from '../../sandbox/sandbox.ts';
import type { Ended } from '../helpers/program/run-program.ts';
import { openWorkplace, type Workplace } from '../helpers/program/workplace.ts';
import { git } from '../helpers/repositories/git-fixture.ts';
import { hostCopy } from '../helpers/repositories/host-copy.ts';
import {
  goneBranches,
  makePullRequestHistory,
  type PullRequestHistory,
} from '../helpers/repositories/pull-request-fixture.ts';
import { type HostBetween, type Intercept, openHostBetween } from './host-between.ts';

export interface Scene extends AsyncDisposable {
  readonly place: Workplace;
  readonly history: PullRequestHistory;
  add(pullRequests: readonly AddPullRequest[]): Promise<void>;
  /** Moves it, by way of a host that answers some requests to GitHub differently. */
  migrate(intercept?: Intercept, args?: readonly string[]): Promise<Ended>;
  /** `#1 Title: merged, head -> base` */
  shown(): readonly string[];
  /** Every body that has this text in it, wherever it stands. */
  bodiesWith(text: string): readonly string[];
  branches(): string;
}

/** One repository, `web`, with the commits of the fixture, and both hosts. */
export async function openScene(options: Partial<SandboxOptions> = {}): Promise<Scene> {
  const place = await openWorkplace(options);
  const history = makePullRequestHistory(place.folder, 'fixture');
  const { bitbucket, github, environment } = place.sandbox;
  const open: HostBetween[] = [];
  function target() {
    const found = github.findRepository('acme/web');
    if (found === null) throw new Error('there is no target');
    return found;
  }
  return {
    place,
    history,
    async add(pullRequests) {
      await hostCopy(bitbucket, { slug: 'web', from: history.folder, without: goneBranches });
      for (const one of pullRequests) bitbucket.addPullRequest('web', one);
      place.write('plan.json', place.plan('web'));
    },
    async migrate(intercept = () => null, args = []) {
      const between = await openHostBetween(environment.DST_API_URL, intercept);
      open.push(between);
      return place.run(['migrate', '--plan', 'plan.json', ...args], { DST_API_URL: between.url });
    },
    shown: () =>
      target().pulls.map(({ number, title, state, merged, head, base }) => {
        const outcome = merged ? 'merged' : state;
        return `#${number} ${title}: ${outcome}, ${head.ref} -> ${base.ref}`;
      }),
    bodiesWith: (text) =>
      target()
        .pulls.flatMap(({ body, comments, reviews, reviewComments }) => [
          body ?? '',
          ...[...comments, ...reviews, ...reviewComments].map((one) => one.body ?? ''),
        ])
        .filter((body) => body.includes(text)),
    branches: () =>
      git(target().directory, 'for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads'),
    async [Symbol.asyncDispose]() {
      for (const one of open) await one[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

/** An answer as GitHub gives it to what it does not take. */
export function refusal(...messages: readonly string[]) {
  const errors = messages.map((message) => ({ resource: 'PullRequest', code: 'custom', message }));
  return { status: 422, body: { message: 'Validation Failed', errors } };
}
