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
  /** The image where a file names none. */
  readonly defaultImage?: string;
  /** The name that GitHub takes in the place of a variable's. */
  readonly secretName?: (name: string) => string;
}

/** Carries what every part of the conversion of one pipeline needs. */
export interface Conversion {
  readonly file: PipelineFile;
  readonly kind: PipelineKind;
  readonly findings: Findings;
  readonly options: ConvertOptions;
  /** Inputs of a custom pipeline: they hide variables of the same name. */
  readonly inputs: ReadonlySet<string>;
  /** Files of custom pipelines by name, for steps that run them. */
  readonly customFiles: ReadonlyMap<string, string>;
}
