import type { Role } from '../theme/theme.ts';
import type { Line, Span } from './line.ts';

/** Roles by the codes that the palette of printed lines writes (kernel/format/palette.ts). */
const roles: Readonly<Record<string, Role>> = {
  '1': 'strong',
  '2': 'quiet',
  '31': 'bad',
  '32': 'good',
  '33': 'warning',
};

const mark = /\u001b\[(\d+)m/g;

/** A printed line as a row of the screen, with roles in place of its colours: both say the same. Pure. */
export function lineOfPrinted(text: string): Line {
  const spans: Span[] = [];
  let role: Role | undefined;
  let from = 0;
  const take = (to: number) => {
    const part = text.slice(from, to);
    if (part !== '') spans.push(role === undefined ? { text: part } : { text: part, role });
  };
  for (const found of text.matchAll(mark)) {
    take(found.index);
    role = roles[found[1] ?? ''];
    from = found.index + found[0].length;
  }
  take(text.length);
  return spans;
}
