import { commentBlocks, commentHeader, inReplyTo } from '../parts/render-comment.ts';
import type { Rendering } from '../rendering.ts';
import type { Thread } from '../threads.ts';
import { joinBlocks } from './markdown-pieces.ts';
import type { Block } from './pack-blocks.ts';
import { placementOf, topElsewhere } from './thread-place.ts';

/** A whole thread that is not on the diff: its root with its place, then its replies quoted. */
export function threadBlocks(rendering: Rendering, thread: Thread): readonly Block[] {
  const { root } = thread;
  // Folded, nothing is placed, so there is no reason to give.
  const placement = rendering.mode === 'folded' ? null : placementOf(rendering, root);
  const top = joinBlocks(rule, topElsewhere(rendering.words, root, placement));
  return [...commentBlocks(rendering, { comment: root, top }), ...replyBlocks(rendering, thread)];
}

/** Tells where the next thread begins. */
const rule = '---';

/** Replies in order of time, each quoted whole under who wrote it. */
export function replyBlocks(rendering: Rendering, { root, replies }: Thread): readonly Block[] {
  const { words } = rendering;
  return replies.flatMap(({ comment, parent }) => {
    const notes = parent === root ? [] : [inReplyTo(words, parent)];
    const top = commentHeader(words, comment, notes);
    return commentBlocks(rendering, { comment, top, wrap: words.quote });
  });
}
