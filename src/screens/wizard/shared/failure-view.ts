import type { Failure } from '../../../core/kernel/errors.ts';
import { safe } from '../../../core/kernel/format/terminal-text.ts';
import { type Line, line } from '../../../ui/text/line.ts';
import { wrap } from '../../../ui/text/wrap.ts';
import type { Role } from '../../../ui/theme/theme.ts';
import type { LineOptions } from './view.ts';

/** What happened, what the host said, and what to do about it. Pure. */
export function failureView(failure: Failure, { width, glyphs }: LineOptions): readonly Line[] {
  return [
    ...marked(glyphs.failed, 'bad', safe(failure.message), width),
    ...(failure.detail === null ? [] : indented(safe(failure.detail), width, 'quiet')),
    ...(failure.hint === null ? [] : indented(safe(failure.hint), width)),
  ];
}

/** A text behind a sign, its further lines beneath its first. Pure. */
export function marked(sign: string, role: Role, text: string, width: number): readonly Line[] {
  const indent = sign.length + 1;
  return wrap(text, width - indent).map((part, index) =>
    index === 0 ? line([role, sign], ` ${part}`) : line(' '.repeat(indent), part),
  );
}

/** Pure. */
export function indented(text: string, width: number, role?: Role): readonly Line[] {
  return wrap(text, width - 2).map((part) =>
    role === undefined ? line('  ', part) : line('  ', [role, part]),
  );
}
