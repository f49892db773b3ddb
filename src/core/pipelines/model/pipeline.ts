import type { Place, Placed, Tree } from '../tree/tree.ts';
import type { Image } from './image.ts';
import type { Changesets, Step } from './step.ts';

/** A pipeline file as data: all that GitHub's side needs, with places for findings. */
export interface PipelineFile {
  /** Where its pipelines begin. */
  readonly line: number;
  readonly pipelines: readonly Pipeline[];
  /** Pipelines that are lost: no other one may start in their place. */
  readonly lost: readonly Pick<Pipeline, 'kind' | 'pattern'>[];
  readonly caches: ReadonlyMap<string, CacheDefinition>;
  readonly services: ReadonlyMap<string, ServiceDefinition>;
}

/** Starts a pipeline: a push to branches, a pull request, a tag, or a person. */
export type PipelineKind = 'default' | 'branch' | 'pull-request' | 'tag' | 'custom';

export interface Pipeline {
  readonly kind: PipelineKind;
  /** Glob of a branch or tag, name of a custom pipeline; empty for the default. */
  readonly pattern: string;
  readonly place: Place;
  readonly items: readonly Item[];
  /** Asked for when a custom pipeline starts. */
  readonly variables: readonly CustomVariable[];
  /** An event, or times, that start this custom pipeline beside all others. */
  readonly trigger?: Trigger;
  /** The file that its steps come from, if it is imported. */
  readonly imported?: ImportedPipeline;
}

interface ImportedPipeline extends Pick<PipelineFile, 'caches' | 'services'> {
  /** For a sentence. */
  readonly from: string;
  readonly tree: Tree;
  /** Places of that file outside of the pipeline, which its steps may use. */
  readonly around: readonly Place[];
}

interface Trigger {
  /** Of the custom pipeline. */
  readonly name: string;
  /** Activities of a pull request; `undefined` for a push. */
  readonly types: readonly string[] | undefined;
  readonly places: readonly Place[];
  /** Times that start it, in GitHub's five fields, instead of an event. */
  readonly crons?: readonly string[];
}

/** Runs in the order of the list. */
export type Item =
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'parallel'; readonly place: Place; readonly items: readonly Item[] }
  | Stage;

export interface Stage {
  readonly kind: 'stage';
  readonly place: Place;
  readonly name: Placed<string> | null;
  readonly items: readonly Item[];
  readonly deployment: Placed<string> | null;
  readonly changesets: Changesets | null;
  /** An expression over variables. */
  readonly state: Placed<string> | null;
  readonly manual: Place | null;
}

export interface CustomVariable {
  readonly name: string;
  readonly place: Place;
  readonly default: Placed<string> | null;
  readonly allowed: Placed<readonly string[]> | null;
  readonly description: Placed<string> | null;
}

export interface CacheDefinition {
  readonly place: Place;
  readonly path: Placed<string>;
  /** Files of which a change makes a new cache. */
  readonly files: Placed<readonly string[]> | null;
}

export interface ServiceDefinition {
  readonly place: Place;
  readonly image: Image | null;
  readonly memory: Placed<string> | null;
  readonly isDocker: boolean;
  readonly variables: readonly (readonly [string, Placed<string>])[];
}
