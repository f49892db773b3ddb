import type { PullRequestWrites } from '../prepare/writes.ts';

/** What is written of a conversation outside the description. */
export type RenderedConversation = Omit<PullRequestWrites, 'title' | 'body'>;

export const nothingWritten: RenderedConversation = {
  reviews: [],
  fileComments: [],
  replies: [],
  comments: [],
  resolved: [],
};
