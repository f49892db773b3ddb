import { joinBlocks } from './markdown-pieces.ts';
import type { Block } from './pack-blocks.ts';
import { commentContent, commentHeader, inReplyTo } from './render-comment.ts';
import type { Rendering } from './rendering.ts';
import { placementOf, topElsewhere } from './thread-place.ts';
import type { Thread } from './threads.ts';

/** A whole thread that is not on the diff: its root with its place, then its replies quoted. */
export function threadBlocks(rendering: Rendering, thread: Thread): readonly Block[] {
  const { root } = thread;
  // Folded, nothing is placed, so there is no reason to give.
  const placement = rendering.mode === 'folded' ? null : placementOf(rendering, root);
  const top = topElsewhere(rendering.words, root, placement);
  return [
    { markdown: joinBlocks(rule, top, ...commentContent(rendering, root)) },
    ...replyBlocks(rendering, thread),
  ];
}

/** Tells where the next thread begins. */
const rule = '---';

/** Replies in order of time, each quoted whole under who wrote it. */
export function replyBlocks(rendering: Rendering, { root, replies }: Thread): readonly Block[] {
  const { words } = rendering;
  return replies.map(({ comment, parent }) => {
    const notes = parent === root ? [] : [inReplyTo(words, parent)];
    return {
      markdown: joinBlocks(
        commentHeader(words, comment, notes),
        ...commentContent(rendering, comment),
      ),
      wrap: words.quote,
    };
  });
}
