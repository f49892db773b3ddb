import type { FileLocation, LineLocation } from '../../ports/pull-request-target.ts';

/** How the pull request itself came over. */
export type Carried =
  /** Opened between its own commits. */
  | { readonly kind: 'commits' }
  /** Opened between commits that were made in its place; the patch is quoted as far as it fits. */
  | { readonly kind: 'substitute'; readonly why: string; readonly patch: string | null }
  /** Open, from a fork: its commits are kept on this branch of the target. */
  | { readonly kind: 'fork-branch'; readonly branch: string };

/** Where a comment goes on the target. */
export type Placement =
  | {
      readonly kind: 'line';
      /** The commit that it is made on: the pull request's head, or for an outdated one the commit of its time. */
      readonly commit: string;
      readonly place: LineLocation;
    }
  | {
      readonly kind: 'file';
      readonly commit: string;
      readonly place: FileLocation;
      readonly why: string;
    }
  /** The target takes it nowhere on the diff: it becomes part of the conversation and quotes its place. */
  | { readonly kind: 'conversation'; readonly why: string };

/** Where a conversation that was written as a whole begins: in a comment of its own, or in the first review. */
export type ConversationLocation = 'comment' | 'review';
