import type { SourceRepositoryName } from './pull-request-source.ts';
import type { Cancellable } from './records/target-address.ts';
import type { SourceHost } from './source-host.ts';

/**
 * The one way in which something is written to a source: a temporary branch with a pipeline of ours, variables for it,
 * and its runs. It is apart from SourceHost, which only ever reads, and is built where a person has asked for it.
 * Every method throws MigratorError and nothing else. What is taken away may be gone already.
 */
export interface PipelineRunner {
  /** For messages: the host's name without scheme. */
  readonly hostname: string;
  /** What the credentials need besides reading, in the host's words for this kind of credential. */
  readonly scopes: readonly string[];

  /** As SourceHost has it; to be called before anything else. */
  readonly verifyCredentials: SourceHost['verifyCredentials'];

  /** Where a branch may be begun; `null` for a repository without any, whose first branch would become its main one. */
  mainCommit(repository: SourceRepositoryName & Cancellable): Promise<string | null>;

  /**
   * A new branch with one commit more than the parent. Nothing runs because of it.
   * @throws `refused` if the branch is there, or a rule of the repository bars it
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

  /** By their names; others are not touched. */
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
  /** `paused`: somebody would have to let it go on, as where an environment takes no deployment from this branch. */
  readonly state: 'running' | 'paused' | 'succeeded' | 'failed';
  /** What the host says of a failure; hostile text. */
  readonly reason: string | null;
  readonly webUrl: string;
}
