import type { Glyphs } from '../theme/glyphs.ts';
import type { Role } from '../theme/theme.ts';
import { barLine } from './bar.ts';
import { cutLine, type Line, line } from './line.ts';
import { toWidth } from './text-width.ts';

/**
 * `GitHub  ⣿⣿⣿⣤⣀⣀  1,250 of 5,000 an hour, again at 14:05`: the fuller, the louder. What is too long is cut at its end.
 */
export function gaugeLine(options: {
  label: string;
  used: number;
  limit: number;
  note?: string;
  labelWidth: number;
  /** Of the bar; of several gauges it should be the same. */
  barWidth: number;
  width: number;
  glyphs: Glyphs;
}): Line {
  const { label, used, limit, note = '', labelWidth, barWidth: bar, width, glyphs } = options;
  const numbers = `${used.toLocaleString('en-US')} of ${limit.toLocaleString('en-US')}`;
  const share = limit > 0 ? used / limit : 1;
  const gauge = barLine({ share, width: bar, glyphs, role: roleOf(share) });
  return cutLine(
    line(toWidth(label, labelWidth, glyphs.ellipsis), '  ', ...gauge, `  ${numbers}`, [
      'quiet',
      note === '' ? '' : ` ${note}`,
    ]),
    width,
    glyphs.ellipsis,
  );
}

function roleOf(share: number): Role {
  if (share >= 0.95) return 'bad';
  return share >= 0.75 ? 'warning' : 'bar';
}
