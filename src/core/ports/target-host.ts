import type { PullRequestTarget } from './pull-request-target.ts';
import type { Account, OwnerChoice, TargetOwner } from './records/account.ts';
import type { GitAccess, TargetRepository, Visibility } from './records/repository.ts';
import type { Cancellable, Changing, RepositoryName } from './records/target-address.ts';
import type { RequestBudget, TargetCheckup, TokenGap } from './records/target-checkup.ts';
import type { TargetPeople } from './records/target-people.ts';
import type { SecretTarget } from './secret-target.ts';
import type { SettingsTarget } from './settings-target.ts';
import type { TargetAudit } from './target-audit.ts';
import type { TargetClosure } from './target-closure.ts';
import type { TargetImporter } from './target-importer.ts';
import type { TargetNaming } from './target-naming.ts';

/**
 * The target. Every method throws MigratorError and nothing else, and stops when its signal is aborted. A creating
 * request is sent once: if its answer is lost the error is `ambiguous-write`, and the caller looks it up.
 */
export interface TargetHost {
  readonly kind: 'github';
  /** For messages: `api.github.com`. */
  readonly hostname: string;
  /** `https://github.com` */
  readonly webUrl: string;
  readonly limits: TargetLimits;
  readonly naming: Pick<TargetNaming, 'normalizeSecretName'>;

  /**
   * One request.
   * @throws `credentials` (401) or `permission` (403) in the specification's words
   */
  verifyCredentials(options?: Cancellable): Promise<Account>;

  /** At most three requests. */
  checkUp(options?: Cancellable): Promise<TargetCheckup>;

  /**
   * The account and those of its organizations that the credentials can list, as a convenience: any other may be
   * named, and findOwner() decides.
   */
  listOwners(options: { account: Account } & Cancellable): Promise<readonly OwnerChoice[]>;

  /**
   * The future owner of the repositories.
   * @throws `not-found` if there is none, `permission` if the account is no active member
   */
  findOwner(options: { name: string; account: Account } & Cancellable): Promise<TargetOwner>;

  /**
   * Finds what pull requests would trigger or be blocked by, as far as the credentials may see it. One request for each
   * kind.
   */
  findSideEffects(
    options: { owner: TargetOwner } & Cancellable,
  ): Promise<readonly TargetSideEffects[]>;

  /**
   * Finds what the token cannot do beside its scopes; empty for a classic token. At most three requests.
   * @param options.owner `null` while it is unknown
   */
  findTokenGaps(options: { owner: TargetOwner | null } & Cancellable): Promise<readonly TokenGap[]>;

  /** Redirects of renamed repositories are recognised, never followed. */
  findRepository(options: RepositoryName & Cancellable): Promise<RepositoryLookup>;

  /** Finds a repository under whatever name it has now. `null`: it was deleted, or the token does not see it. */
  findRepositoryById(
    options: { readonly id: string } & Cancellable,
  ): Promise<TargetRepository | null>;

  /** The form in which the host keeps a description. Pure. */
  normalizeDescription(text: string): string;

  /**
   * Private and empty.
   * @throws `target-exists` if the name is taken, `refused` if it is public, `ambiguous-write` if the answer was lost
   */
  createRepository(options: CreateRepository & Cancellable): Promise<TargetRepository>;

  /**
   * Off during the migration, so that mirrored workflows do not run. `switched-by-others`: the organization decides for
   * all repositories; `not-found`: the host has no Actions, or does not show the repository yet; `refused`: the
   * credentials may not switch it (a fine-grained token without Administration), which does not prevent a push.
   */
  setActionsEnabled(
    options: RepositoryName & { enabled: boolean } & Cancellable,
  ): Promise<ActionsSwitch>;

  /** One request. `null`: the host has no Actions, or the credentials may not read it. */
  areActionsEnabled(options: RepositoryName & Cancellable): Promise<boolean | null>;

  /** Changes only the given fields. Idempotent. */
  updateRepository(
    options: RepositoryName & {
      /** Adapted to what the host accepts. */
      description?: string;
      defaultBranch?: string;
      visibility?: Visibility;
      archived?: boolean;
    } & Changing,
  ): Promise<TargetRepository>;

