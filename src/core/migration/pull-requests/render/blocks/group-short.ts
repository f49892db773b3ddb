import type { Block } from './pack-blocks.ts';

/** An item that names its author is one line up to this length, and is never cut in two. */
export const longestLine = 2000;

/** A list in one block where its items are single lines; any other item is a block of its own, for it may be split. */
export function groupShort(
  items: readonly { markdown: string; continued: string }[],
): readonly Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  function endList(): void {
    if (lines.length > 0) blocks.push({ markdown: lines.join('\n') });
    lines = [];
  }
  for (const { markdown, continued } of items) {
    if (markdown.length <= longestLine && !markdown.includes('\n')) lines.push(markdown);
    else {
      endList();
      blocks.push({ markdown, continued });
    }
  }
  endList();
  return blocks;
}
