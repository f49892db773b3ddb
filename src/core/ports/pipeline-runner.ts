import type { SourceRepositoryName } from './pull-request-source.ts';
import type { Cancellable } from './records/target-address.ts';
import type { SourceHost } from './source-host.ts';

/**
 * The only writes to a source: a temporary branch with a pipeline of ours, its variables and its runs. Separate from
 * SourceHost, which only reads, and built only after a person asked for it. Every method throws MigratorError and
 * nothing else. Deleting something that is gone succeeds.
 */
export interface PipelineRunner {
  /** For messages: the host's name without scheme. */
  readonly hostname: string;
  /** Needed in addition to the scopes for reading, as the host names them for this kind of credential. */
  readonly scopes: readonly string[];

  /** As in SourceHost; must be called first. */
  readonly verifyCredentials: SourceHost['verifyCredentials'];

  /** The parent for a new branch; `null` for an empty repository, whose first branch would become its main one. */
  mainCommit(repository: SourceRepositoryName & Cancellable): Promise<string | null>;

  /**
   * A new branch with one commit on top of the parent. It triggers no pipeline.
   * @throws `refused` if the branch exists, or a rule of the repository forbids it
   */
  createBranch(
    request: SourceRepositoryName & {
      branch: string;
      parent: string;
      message: string;
      file: { readonly path: string; readonly text: string };
    } & Cancellable,
  ): Promise<void>;

  deleteBranch(request: SourceRepositoryName & { branch: string } & Cancellable): Promise<void>;

  /** A secured variable of the repository: the host never shows its value again. */
  addVariable(
    request: SourceRepositoryName & { name: string; value: string } & Cancellable,
  ): Promise<void>;

  /** Deletes those with these names only. */
  removeVariables(
    request: SourceRepositoryName & { names: readonly string[] } & Cancellable,
  ): Promise<void>;

  /** Starts one of the custom pipelines that the branch defines. Sent once. */
  start(
    request: SourceRepositoryName & { branch: string; pipeline: string } & Cancellable,
  ): Promise<PipelineRun>;

  read(request: SourceRepositoryName & { run: string } & Cancellable): Promise<PipelineRun>;

  /** All runs of the branch. */
  runsOf(
    request: SourceRepositoryName & { branch: string } & Cancellable,
  ): Promise<readonly PipelineRun[]>;

  stop(request: SourceRepositoryName & { run: string } & Cancellable): Promise<void>;
}

export interface PipelineRun {
  readonly id: string;
  /** `paused`: a person has to continue it, as where an environment allows no deployment from this branch. */
  readonly state: 'running' | 'paused' | 'succeeded' | 'failed';
  /** The host's own message about a failure; hostile text. */
  readonly reason: string | null;
  readonly webUrl: string;
}
