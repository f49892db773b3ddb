import type { PullRequestWrites } from '../../model/prepared-pull-request.ts';
import { nothingWritten, type RenderedConversation, type Rendering } from './input/rendering.ts';
import { renderTitle } from './parts/render-title.ts';
import { foldedBlocks } from './parts/thread-blocks.ts';
import { renderCompact } from './render-compact.ts';
import { renderDescription } from './render-description.ts';
import { renderThreaded } from './render-threaded.ts';

/**
 * Everything that is written on the target about one pull request. The same input gives the same writes, to the
 * character. Every comment of the source that is not deleted is in it once, with nothing cut.
 */
export function renderPullRequest(rendering: Rendering): PullRequestWrites {
  const { body, continuations } = renderDescription(rendering, foldedBlocks(rendering));
  const conversation = renderConversation(rendering);
  return {
    title: renderTitle(rendering.pullRequest).title,
    body,
    ...conversation,
    comments: [...continuations, ...conversation.comments],
  };
}

function renderConversation(rendering: Rendering): RenderedConversation {
  switch (rendering.mode) {
    case 'threaded':
      return renderThreaded(rendering);
    case 'compact':
      return renderCompact(rendering);
    case 'folded':
      return nothingWritten;
  }
}
