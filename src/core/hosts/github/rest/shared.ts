import type { Log } from '../../../network/http/http-request.ts';
import type { PullRequestName } from '../../../ports/pull-request-target.ts';
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

/** A repository in the parameters of GitHub's routes. */
export function repositoryOf({ owner, name }: RepositoryName): { owner: string; repo: string } {
  return { owner, repo: name };
}

/** A pull request in the parameters of GitHub's routes. */
export function numbered(request: PullRequestName): {
  owner: string;
  repo: string;
  pull_number: number;
} {
  return { ...repositoryOf(request), pull_number: request.number };
}

/** Requests that make something which everybody sees, and which count against GitHub's limits of making. */
export const creating = { creates: true, contentCreating: true } as const;
