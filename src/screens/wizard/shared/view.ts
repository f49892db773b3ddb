import type { Line } from '../../../ui/text/line.ts';
import { windowOf } from '../../../ui/text/view-window.ts';
import type { Glyphs } from '../../../ui/theme/glyphs.ts';
import type { BodyOptions } from '../engine/step.ts';

export interface View {
  readonly lines: readonly Line[];
  /** The rows that have to be seen, as far as they fit. */
  readonly from: number;
  readonly to: number;
}

/** What lines are drawn with. */
export interface LineOptions {
  readonly width: number;
  readonly glyphs: Glyphs;
}

/** The part of a view that fits. Pure. */
export function fitted(
  { lines, from, to }: View,
  { height, glyphs }: BodyOptions,
): readonly Line[] {
  return windowOf(lines, { height, from, to, ellipsis: glyphs.ellipsis });
}
