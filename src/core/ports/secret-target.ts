import type { Cancellable, RepositoryName } from './records/target-address.ts';

/**
 * The part of the target's port that secrets are made through. Values arrive sealed: the target alone can open them,
 * and nobody can read them back.
 * Every method throws MigratorError and nothing else, and stops when its signal is aborted.
 */
export interface SecretTarget {
  /**
   * The secrets of a place, by name and times alone; `null` if the place is not there, or cannot be seen. One request
   * for every 100.
   * @throws `permission` where the credentials may not see them
   */
  list(place: SecretPlace & Cancellable): Promise<readonly TargetSecret[] | null>;

  /** What values for this place are sealed with. One request. */
  publicKey(place: SecretPlace & Cancellable): Promise<SecretPublicKey>;

  /**
   * Writes one secret, and replaces the one of this name, if there is one. Sent once.
   * @throws `ambiguous-write` if the answer was lost
   */
  put(request: PutSecret & Cancellable): Promise<PutOutcome>;

  /**
   * Who may use a secret of an organisation; `null` if there is none of this name. One request, and for `selected` one
   * more for every 100 repositories.
   */
  visibility(
    secret: { readonly owner: string; readonly name: string } & Cancellable,
  ): Promise<SecretVisibility | null>;

  /** The environments of a repository; `null` if the repository is not there. One request for every 100. */
  listEnvironments(
    repository: RepositoryName & Cancellable,
  ): Promise<readonly TargetEnvironment[] | null>;

  /**
   * Makes an environment without any rules. Never for one that is there: that would take away its rules.
   * @throws `refused` where the plan of the owner has no environments for this repository
   */
  createEnvironment(
    request: RepositoryName & { environment: string } & Cancellable,
  ): Promise<TargetEnvironment>;

  /** The page on which a person fills in the secrets of a place. No request. */
  settingsUrl(place: SecretPlace, environmentId?: string): string;
}

/** Something on the target that has secrets of its own. */
export type SecretPlace =
  | { readonly kind: 'organization'; readonly owner: string }
  | ({ readonly kind: 'repository' } & RepositoryName)
  | ({ readonly kind: 'environment'; readonly environment: string } & RepositoryName);

/** Names are told apart without regard to case; the host gives them in capitals. */
export interface TargetSecret {
  readonly name: string;
  /** Milliseconds since 1970, in whole seconds; `null` where the host does not tell. */
  readonly createdAt: number | null;
  /** The same, of the last time that the value was set. */
  readonly updatedAt: number | null;
}

export interface TargetEnvironment {
  readonly id: string;
  readonly name: string;
}

export interface SecretPublicKey {
  readonly id: string;
  /** Base64 of 32 bytes. */
  readonly key: string;
}

/** Who may use a secret of an organisation; `selected` names repositories by their identity on the target. */
export type SecretVisibility =
  | { readonly kind: 'all' | 'private' }
  | { readonly kind: 'selected'; readonly repositoryIds: readonly string[] };

export interface PutSecret {
  readonly place: SecretPlace;
  readonly name: string;
  /** Base64 of the sealed box. */
  readonly sealed: string;
  /** Of the public key that it was sealed with. */
  readonly keyId: string;
  /** For an organisation's alone, which needs it. */
  readonly visibility?: SecretVisibility | undefined;
  /** Asked right before it is sent: whether what is known of the place is still recent enough to write by. */
  readonly isCurrent?: () => boolean;
}

export interface PutOutcome {
  /** `replaced`: there was one of this name. `outdated`: nothing was sent, because isCurrent said so. */
  readonly kind: 'created' | 'replaced' | 'outdated';
  /** By the host's clock, in milliseconds since 1970 and whole seconds; `null` where it does not tell. */
  readonly at: number | null;
}
