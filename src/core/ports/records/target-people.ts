import type { Cancellable, RepositoryName } from './target-address.ts';

/**
 * Reads who is who on the target. Every method throws MigratorError and nothing else: `permission` where the token may not
 * ask, `not-found` where there is no such organization or repository. Every text is hostile.
 */
export interface TargetPeople {
  /** A hundred a request. */
  listMembers(
    options: { organization: string } & Cancellable,
  ): AsyncIterable<readonly OrganizationMember[]>;

  /** Accounts with what single sign-on knows of them; nothing without single sign-on of its own. A hundred a request. */
  listIdentities(
    options: { organization: string } & Cancellable,
  ): AsyncIterable<readonly LinkedIdentity[]>;

  /** Names of repositories, the one that was pushed to last first. One request. */
  listNewestRepositories(
    options: { organization: string; atMost: number } & Cancellable,
  ): Promise<readonly string[]>;

  /** Authors of commits of the default branch, newest first. A hundred commits a request. */
  listCommitAuthors(options: RepositoryName & Cancellable): AsyncIterable<readonly CommitAuthor[]>;
}

export interface OrganizationMember {
  readonly login: string;
  /** As the person has set it; `null`: none. */
  readonly name: string | null;
}

export interface LinkedIdentity {
  readonly login: string;
  /** Addresses, and names for signing in. */
  readonly handles: readonly string[];
  readonly name: string | null;
}

export interface CommitAuthor {
  readonly name: string;
  readonly email: string;
  /** Of the account that has the address; `null`: none shows it. */
  readonly login: string | null;
}
