import type { PullRequestSource, SourceRepositoryName } from './pull-request-source.ts';
import type { Account } from './records/account.ts';
import type { GitAccess, SourceKind, SourceRepository } from './records/repository.ts';
import type { Cancellable } from './records/target-address.ts';
import type { SecretSource } from './secret-source.ts';

/**
 * The port that everything is read through. An adapter never writes to its host.
 * Every method throws MigratorError and nothing else, and stops when its signal is aborted.
 */
export interface SourceHost {
  readonly kind: SourceKind;
  /** For messages: the host's name without scheme, for example `api.bitbucket.org`. */
  readonly hostname: string;
  /** Where people find it: `https://bitbucket.org`. Texts hold links to it. */
  readonly webUrl: string;

  /**
   * Proves that the credentials work, with a handful of requests at most.
   * @param options.project @param options.repositories what is to be read, by key and slugs: some credentials open that
   *   alone, and cannot be tried on the whole workspace
   * @param options.forPullRequests whether they have to be good for pull requests as well, as far as the host tells
   * @throws `credentials` (401) or `permission` (403) in the specification's words
   */
  verifyCredentials(
    options: {
      workspace: string;
      project?: string;
      repositories?: readonly string[];
      forPullRequests?: boolean;
    } & Cancellable,
  ): Promise<Account>;

  /**
   * The workspaces that the account belongs to, by their names in addresses; `null` where the credentials are not told. A
   * convenience: any other may be named.
   */
  listWorkspaces(options: Cancellable): Promise<readonly string[] | null>;

  /**
   * Every repository of a workspace, page by page, in the order of creation; rows that came twice because
   * pages shifted are given once. A page is as large as the host allows: 1,000 repositories cost 10 requests.
   * @throws `not-found` if the workspace does not exist or cannot be seen
   */
  listRepositories(
    options: {
      workspace: string;
      /** Only this project's repositories. */
      project?: string;
    } & Cancellable,
  ): AsyncIterable<RepositoryPage>;

  /**
   * One repository, or `null` if the workspace has none of that slug.
   * @throws `not-found` if it has another name now
   */
  findRepository(options: SourceRepositoryName & Cancellable): Promise<SourceRepository | null>;

  /**
   * A file as text, cut after so many bytes; `null` if there is none. One request, or two for a branch whose name
   * has a slash.
   * @param options.ref a branch, tag or hash
   */
  readTextFile(
    options: SourceRepositoryName & { ref: string; path: string; maxBytes: number } & Cancellable,
  ): Promise<string | null>;

  /**
   * No request: the address is rebuilt from workspace and slug, never taken from the host's answer.
   * @throws `input-file` for a workspace's UUID whose slug no answer has told yet
   */
  gitAccess(options: SourceRepositoryName): GitAccess;

  /** What people proposed and said of it; it has a scope of its own, which the credentials may lack. */
  readonly pullRequests: PullRequestSource;

  /** The names of pipeline variables; `null` where the source has no pipelines. */
  readonly secrets: SecretSource | null;
}

export interface RepositoryPage {
  readonly repositories: readonly SourceRepository[];
  /** What names those that cannot be understood, as far as they tell: such a row must not end the list. */
  readonly leftOut: readonly string[];
  /** The workspace's name in addresses, where it was asked for by another identifier and the page tells it. */
  readonly workspace: string;
  /** How many the host says there are in all, where it says so. */
  readonly total: number | null;
}
