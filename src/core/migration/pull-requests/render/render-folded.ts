import { asBlock, type Block } from './blocks/pack-blocks.ts';
import { threadBlocks } from './blocks/thread-blocks.ts';
import type { Rendering } from './rendering.ts';

/** The whole conversation, for the description. */
export function foldedBlocks(rendering: Rendering): readonly Block[] {
  if (rendering.mode !== 'folded' || rendering.threads.length === 0) return [];
  return [
    asBlock('### Conversation on Bitbucket'),
    ...rendering.threads.flatMap((thread) => threadBlocks(rendering, thread)),
  ];
}