  /**
   * The old name redirects until a new repository takes it. `taken`: the new name exists; `gone`: the old name does
   * not, perhaps because of a request whose answer was lost.
   */
  renameRepository(
    options: RepositoryName & { newName: string } & Cancellable,
  ): Promise<RenameOutcome>;

  /** For good. Idempotent. @throws `permission` where the token lacks the delete_repo scope, or the owner forbids it */
  deleteRepository(options: RepositoryName & Cancellable): Promise<void>;

  /** Replaces all topics and returns them as the host accepts them. Idempotent. */
  setTopics(
    options: RepositoryName & { topics: readonly string[] } & Changing,
  ): Promise<readonly string[]>;

  readonly pullRequests: PullRequestTarget;

  readonly secrets: SecretTarget;

  readonly settings: SettingsTarget;

  readonly audit: TargetAudit;

  readonly closure: TargetClosure;

  readonly people: TargetPeople;

  /** `null`: the host has none, as Enterprise Server, or its address for uploads is unknown. */
  readonly importer: TargetImporter | null;

  readonly pace: TargetPace;

  /** No request. */
  gitAccess(options: RepositoryName): GitAccess;
}

/** A setting of the owner that concerns all of its repositories. */
export interface TargetSideEffects {
  readonly kind: 'webhook' | 'ruleset';
  /** The host of a webhook, or a ruleset's name. Hostile; may be empty. */
  readonly name: string;
}

type ActionsSwitch = 'switched' | 'switched-by-others' | 'not-found' | 'refused';

type RenameOutcome =
  | { readonly kind: 'renamed'; readonly repository: TargetRepository }
  | { readonly kind: 'taken' }
  | { readonly kind: 'gone' };

interface CreateRepository {
  readonly owner: TargetOwner;
  readonly name: string;
  readonly description: string;
  readonly homepage?: string;
}

export type RepositoryLookup =
  | { readonly state: 'absent' }
  | { readonly state: 'present'; readonly repository: TargetRepository }
  /** The name redirects to a renamed repository: the name itself is free. */
  | { readonly state: 'renamed' };

/** Describes what the target refuses, for checks before a push. */
export interface TargetLimits {
  /** Bytes; the target refuses a ref with a larger file. `null`: unknown (set by an administrator). */
  readonly maxFileBytes: number | null;
  /** Bytes; the target refuses a larger pack. */
  readonly maxPushBytes: number;
  /** Bytes of a full ref name. */
  readonly maxRefNameBytes: number;
  /** Refuses refs whose LFS objects it lacks. False: unknown (an administrator can disable LFS). */
  readonly requiresLfsObjects: boolean;
  /** Pushes a minute and repository. `null`: no limit. */
  readonly pushesPerMinute: number | null;
  /** Merges by request a minute and repository. `null`: no limit. */
  readonly mergesPerMinute: number | null;
  /** Pull requests of a repository that may be written at the same time. */
  readonly concurrentWrites: number;
  /** Refs that one push updates at most; a push that is refused all the same is divided. */
  readonly refsPerPush: number;
  /** UTF-16 units of a body, a little less than the target takes. */
  readonly bodyCharacters: number;
  /** Comments that one review creates at most. */
  readonly commentsPerReview: number;
}

/** How fast the target may be written to, and how it has said so. */
interface TargetPace {
  /** From now on all requests of this adapter keep to it, beside the target's documented limits. */
  adopt(found: {
    /** Milliseconds between two content-creating requests. */
    readonly contentMilliseconds?: number | undefined;
    /** Each comment of a review counts as a content-creating request. */
    readonly countsReviewComments?: boolean | undefined;
  }): void;
  /** Returns the limits that the target has enforced since the adapter was made: the first hundred, oldest first. */
  limitsMet(): readonly MetLimit[];
  /** One request that counts against no limit; `null`: the target limits nobody. */
  readBudget(options?: Cancellable): Promise<RequestBudget | null>;
}

/** A refusal that asked to wait. */
export interface MetLimit {
  readonly status: number;
  /** How `Retry-After` named the wait. */
  readonly retryAfter: 'seconds' | 'date' | 'none' | 'unreadable';
}

/** The largest file that GitHub takes. An administrator of a server can set another that is not to be read. */
export const usualFileBytes = 100 * 1024 * 1024;
