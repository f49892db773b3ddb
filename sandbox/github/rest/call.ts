import type { GitTools } from '../../git/git-tools.ts';
import type { Answer } from '../../network/answer.ts';
import type { Exchange } from '../../network/exchange.ts';
import type { GithubAddresses } from '../accounts/account-json.ts';
import type { Permissions } from '../accounts/roles.ts';
import type { GithubHost } from '../host.ts';
import type { GithubRateLimiter } from '../rate-limit/rate-limiter.ts';
import type { GithubRepository, GithubToken } from '../records.ts';
import type { EnterpriseServer } from './missing-features.ts';

export interface GithubRestOptions {
  readonly host: GithubHost;
  readonly limiter: GithubRateLimiter;
  readonly tools: GitTools;
  readonly addresses: GithubAddresses;
  readonly now: () => number;
  /** `null` for GitHub.com. */
  readonly enterprise: EnterpriseServer | null;
}

/** One request, with who sent it. */
export interface Call extends GithubRestOptions {
  readonly exchange: Exchange;
  readonly token: GithubToken;
}

/** A request about one repository that the caller may at least read. */
export interface RepositoryCall extends Call {
  readonly repository: GithubRepository;
  readonly permissions: Permissions;
}

export type Handler = (call: Call) => Answer | Promise<Answer>;
export type RepositoryHandler = (call: RepositoryCall) => Answer | Promise<Answer>;

export interface RepositoryRoute {
  /** True if it needs the right to administer. Then it is refused on an archived repository. */
  readonly writes: boolean;
  /** Archived repositories still take this (a change of settings brings them back). */
  readonly evenArchived?: true;
  readonly handle: RepositoryHandler;
}
