import type { Place, Placed } from '../tree/tree.ts';
import type { Image } from './image.ts';

/** One step, with what the file sets for all steps already applied. */
export interface Step {
  readonly place: Place;
  readonly name: Placed<string> | null;
  readonly script: Script;
  readonly afterScript: Script;
  readonly image: Image | null;
  readonly services: readonly Placed<string>[];
  readonly caches: readonly Placed<string>[];
  readonly artifacts: Artifacts | null;
  readonly changesets: Changesets | null;
  /** An expression over variables. */
  readonly state: Placed<string> | null;
  readonly deployment: Placed<string> | null;
  readonly concurrencyGroup: Placed<string> | null;
  readonly manual: Place | null;
  readonly maxTime: Placed<number> | null;
  readonly size: Placed<string> | null;
  readonly runsOn: Placed<readonly string[]> | null;
  readonly architecture: Placed<string> | null;
  readonly oidc: Placed<readonly string[]> | null;
  readonly clone: Clone;
  /** Names of variables that it sets for later steps. */
  readonly outputVariables: Placed<readonly string[]> | null;
  /** Runs a custom pipeline in its place. */
  readonly child: ChildPipeline | null;
}

export interface Script {
  readonly place: Place;
  readonly lines: readonly ScriptLine[];
}

export type ScriptLine =
  | { readonly kind: 'command'; readonly text: string; readonly place: Place }
  | Pipe;

export interface Pipe {
  readonly kind: 'pipe';
  /** `atlassian/aws-s3-deploy:1.1.0`, or `docker://image:tag` */
  readonly reference: string;
  readonly name: Placed<string> | null;
  readonly place: Place;
  readonly variables: readonly PipeVariable[];
}

export interface PipeVariable {
  readonly name: string;
  readonly place: Place;
  /** A list becomes several variables; an object its JSON. */
  readonly value: string | readonly string[];
}

export interface Artifacts {
  readonly place: Place;
  readonly uploads: readonly ArtifactUpload[];
  /** `all`: of every earlier step. */
  readonly download: Placed<'all' | 'none' | readonly string[]>;
}

export interface ArtifactUpload {
  readonly name: string | null;
  readonly place: Place;
  readonly paths: readonly string[];
  readonly ignored: readonly string[];
  /** A scoped artifact stays in its step. */
  readonly isScoped: boolean;
  readonly captureOn: 'always' | 'success' | 'failed';
}

export interface Changesets {
  readonly place: Place;
  readonly include: Placed<readonly string[]>;
  readonly exclude: Placed<readonly string[]> | null;
}

export interface Clone {
  /** `null` is all of the history. */
  readonly depth: Placed<number | null> | null;
  readonly lfs: Placed<boolean> | null;
  readonly enabled: Placed<boolean> | null;
}

export interface ChildPipeline {
  readonly place: Place;
  readonly custom: Placed<string>;
  readonly inputs: readonly (readonly [string, Placed<string>])[];
}
