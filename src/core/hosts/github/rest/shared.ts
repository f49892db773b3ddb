import type { Log } from '../../../network/http/http-request.ts';
import type { PullRequestName, PullRequestTarget } from '../../../ports/pull-request-target.ts';
import type { RepositoryName } from '../../../ports/records/target-address.ts';
import type { SecretTarget } from '../../../ports/secret-target.ts';
import type { TargetAudit } from '../../../ports/target-audit.ts';
import type { TargetHost } from '../../../ports/target-host.ts';
import type { MethodOf } from '../../shared/method.ts';
import type { SendGraphQl } from './graphql.ts';
import type { SendRoute } from './routes.ts';

/** Describes what the parts of the adapter share. */
export interface GitHub {
  /** For messages. */
  readonly host: string;
  /** `https://github.com` */
  readonly webUrl: string;
  readonly send: SendRoute;
  readonly graphQl: SendGraphQl;
  readonly log: Log;
  /** Cost of a review against the limit on content-creating requests, once a calibration has found it out. */
  readonly reviewCost: { countsComments: boolean };
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

export type HostMethod<Name extends keyof TargetHost> = MethodOf<GitHub, TargetHost, Name>;
export type Method<Name extends keyof PullRequestTarget> = MethodOf<
  GitHub,
  PullRequestTarget,
  Name
>;
export type AuditMethod<Name extends keyof TargetAudit> = MethodOf<GitHub, TargetAudit, Name>;
export type SecretMethod<Name extends keyof SecretTarget> = MethodOf<GitHub, SecretTarget, Name>;
