import type { Log } from '../../../network/http/http-request.ts';
import type { PullRequestName, PullRequestTarget } from '../../../ports/pull-request-target.ts';
import type { RepositoryName } from '../../../ports/records/target-address.ts';
import type { SendGraphQl } from './graphql.ts';
import type { SendRoute } from './routes.ts';

/** What the parts of the adapter share. */
export interface GitHub {
  /** For messages. */
  readonly host: string;
  readonly send: SendRoute;
  readonly graphQl: SendGraphQl;
  readonly log: Log;
}

/** The options of one of the port's methods. */
export type Options<Method extends keyof PullRequestTarget> = Parameters<
  PullRequestTarget[Method]
>[0];

/** A repository in the parameters of GitHub's routes. */
export function repositoryOf({ owner, name }: RepositoryName): { owner: string; repo: string } {
  return { owner, repo: name };
}

/** A pull request in the parameters of GitHub's routes. */
export function numbered(request: PullRequestName) {
  return { ...repositoryOf(request), pull_number: request.number };
}

/** Content-creating requests, in GitHub's words. */
export const creating = { creates: true, contentCreating: true } as const;
