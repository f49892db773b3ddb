import type { CommentMode } from '../../../../ports/pull-request-target.ts';
import type { Person, SourceText } from '../../../../ports/records/person.ts';
import type { Markers } from '../../../../text/context/marker.ts';
import type { PullRequestModel } from '../../model/pull-request-model.ts';

/** A pull request, and how it is said in Markdown. */
export interface RenderPullRequest {
  readonly model: PullRequestModel;
  readonly mode: CommentMode;
  readonly words: RenderWords;
  readonly markers: Markers;
  /** Where the target has the first part of a conversation that was written as a whole; `null`: nowhere yet. */
  readonly conversationIn: ConversationPlace | null;
}

/** In a comment of its own, or in the body of the first review. */
export type ConversationPlace = 'comment' | 'review';

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
