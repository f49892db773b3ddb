import type { PullRequestTarget } from './pull-request-target.ts';
import type { Account, OwnerChoice, TargetOwner } from './records/account.ts';
import type { GitAccess, TargetRepository, Visibility } from './records/repository.ts';
import type { Cancellable, RepositoryName } from './records/target-address.ts';
import type { SecretTarget } from './secret-target.ts';
import type { TargetAudit } from './target-audit.ts';
import type { TargetCheckup } from './target-checkup.ts';

/**
 * The port that everything is written through.
 * Every method throws MigratorError and nothing else, and stops when its signal is aborted. A request that
 * makes something is sent once: when its answer is lost the error is `ambiguous-write`, and the caller looks.
 */
export interface TargetHost {
  readonly kind: 'github';
  /** For messages: the host's name without scheme, for example `api.github.com`. */
  readonly hostname: string;
  /** Where people find it: `https://github.com`. */
  readonly webUrl: string;
  readonly limits: TargetLimits;

  /**
   * One request.
   * @throws `credentials` (401) or `permission` (403) in the specification's words
   */
  verifyCredentials(options?: Cancellable): Promise<Account>;

  /** What the host tells of itself, with at most three requests. */
  checkUp(options?: Cancellable): Promise<TargetCheckup>;

  /**
   * The organisations that the account is in, as far as the credentials are told, and the account itself. A convenience:
   * any other may be named, and findOwner() decides.
   */
  listOwners(options: { account: Account } & Cancellable): Promise<readonly OwnerChoice[]>;

  /**
   * The organisation or person that repositories will belong to, and whether the account may create there.
   * @throws `not-found` if there is none, `permission` if the account is no member or no active one
   */
  findOwner(options: { name: string; account: Account } & Cancellable): Promise<TargetOwner>;

  /**
   * What would tell people of pull requests, or hinder them, as far as the credentials may see it: nothing where it
   * is not known. One request for each kind.
   */
  findSideEffects(
    options: { owner: TargetOwner } & Cancellable,
  ): Promise<readonly TargetSideEffects[]>;

  /** Redirects of renamed repositories are recognised, never followed. */
  findRepository(options: RepositoryName & Cancellable): Promise<RepositoryLookup>;

  /**
   * Made private, empty, without issues being touched.
   * @throws `target-exists` if the name is taken, `refused` if it came out public, `ambiguous-write` if the answer was lost
   */
  createRepository(options: CreateRepository & Cancellable): Promise<TargetRepository>;

  /**
   * Off while importing, so that mirrored workflows do not run. `switched-by-others` where the organisation decides
   * it for all repositories; `not-found` where the host has no Actions, or does not show the repository yet;
   * `refused` where the credentials may not switch it (a fine-grained token without Administration): asking again
   * does not help, and the repository can be filled all the same.
   */
  setActionsEnabled(
    options: RepositoryName & { enabled: boolean } & Cancellable,
  ): Promise<ActionsSwitch>;

  /** Only what is given is changed. Idempotent. */
  updateRepository(
    options: RepositoryName & {
      /** Brought into the form that the host takes. */
      description?: string;
      defaultBranch?: string;
      visibility?: Visibility;
      archived?: boolean;
    } & Cancellable,
  ): Promise<TargetRepository>;

  /**
   * Gives a repository another name; the old one then leads to it until a new repository takes it. `taken`: something has
   * the new name already; `gone`: nothing has the old name any more, perhaps because a request whose answer was lost did it.
   */
  renameRepository(
    options: RepositoryName & { newName: string } & Cancellable,
  ): Promise<RenameOutcome>;

  /** Replaces all topics, and gives them in the form that the host takes. Idempotent. */
  setTopics(
    options: RepositoryName & { topics: readonly string[] } & Cancellable,
  ): Promise<readonly string[]>;

  readonly pullRequests: PullRequestTarget;

  /** Pipeline secrets: made, and never read. */
  readonly secrets: SecretTarget;

  /** What finished work is compared and mended through. */
  readonly audit: TargetAudit;

  /** No request. */
  gitAccess(options: RepositoryName): GitAccess;
}

/** Something of the owner's that concerns all of its repositories. */
export interface TargetSideEffects {
  readonly kind: 'webhook' | 'ruleset';
  /** The host that a webhook tells; a ruleset's name. As the target has it: hostile text, and it may be empty. */
  readonly name: string;
}

export type ActionsSwitch = 'switched' | 'switched-by-others' | 'not-found' | 'refused';

export type RenameOutcome =
  | { readonly kind: 'renamed'; readonly repository: TargetRepository }
  | { readonly kind: 'taken' }
  | { readonly kind: 'gone' };

export interface CreateRepository {
  readonly owner: TargetOwner;
  readonly name: string;
  readonly description: string;
  readonly homepage?: string;
}

export type RepositoryLookup =
  | { readonly state: 'absent' }
  | { readonly state: 'present'; readonly repository: TargetRepository }
  /** The name leads to a repository that has another name now: the name itself is free. */
  | { readonly state: 'renamed' };

/** What the target refuses, so that it can be found out before anything is pushed. */
export interface TargetLimits {
  /** Bytes; a larger file makes the target refuse the ref that holds it. `null`: not known (set by an administrator). */
  readonly maxFileBytes: number | null;
  /** Bytes; a larger pack makes the target refuse the push. */
  readonly maxPushBytes: number;
  /** Bytes of a full ref name. */
  readonly maxRefNameBytes: number;
  /** Refs that name LFS objects which it lacks are refused. False: not known (an administrator can switch LFS off). */
  readonly requiresLfsObjects: boolean;
  /** Pushes a minute and repository. `null`: no limit. */
  readonly pushesPerMinute: number | null;
  /** Merges by request a minute and repository. `null`: no limit. */
  readonly mergesPerMinute: number | null;
  /** Pull requests of one repository that may be written to at the same time. */
  readonly concurrentWrites: number;
}
