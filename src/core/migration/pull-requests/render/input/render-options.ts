import type { CommentMode } from '../../../../ports/pull-request-target.ts';
import type { Person, SourceText } from '../../../../ports/records/person.ts';
import type { Markers } from '../../../../text/context/marker.ts';
import type { Placement } from '../../model/prepared-pull-request.ts';
import type { ReadPullRequest } from '../../read/read-batch.ts';

/** One pull request of the source, and what is needed to write it on the target. */
export interface RenderPullRequest extends ReadPullRequest {
  readonly mode: CommentMode;
  /** By comment id: where the roots of inline threads go (`inlineRoots` names them). Missing: conversation. */
  readonly placements: ReadonlyMap<string, Placement>;
  readonly carried: Carried;
  readonly words: RenderWords;
  readonly markers: Markers;
  /** Where the target has the first part of a conversation that was written as a whole; `null`: nowhere yet. */
  readonly conversationIn: ConversationPlace | null;
}

/** In a comment of its own, or in the body of the first review. */
export type ConversationPlace = 'comment' | 'review';

/** How the pull request itself came over. */
export type Carried =
  /** Opened between its own commits. */
  | { readonly kind: 'commits' }
  /** Opened between commits that were made in its place; the patch is quoted as far as it fits. */
  | { readonly kind: 'substitute'; readonly why: string; readonly patch: string | null }
  /** Open, from a fork: its commits are kept on this branch of the target. */
  | { readonly kind: 'fork-branch'; readonly branch: string };

/**
 * Describes what needs knowledge of hosts, users and escaping. Results are inline Markdown on one line unless said
 * otherwise, and hostile text is escaped in them.
 */
export interface RenderWords {
  /** Block Markdown. Every block that it opens (fences, HTML) it closes too. */
  convert(text: SourceText): string;
  /** `null`: "a former user". */
  person(person: Person | null): string;
  plainText(text: string): string;
  codeSpan(text: string): string;
  /** Block Markdown. */
  codeBlock(text: string, language?: string): string;
  /** Block Markdown from block Markdown. */
  quote(markdown: string): string;
  /** Block Markdown in parts, none longer than its limit; each stands on its own. */
  splitBody(markdown: string, options: { first: number; rest: number }): readonly string[];
  /** How long a body may be, in UTF-16 units, its marker included. */
  readonly maxBody: number;
  /** How many comments one review's request may make. */
  readonly commentsPerReview: number;
  /** "2023-05-01 10:12 UTC" */
  time(iso: string): string;
  /** Link or code span. */
  commit(hash: string): string;
}
