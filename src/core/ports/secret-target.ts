import type { Cancellable, RepositoryName } from './records/target-address.ts';

/**
 * Writes secrets. Values arrive sealed: only the target can open them, and nobody can read them back. Every method
 * throws MigratorError and nothing else, and stops when its signal is aborted.
 */
export interface SecretTarget {
  /**
   * Names and times of a place's secrets; `null` if the place is absent or hidden. One request for every 100.
   * @throws `permission` where the credentials may not see them
   */
  list(place: SecretScope & Cancellable): Promise<readonly TargetSecret[] | null>;

  /** The key for sealing values of this place. One request. */
  publicKey(place: SecretScope & Cancellable): Promise<SecretPublicKey>;

  /**
   * Creates or replaces a secret. Sent once.
   * @throws `ambiguous-write` if the answer was lost
   */
  put(request: PutSecret & Cancellable): Promise<PutOutcome>;

  /**
   * Who may use a secret of an organization; `null` if it does not exist. One request, and for `selected` one more for
   * every 100 repositories.
   */
  visibility(
    secret: { readonly owner: string; readonly name: string } & Cancellable,
  ): Promise<SecretVisibility | null>;

  /** `null` if the repository does not exist. One request for every 100. */
  listEnvironments(
    repository: RepositoryName & Cancellable,
  ): Promise<readonly TargetEnvironment[] | null>;

  /**
   * Creates an environment: without rules, or with people and teams of whom one has to approve its jobs. Never for one with
   * other rules, which it would lose.
   * @param request.reviewers six at most
   * @throws `refused` where the owner's GitHub plan has no environments for this repository
   */
  createEnvironment(
    request: RepositoryName & {
      environment: string;
      reviewers?: readonly EnvironmentReviewer[];
    } & Cancellable,
  ): Promise<TargetEnvironment>;

  /**
   * Creates a variable of a repository; one of this name stays as it is. Everybody who reads workflows sees its value.
   * @returns the value that it has now
   */
  createVariable(
    request: RepositoryName & { variable: string; value: string } & Cancellable,
  ): Promise<string>;

  /** The settings page for a place's secrets. No request. */
  settingsUrl(place: SecretScope, environmentId?: string): string;
}

export type SecretScope =
  | { readonly kind: 'organization'; readonly owner: string }
  | ({ readonly kind: 'repository' } & RepositoryName)
  | ({ readonly kind: 'environment'; readonly environment: string } & RepositoryName);

/** Names are case-insensitive; the host returns them in capitals. */
export interface TargetSecret {
  readonly name: string;
  /** Milliseconds since 1970, in whole seconds; `null` if unknown. */
  readonly createdAt: number | null;
  /** When the value was last set. */
  readonly updatedAt: number | null;
}

export interface TargetEnvironment {
  readonly id: string;
  readonly name: string;
  /** `reviewers`: somebody has to approve its jobs, whatever else it asks for. */
  readonly rules: 'none' | 'reviewers' | 'others';
}

/** Ids of the target. */
export interface EnvironmentReviewer {
  readonly kind: 'user' | 'team';
  readonly id: string;
}

export interface SecretPublicKey {
  readonly id: string;
  /** Base64 of 32 bytes. */
  readonly key: string;
}

/** Who may use a secret of an organization; `selected` holds ids of the target. */
export type SecretVisibility =
  | { readonly kind: 'all' | 'private' }
  | { readonly kind: 'selected'; readonly repositoryIds: readonly string[] };

export interface PutSecret {
  readonly place: SecretScope;
  readonly name: string;
  /** Base64 of the sealed box. */
  readonly sealed: string;
  /** Of the public key that it was sealed with. */
  readonly keyId: string;
  /** Required for an organization's secret. */
  readonly visibility?: SecretVisibility | undefined;
  /** Called right before sending: whether the data on the place is still recent enough. */
  readonly isCurrent?: () => boolean;
}

export interface PutOutcome {
  /** `outdated`: not sent, because isCurrent() returned false. */
  readonly kind: 'created' | 'replaced' | 'outdated';
  /** Milliseconds since 1970 by the host's clock, in whole seconds; `null` if unknown. */
  readonly at: number | null;
}
