import type { Glyphs } from '../theme/glyphs.ts';
import type { Role } from '../theme/theme.ts';
import { cutLine, type Line, line, lineWidth } from './line.ts';

/** Columns that a frame takes: its sides, each with a space. */
export const frameColumns = 4;

/** Lines in a frame of so many columns. Pure. @param options.role of the frame */
export function boxed(
  lines: readonly Line[],
  { width, glyphs, role }: { width: number; glyphs: Glyphs; role: Role },
): readonly Line[] {
  const [topLeft, topRight, bottomLeft, bottomRight, across, upright] = glyphs.box;
  const room = Math.max(0, width - frameColumns);
  const edge = (left: string, right: string) =>
    line([role, `${left}${across.repeat(Math.max(0, width - 2))}${right}`]);
  return [
    edge(topLeft, topRight),
    ...lines.map((one) => {
      const cut = cutLine(one, room, glyphs.ellipsis);
      const fill = ' '.repeat(Math.max(0, room - lineWidth(cut)));
      return line([role, upright], ' ', ...cut, `${fill} `, [role, upright]);
    }),
    edge(bottomLeft, bottomRight),
  ];
}

/** Two parts, the second at the end of the row; where they do not fit, only the first. Pure. */
export function spread(left: Line, right: Line, width: number): Line {
  const space = width - lineWidth(left) - lineWidth(right);
  return space < 2 ? left : line(...left, ' '.repeat(space), ...right);
}
