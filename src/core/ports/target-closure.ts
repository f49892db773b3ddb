import type { TargetOwner } from './records/account.ts';
import type { TargetRepository, Visibility } from './records/repository.ts';
import type { Cancellable, Changing, RepositoryName } from './records/target-address.ts';

/**
 * Keeps a target closed while it follows its source, and opens it at the cut-over. Every method throws MigratorError and
 * nothing else; all are idempotent.
 */
export interface TargetClosure {
  /** One request. @throws `not-found` */
  read(options: RepositoryName & Cancellable): Promise<TargetDoors>;

  /**
   * Private, without issues, pull requests from collaborators only where the host has that policy. Two requests: what the
   * host then has is read back.
   */
  close(options: RepositoryName & Cancellable): Promise<TargetDoors>;

  /** Changes only what is given. Two requests, as close(). */
  open(options: RepositoryName & Partial<OpenDoors> & Changing): Promise<TargetDoors>;

  /** Everybody who can push or administer, however they came to it. A hundred a request. */
  listWriters(options: RepositoryName & Cancellable): Promise<readonly TargetWriter[]>;

  /** Logins of those who can do everything in all repositories of an organization. A hundred a request. */
  listOwners(options: { organization: string } & Cancellable): Promise<readonly string[]>;

  /** Issues and pull requests with a higher number, newest first. A hundred a request. */
  listNumbered(
    options: RepositoryName & { above: number } & Cancellable,
  ): Promise<readonly NumberedObject[]>;

  /** Releases, and drafts of them as far as the credentials may see them. A hundred a request. */
  listReleases(options: RepositoryName & Cancellable): Promise<readonly TargetRelease[]>;

  /** All repositories of an owner that the credentials may see. A hundred a request. */
  listRepositories(
    options: { owner: TargetOwner } & Cancellable,
  ): Promise<readonly TargetRepository[]>;
}

interface TargetRelease {
  /** Hostile. */
  readonly tag: string;
  /** `null` for a deleted account. */
  readonly author: string | null;
  readonly webUrl: string;
}

interface OpenDoors {
  readonly visibility: Visibility;
  readonly hasIssues: boolean;
  readonly pullRequestPolicy: PullRequestPolicy;
}

/** Who may create pull requests. */
type PullRequestPolicy = 'all' | 'collaborators_only';

/** Describes what decides who sees a target and who can take numbers there. */
export interface TargetDoors {
  /** Of the repository, stable across renames. */
  readonly id: string;
  readonly visibility: Visibility;
  readonly archived: boolean;
  readonly hasIssues: boolean;
  /** `null`: the host has no such policy, or hides it from this token. */
  readonly pullRequestPolicy: PullRequestPolicy | null;
}

export interface TargetWriter {
  readonly login: string;
  readonly role: 'write' | 'maintain' | 'admin' | 'custom';
}

/** An issue or pull request; both take their numbers from one sequence. */
export interface NumberedObject {
  readonly kind: 'issue' | 'pull-request';
  readonly number: number;
  /** Hostile. */
  readonly title: string;
  /** `null` for a deleted account. */
  readonly author: string | null;
  readonly webUrl: string;
}
