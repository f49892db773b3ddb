import type { Role } from '../theme/theme.ts';
import { cut, widthOf } from './text-width.ts';

/** A piece of a line. What a host sent has been made safe for the terminal before it comes here. */
export interface Span {
  readonly text: string;
  readonly role?: Role;
}

/** One row of the screen as data, so that a whole screen can be made and tested without being drawn. */
export type Line = readonly Span[];

/** `line('plain ', ['good', 'done'], ' plain')` */
export function line(...parts: readonly (string | readonly [Role, string] | Span)[]): Line {
  return parts
    .map((part) => {
      if (typeof part === 'string') return { text: part };
      return isSpan(part) ? part : { role: part[0], text: part[1] };
    })
    .filter(({ text }) => text !== '');
}

function isSpan(part: readonly [Role, string] | Span): part is Span {
  return !Array.isArray(part);
}

export function lineWidth(spans: Line): number {
  return spans.reduce((sum, { text }) => sum + widthOf(text), 0);
}

export function plainText(spans: Line): string {
  return spans.map(({ text }) => text).join('');
}

/** The whole line in one role, as where the cursor is. */
export function inRole(spans: Line, role: Role): Line {
  return spans.map(({ text }) => ({ text, role }));
}

/** At most so many columns of it, without spaces at its end: a terminal that gets narrower would wrap those, too. */
export function cutLine(spans: Line, width: number, ellipsis: string): Line {
  const kept: Span[] = [];
  let room = width;
  for (const span of spans) {
    const text = cut(span.text, room, ellipsis);
    if (text !== '') kept.push({ ...span, text });
    room -= widthOf(text);
    if (text !== span.text) break;
  }
  return withoutTail(kept);
}

function withoutTail(spans: readonly Span[]): Line {
  const last = spans.at(-1);
  if (last === undefined) return spans;
  const text = last.text.trimEnd();
  if (text === last.text) return spans;
  return text === '' ? withoutTail(spans.slice(0, -1)) : [...spans.slice(0, -1), { ...last, text }];
}
