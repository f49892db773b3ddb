import { barLine } from './bar.ts';
import type { Glyphs } from './glyphs.ts';
import { cutLine, type Line, line } from './line.ts';
import { toWidth } from './text-width.ts';
import type { Role } from './theme.ts';

const widestBar = 20;
const narrowestBar = 6;

/**
 * `GitHub  ⣿⣿⣿⣤⣀⣀  1,250 of 5,000 an hour, again at 14:05`: the fuller, the louder. Where it is narrow the bar gives way first,
 * then the note is cut.
 */
export function gaugeLine(options: {
  label: string;
  used: number;
  limit: number;
  note?: string;
  labelWidth: number;
  width: number;
  glyphs: Glyphs;
}): Line {
  const { label, used, limit, note = '', labelWidth, width, glyphs } = options;
  const numbers = `${used.toLocaleString('en-US')} of ${limit.toLocaleString('en-US')}`;
  const text = note === '' ? numbers : `${numbers} ${note}`;
  const spare = width - labelWidth - text.length - 4;
  const bar = Math.max(narrowestBar, Math.min(widestBar, spare));
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
