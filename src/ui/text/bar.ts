import type { Glyphs } from '../theme/glyphs.ts';
import type { Role } from '../theme/theme.ts';
import { type Line, line } from './line.ts';

/** @param options.share 0 to 1, clamped. Only 1 looks full. */
export function barLine(options: {
  share: number;
  width: number;
  glyphs: Glyphs;
  role?: Role;
}): Line {
  const { width, glyphs, role = 'bar' } = options;
  const { bar } = glyphs;
  const steps = bar.length - 1;
  const share = Number.isFinite(options.share) ? Math.min(1, Math.max(0, options.share)) : 0;
  const all = width * steps;
  const filled = share === 1 ? all : Math.min(all - 1, Math.floor(share * all));
  const whole = Math.floor(filled / steps);
  const rest = filled % steps;
  const full = (bar.at(-1) ?? '').repeat(Math.max(0, whole));
  const part = rest === 0 ? '' : (bar[rest] ?? '');
  const empty = bar[0].repeat(Math.max(0, width - whole - (rest === 0 ? 0 : 1)));
  return line([role, `${full}${part}`], ['quiet', empty]);
}

/** `37%`, rounded down. */
export function percentText(share: number): string {
  return `${Math.floor(100 * Math.min(1, Math.max(0, share)))}%`;
}
