import type { CommentMode } from '../../../../ports/pull-request-target.ts';
import type { Person, SourceText } from '../../../../ports/records/person.ts';
import { type Markers, markerLength } from '../../../../text/context/marker.ts';
import type { DesiredPullRequest } from '../../../model/desired-pull-request.ts';
import type { ConversationLocation } from '../../../model/placement.ts';
import type { PullRequestWrites } from '../../../model/prepared-pull-request.ts';

/** A pull request, and how it is written as Markdown. */
export interface Rendering {
  readonly pullRequest: DesiredPullRequest;
  readonly mode: CommentMode;
  readonly words: RenderWords;
  readonly markers: Markers;
  /** Where the target has the first part of a conversation that was written as a whole; `null`: nowhere yet. */
  readonly conversationIn: ConversationLocation | null;
}

/**
 * Describes what needs knowledge of hosts, users and escaping. Results are inline Markdown on one line unless said
 * otherwise, and hostile text is escaped in them.
 */
export interface RenderWords {
  /** Block Markdown of a text that is quoted beside its own place. */
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

/** UTF-16 units that a body has beside its marker. */
export function roomOf({ words }: Rendering): number {
  return words.maxBody - markerLength;
}

/** A body with its marker, which is the last line. */
export function sealed(
  { markers }: Pick<Rendering, 'markers'>,
  key: string,
  markdown: string,
): string {
  return `${markdown.trimEnd()}\n\n${markers.mark(key)}`;
}

/** Describes what is written of a conversation outside the description. */
export type RenderedConversation = Omit<PullRequestWrites, 'title' | 'body'>;

export const nothingWritten: RenderedConversation = {
  reviews: [],
  fileComments: [],
  replies: [],
  comments: [],
  resolved: [],
};
