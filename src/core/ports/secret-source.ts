import type { SourceRepositoryName } from './pull-request-source.ts';
import type { Cancellable } from './records/target-address.ts';

/**
 * The part of the source's port that the names of pipeline variables are read through. Values are never asked for;
 * where a host sends them all the same they are dropped before anything else sees the answer. Every list is complete,
 * or it throws; a place without pipelines has no variables.
 * Every method throws MigratorError and nothing else: `permission` names the scope that is needed.
 */
export interface SecretSource {
  /** What the credentials need for it, in the host's words: `read:pipeline:bitbucket`. */
  readonly scope: string;

  /** The variables that all repositories share. One request for every 100. */
  workspace(options: { workspace: string } & Cancellable): Promise<readonly SecretName[]>;

  /** One request for every 100. */
  repository(options: SourceRepositoryName & Cancellable): Promise<readonly SecretName[]>;

  /** One request for every 100. */
  environments(options: SourceRepositoryName & Cancellable): Promise<readonly SourceEnvironment[]>;

  /** The variables of one environment. One request for every 100. */
  deployment(
    options: SourceRepositoryName & { environment: SourceEnvironment } & Cancellable,
  ): Promise<readonly SecretName[]>;
}

/** Where a pipeline variable of the source is defined. */
export type SecretLevel = 'repository' | 'workspace' | 'deployment';

/** A pipeline variable by its name; its value is never asked for. The name is hostile text until escaped. */
export interface SecretName {
  readonly name: string;
  /** Whether the source hides the value from people as well; `null` where it does not tell. */
  readonly isSecured: boolean | null;
}

/** Somewhere that the source's pipelines deploy to. */
export interface SourceEnvironment {
  /** The host's own identity (Bitbucket: the UUID). */
  readonly id: string;
  readonly name: string;
}

/** The variables of one repository, by level, as far as they could be read. */
export interface SecretNames {
  readonly repository: readonly SecretName[];
  /** Those of the workspace, which every repository of it can use. */
  readonly workspace: readonly SecretName[];
  /** By the environment's name, also those without variables. */
  readonly deployments: ReadonlyMap<string, readonly SecretName[]>;
  /** Levels of which some or all could not be read. */
  readonly unread: readonly SecretLevel[];
}
