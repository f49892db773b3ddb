import type { RenderWords } from '../input/rendering.ts';
import { joinBlocks } from './markdown-pieces.ts';

/** Block Markdown that may be split where it is too long for one body. */
export interface Block {
  readonly markdown: string;
  /** Wraps each part of it. */
  readonly wrap?: (part: string) => string;
  /** Who wrote it, above every part but the first. A body may hold the words of several people. */
  readonly continued?: string;
}

/** UTF-16 units that the first body has for the blocks, and each later one. */
export interface Room {
  readonly first: number;
  readonly rest: number;
}

/**
 * Fills bodies with blocks, in order, leaving nothing out. A block is kept whole where that leaves no more than half
 * a body empty. At least one body, which may be empty.
 */
export function packBlocks(
  blocks: readonly Block[],
  room: Room,
  split: RenderWords['splitBody'],
): readonly string[] {
  const full: string[] = [];
  let body = '';
  const limit = () => (full.length === 0 ? room.first : room.rest);
  const free = () => limit() - (body === '' ? 0 : body.length + separator.length);

  function begin(): void {
    full.push(body);
    body = '';
  }
  function add(markdown: string): void {
    if (markdown.length > free() && body !== '') begin();
    body = body === '' ? markdown : body + separator + markdown;
  }

  for (const block of blocks) {
    if (block.markdown.trim() === '') continue;
    const whole = wrapped(block, block.markdown);
    if (whole.length <= free()) {
      add(whole);
      continue;
    }
    if (body !== '' && free() < limit() / 2) begin();
    if (whole.length <= free()) {
      add(whole);
      continue;
    }
    const parts = splitWrapped(block, { ...room, first: free() }, split);
    for (const [index, part] of parts.entries()) {
      // Two parts of one text in one body would be torn apart for nothing.
      if (index > 0) begin();
      add(part);
    }
  }
  return [...full, body];
}

const separator = '\n\n';

function wrapped({ wrap }: Block, part: string): string {
  return wrap === undefined ? part : wrap(part);
}

/** Wrapping makes longer by an amount that depends on the text itself (quoting: by every line), so it is tried. */
function splitWrapped(block: Block, room: Room, split: RenderWords['splitBody']): string[] {
  const around = wrapped(block, '').length;
  const { continued = '' } = block;
  const header = continued === '' ? 0 : continued.length + separator.length;
  let { first, rest } = { first: room.first - around, rest: room.rest - around - header };
  for (;;) {
    const parts = split(block.markdown, { first, rest })
      .filter((part) => part.trim() !== '')
      .map((part, index) => wrapped(block, index === 0 ? part : joinBlocks(continued, part)));
    const fits = parts.every(
      (part, index) => part.length <= (index === 0 ? room.first : room.rest),
    );
    if (fits || rest < smallestPart) return parts;
    first = Math.floor(first * 0.75);
    rest = Math.floor(rest * 0.75);
  }
}

/** Below this no splitting helps: what is around the text is what is too long. */
const smallestPart = 100;

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
