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
