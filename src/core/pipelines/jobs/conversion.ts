import type { PipelineSchedule } from '../../ports/source-host.ts';
import type { Findings } from '../findings/finding.ts';
import type { PipelineFile, PipelineKind } from '../model/pipeline.ts';

/** A variable of the repository or a deployment, as the manifest of secrets knows it. */
interface KnownVariable {
  readonly name: string;
  readonly isSecured: boolean;
}

export interface ConvertOptions {
  /** Of the repository; without them each name that a script reads counts as one. */
  readonly variables?: readonly KnownVariable[];
  /** Times that start pipelines, as Bitbucket keeps them apart from the file. */
  readonly schedules?: readonly PipelineSchedule[];
  /** Of the repository; `null` where it is not known. */
  readonly defaultBranch?: string | null;
  /** True if the environments of manual steps have reviewers, and the steps are switched on. */
  readonly hasReviewers?: boolean;
  /** The name that GitHub takes in the place of a variable's. */
  readonly secretName?: (name: string) => string;
}

/** Carries what every part of the conversion of one pipeline needs. */
export interface Conversion {
  readonly file: PipelineFile;
  readonly kind: PipelineKind;
  readonly findings: Findings;
  /** Environments that get reviewers, because a manual step of the file is in them. */
  readonly reviewed: ReadonlySet<string>;
  readonly options: ConvertOptions;
  /** Inputs of a custom pipeline: they hide variables of the same name. */
  readonly inputs: ReadonlySet<string>;
  /** Files of custom pipelines by name, for steps that run them. */
  readonly customFiles: ReadonlyMap<string, string>;
}
