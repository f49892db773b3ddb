import type { FilePlace, LinePlace } from '../../../ports/pull-request-target.ts';

/** Where a comment goes on the target. */
export type Placement =
  | {
      readonly kind: 'line';
      /** The commit that it is made on: the pull request's head, or for an outdated one the commit of its time. */
      readonly commit: string;
      readonly place: LinePlace;
    }
  | {
      readonly kind: 'file';
      readonly commit: string;
      readonly place: FilePlace;
      readonly why: string;
    }
  /** The target takes it nowhere on the diff: it becomes part of the conversation and quotes its place. */
  | { readonly kind: 'conversation'; readonly why: string };
