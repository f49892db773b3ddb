import type { SourceRepositoryName } from './pull-request-source.ts';
import type { SecretName, SourceEnvironment } from './records/secret-names.ts';

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

interface Cancellable {
  readonly signal?: AbortSignal;
}
