import type { Role } from '../theme/theme.ts';
import { cut, widthOf } from './text-width.ts';

/** A part of a line. Host texts must be safe for the terminal. */
export interface Span {
  readonly text: string;
  readonly role?: Role;
  /** An address that the text leads to, where the terminal shows links. */
  readonly link?: string;
}

/** One row of the screen as data, so that screens can be tested without drawing. */
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

/** The whole line in one role. */
export function inRole(spans: Line, role: Role): Line {
  return spans.map(({ text }) => ({ text, role }));
}

/** Cuts a line to a width, and trims its end: a narrower terminal would wrap spaces, too. */
export function cutLine(spans: Line, width: number, ellipsis: string): Line {
  const spansThatFit: Span[] = [];
  let room = width;
  for (const span of spans) {
    const text = cut(span.text, room, ellipsis);
    if (text !== '') spansThatFit.push({ ...span, text });
    room -= widthOf(text);
    if (text !== span.text) break;
  }
  return trimmedEnd(spansThatFit);
}

function trimmedEnd(spans: readonly Span[]): Line {
  const last = spans.at(-1);
  if (last === undefined) return spans;
  const text = last.text.trimEnd();
  if (text === last.text) return spans;
  return text === '' ? trimmedEnd(spans.slice(0, -1)) : [...spans.slice(0, -1), { ...last, text }];
}
