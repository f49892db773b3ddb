import { markerLength } from '../../../../text/context/marker.ts';
import type { PullRequestWrites } from '../../model/prepared-pull-request.ts';
import type { PullRequestModel } from '../../model/pull-request-model.ts';
import type { RenderPullRequest } from './render-options.ts';

/** A model with everything that is needed to say it in Markdown. */
export interface Rendering extends PullRequestModel, Omit<RenderPullRequest, 'model'> {
  /** UTF-16 units that a body has beside its marker. */
  readonly room: number;
}

export function renderingOf({ model, ...options }: RenderPullRequest): Rendering {
  return { ...model, ...options, room: options.words.maxBody - markerLength };
}

/** A body with its marker, which is the last line. */
export function sealed(rendering: Rendering, key: string, markdown: string): string {
  return `${markdown.trimEnd()}\n\n${rendering.markers.mark(key)}`;
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
