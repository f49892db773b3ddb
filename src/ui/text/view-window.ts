import type { Line } from './line.ts';

/**
 * The lines that fit, among them those from `from` to `to`, the first in any case. An ellipsis in the first or last row stands
 * for those that are left out. Pure.
 * @param options.shift rows to scroll from there
 */
export function windowOf(
  lines: readonly Line[],
  options: { height: number; from: number; to: number; ellipsis: string; shift?: number },
): readonly Line[] {
  const { height, ellipsis } = options;
  if (lines.length <= height) return lines;
  const most = lines.length - height;
  const top = Math.max(0, Math.min(most, topOf(lines.length, options) + (options.shift ?? 0)));
  const shown = [...lines.slice(top, top + height)];
  const dots: Line = [{ text: ellipsis, role: 'quiet' }];
  if (top > 0) shown[0] = dots;
  if (top < most && height > 2) shown[height - 1] = dots;
  return shown;
}

/** The first row shown, before it is shifted. Pure. */
export function topOf(
  count: number,
  { height, from, to }: { height: number; from: number; to: number },
): number {
  // A row before and after is for the ellipsis.
  const wanted = Math.min(to, count - 1) - height + 2;
  return Math.max(0, Math.min(wanted, from - 1, count - height));
}

/** The lines that fit above something with `below` rows, then an ellipsis. Pure. */
export function linesAbove(
  lines: readonly Line[],
  options: { height: number; below: number; ellipsis: string },
): readonly Line[] {
  const room = Math.max(0, options.height - options.below);
  if (lines.length <= room) return lines;
  // Leaving out an empty line needs no ellipsis.
  if (lines.length === room + 1 && lines.at(-1)?.length === 0) return lines.slice(0, room);
  if (room === 0) return [];
  return [...lines.slice(0, room - 1), [{ text: options.ellipsis, role: 'quiet' }]];
}
