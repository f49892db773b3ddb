import type { Line } from './line.ts';

/**
 * As many lines as fit, so that those that matter are among them; where lines are left out, dots say so in the first or last row.
 * Pure.
 * @param options.from the first line that has to be seen
 * @param options.to the last one
 */
export function windowOf(
  lines: readonly Line[],
  options: { height: number; from: number; to: number; ellipsis: string },
): readonly Line[] {
  const { height, from, to, ellipsis } = options;
  if (lines.length <= height) return lines;
  const lowest = Math.max(0, to - height + 2);
  const top = Math.max(0, Math.min(Math.max(0, from - 1), lines.length - height, lowest));
  const shown = [...lines.slice(top, top + height)];
  const more: Line = [{ text: ellipsis, role: 'quiet' }];
  if (top > 0 && top < from) shown[0] = more;
  if (top + height < lines.length && top + height - 1 > to) shown[shown.length - 1] = more;
  return shown;
}
