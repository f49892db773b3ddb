import type { SourceRepositoryName } from './pull-request-source.ts';
import type { Cancellable } from './records/target-address.ts';

/**
 * Reads the names of pipeline variables. Values are never requested, and dropped if a host sends them all the same.
 * Every list is complete, or it throws MigratorError: `permission` names the missing scope. A place without pipelines
 * has no variables. One request for every 100.
 */
export interface SecretSource {
  /** The scope that the credentials need: `read:pipeline:bitbucket`. */
  readonly scope: string;

  /** The variables that all repositories share. */
  workspace(options: { workspace: string } & Cancellable): Promise<readonly SecretName[]>;

  repository(options: SourceRepositoryName & Cancellable): Promise<readonly SecretName[]>;

  environments(options: SourceRepositoryName & Cancellable): Promise<readonly SourceEnvironment[]>;

  deployment(
    options: SourceRepositoryName & { environment: SourceEnvironment } & Cancellable,
  ): Promise<readonly SecretName[]>;
}

/** Where a pipeline variable of the source is defined. */
export type SecretLevel = 'repository' | 'workspace' | 'deployment';

/** The name is hostile until escaped. */
export interface SecretName {
  readonly name: string;
  /** True if the source hides the value from people; `null` if unknown. */
  readonly isSecured: boolean | null;
}

export interface SourceEnvironment {
  /** The host's own identity (Bitbucket: the UUID). */
  readonly id: string;
  readonly name: string;
}

/** The variables of a repository, as far as they could be read. */
export interface SecretNames {
  readonly repository: readonly SecretName[];
  readonly workspace: readonly SecretName[];
  /** By environment name, also of those without variables. */
  readonly deployments: ReadonlyMap<string, readonly SecretName[]>;
  /** Levels that could not be read completely. */
  readonly unread: readonly SecretLevel[];
}
