import type { PullRequestSource, SourceRepositoryName } from './pull-request-source.ts';
import type { Account } from './records/account.ts';
import type { Person } from './records/person.ts';
import type { GitAccess, SourceKind, SourceRepository } from './records/repository.ts';
import type { Cancellable } from './records/target-address.ts';
import type { SecretSource } from './secret-source.ts';
import type { SettingsSource } from './settings-source.ts';

/** Addresses of pages on the source, which need no credentials. For links alone. */
export interface SourcePages {
  repository(slug: string): string;
  pullRequest(slug: string, number: number): string;
}

/** The source, which is never written to. Every method throws MigratorError only, and stops when its signal is aborted. */
export interface SourceHost {
  readonly kind: SourceKind;
  /** For messages: `api.bitbucket.org`. */
  readonly hostname: string;
  /** Credentials that are used side by side, each with a limit of its own; left out: one. */
  readonly credentials?: number;
  /** `https://bitbucket.org`; texts link to it. */
  readonly webUrl: string;

  /**
   * Proves that the credentials work, with a handful of requests at most.
   * @param options.project @param options.repositories key and slugs of what will be read: some credentials open
   *   nothing else of the workspace
   * @param options.forPullRequests also check the scope for pull requests, as far as the host reports scopes
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
   * Slugs of the account's workspaces, as a convenience: any other may be named. `null` where these credentials cannot
   * list them.
   */
  listWorkspaces(options: Cancellable): Promise<readonly string[] | null>;

  /**
   * Every repository of a workspace once, in the order of creation. 1,000 repositories cost 10 requests.
   * @throws `not-found` if the workspace does not exist or cannot be seen
   */
  listRepositories(
    options: {
      workspace: string;
      /** Only this project's repositories. */
      project?: string;
      /** True if default branch and size may stay unknown where they cost a request for each repository. */
      isBrief?: boolean;
    } & Cancellable,
  ): AsyncIterable<RepositoryPage>;

  /**
   * `null` if the workspace has no such repository.
   * @throws `not-found` if it was renamed
   */
  findRepository(options: SourceRepositoryName & Cancellable): Promise<SourceRepository | null>;

  /**
   * A file as text, cut at `maxBytes`; `null` if there is none. One request, two for a branch with a slash in its name, three for such
   * a tag.
   * @param options.ref a branch, tag or hash
   */
  readTextFile(
    options: SourceRepositoryName & { ref: string; path: string; maxBytes: number } & Cancellable,
  ): Promise<string | null>;

  /**
   * Authors of the newest hundred commits, as far as the host knows whose accounts they are: one request. `null` where people show
   * their addresses themselves.
   */
  readonly listCommitAuthors:
    | ((options: SourceRepositoryName & Cancellable) => Promise<readonly CommitAddress[]>)
    | null;

  /**
   * No request: the address is built from workspace and slug, never taken from the host.
   * @throws `input-file` for the UUID of a workspace whose slug is not known yet
   */
  gitAccess(options: SourceRepositoryName): GitAccess;

  /** Needs a scope of its own, which the credentials may lack. */
  readonly pullRequests: PullRequestSource;

  /** `null` where the source has no pipelines. */
  readonly secrets: SecretSource | null;

  /**
   * When pipelines of a repository start by themselves; `null` where the source has no pipelines.
   * @throws `permission` naming the missing scope
   */
  readonly listSchedules:
    | ((options: SourceRepositoryName & Cancellable) => Promise<readonly PipelineSchedule[]>)
    | null;

  /** Needs permissions of administrators. */
  readonly settings: SettingsSource;
}

/** Starts a pipeline at times. Its texts are hostile. */
export interface PipelineSchedule {
  /** Bitbucket's expression of seven fields, from seconds to years, in UTC. */
  readonly cron: string;
  readonly enabled: boolean;
  /** `null`: it runs for a tag. */
  readonly branch: string | null;
  /** Of the pipeline that it starts. */
  readonly kind: 'default' | 'branch' | 'tag' | 'custom';
  /** Of the pipeline; empty for the default one. */
  readonly name: string;
}

/** The address that a person has committed with once. */
export interface CommitAddress {
  readonly person: Person;
  /** Hostile. */
  readonly email: string;
}

export interface RepositoryPage {
  readonly repositories: readonly SourceRepository[];
  /** Names of rows that could not be parsed: they must not end the list. */
  readonly unparsed: readonly string[];
  /** The workspace's slug, once a page shows it. */
  readonly workspace: string;
  /** The total that the host reports. */
  readonly total: number | null;
}
