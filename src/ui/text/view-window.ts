import type { Line } from './line.ts';

/**
 * As many lines as fit, so that those that matter are among them: the first of them in any case, then as many more as there is room
 * for. Where lines are left out, dots say so in the first or last row. Pure.
 * @param options.from the first line that has to be seen
 * @param options.to the last one
 */
export function windowOf(
  lines: readonly Line[],
  options: { height: number; from: number; to: number; ellipsis: string },
): readonly Line[] {
  const { height, from, to, ellipsis } = options;
  if (lines.length <= height) return lines;
  // A row before and behind is for the dots.
  const wanted = Math.min(to, lines.length - 1) - height + 2;
  const most = lines.length - height;
  const top = Math.max(0, Math.min(wanted, from - 1, most));
  const shown = [...lines.slice(top, top + height)];
  const dots: Line = [{ text: ellipsis, role: 'quiet' }];
  if (top > 0) shown[0] = dots;
  if (top < most && height > 2) shown[height - 1] = dots;
  return shown;
}

/** Lines above something that needs its rows: as many as there is room for, then dots. Pure. */
export function linesAbove(
  lines: readonly Line[],
  options: { height: number; below: number; ellipsis: string },
): readonly Line[] {
  const room = Math.max(0, options.height - options.below);
  if (lines.length <= room) return lines;
  // What is empty, or would be cut off behind dots, is no loss.
  if (lines.length === room + 1 && lines.at(-1)?.length === 0) return lines.slice(0, room);
  if (room === 0) return [];
  return [...lines.slice(0, room - 1), [{ text: options.ellipsis, role: 'quiet' }]];
}
