import type { RenderWords } from '../input/rendering.ts';
import { details } from './markdown-pieces.ts';

/** UTF-16 units that are kept free for saying that a patch was left out. */
export const patchNoticeLength = 120;

/** The patch, collapsed, as much as fits into the room by whole lines, saying how much does not. */
export function renderPatch(words: RenderWords, patch: string, room: number): string {
  const whole = quoted(words, patch, patch.length);
  if (whole.length <= room) return whole;
  let kept = wholeLines(patch, room);
  while (kept >= smallest) {
    const part = quoted(words, patch, kept);
    if (part.length <= room) return part;
    kept = wholeLines(patch, kept - Math.max(part.length - room, 1));
  }
  return `The patch has ${patch.length} characters, too long to quote here.`;
}

/** Length below which a patch says nothing. */
const smallest = 200;

/** @param kept how many of its characters */
function quoted(words: RenderWords, patch: string, kept: number): string {
  const summary =
    kept === patch.length
      ? 'The changes as a patch'
      : `The changes as a patch: the first ${kept} of ${patch.length} characters (${patch.length - kept} omitted)`;
  return details(summary, words.codeBlock(patch.slice(0, kept).replace(/\n$/, ''), 'diff'));
}

function wholeLines(patch: string, most: number): number {
  return most <= 0 ? 0 : patch.lastIndexOf('\n', most - 1) + 1;
}

/** Tells whether the whole of it stands in the body. */
export function isWholePatch(words: RenderWords, patch: string, body: string): boolean {
  return body.includes(quoted(words, patch, patch.length));
}
