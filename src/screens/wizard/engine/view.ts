import type { Failure } from '../../../core/kernel/errors.ts';
import { foldLines } from '../../../core/kernel/fold-lines.ts';
import { safe } from '../../../core/kernel/format/terminal-text.ts';
import { namedRepositories } from '../../../core/report/group-problems.ts';
import type { Binding } from '../../../ui/keys/keymap.ts';
import { type Line, line, lineWidth } from '../../../ui/text/line.ts';
import { widthOf } from '../../../ui/text/text-width.ts';
import { wrap } from '../../../ui/text/wrap.ts';
import type { Glyphs } from '../../../ui/theme/glyphs.ts';
import type { Role } from '../../../ui/theme/theme.ts';

export interface View {
  readonly lines: readonly Line[];
  /** The first and last row that matter. */
  readonly from: number;
  readonly to: number;
}

export interface LineOptions {
  readonly width: number;
  readonly glyphs: Glyphs;
}

/** As a body whose part that matters is shown, and whose rest can be scrolled to. Pure. */
export function asBody({ lines, from, to }: View) {
  return { lines, focus: { from, to } };
}

/**
 * The message, its detail and its hint. Pure.
 * @param repositories all that have it, where several do
 */
export function failureView(
  failure: Failure,
  { width, glyphs }: LineOptions,
  repositories: readonly string[] = [],
): readonly Line[] {
  return [
    ...marked(glyphs.failed, 'bad', safe(failure.message), width),
    ...(repositories.length === 0 ? [] : indented(namedRepositories(repositories), width)),
    ...(failure.detail === null ? [] : indented(safe(failure.detail), width, 'quiet')),
    ...(failure.hint === null ? [] : indented(safe(failure.hint), width)),
  ];
}

/** Lines of a command as rows of the screen: none is cut, and a command is broken between its words. Pure. */
export function screenLines(texts: readonly string[], width: number): readonly Line[] {
  return foldLines(texts, width)
    .flatMap((text) => (widthOf(text) <= width ? [text] : wrap(text, width)))
    .map((text) => line(text));
}

/** A text after a symbol, indented. Pure. */
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

/** For a body that may be higher than the screen. */
export function scrollKeys(height: number, scroll: (by: number) => void): readonly Binding[] {
  return [
    { keys: ['down'], label: 'more', help: 'Scroll down', run: () => scroll(1) },
    { keys: ['up'], help: 'Scroll up', run: () => scroll(-1) },
    { keys: ['pagedown', 'space'], help: 'Page down', run: () => scroll(height - 1) },
    { keys: ['pageup'], help: 'Page up', run: () => scroll(1 - height) },
  ];
}

/** @param options.most rows above the screen at its end. Pure. */
export function scrolledBy(scrolled: number, options: { by: number; most: number }): number {
  return Math.max(0, Math.min(options.most, scrolled + options.by));
}

/** Between the items of a form. */
export function moveKeys(item: string, move: (by: 1 | -1) => void): readonly Binding[] {
  return [
    { keys: ['down', 'tab'], label: 'next', help: `Next ${item}`, run: () => move(1) },
    { keys: ['up', 'shift+tab'], help: `Previous ${item}`, run: () => move(-1) },
  ];
}

/** The pointer at the cursor, or spaces of its width. */
export function pointerAt(isHere: boolean, { pointer }: Glyphs): string {
  return isHere ? pointer : ' '.repeat(pointer.length);
}

/** For a row with a choice between a few. */
export function turnKeys(turn: (by: 1 | -1) => void): readonly Binding[] {
  return [
    { keys: ['right'], label: 'change', help: 'Next choice', run: () => turn(1) },
    { keys: ['left'], help: 'Previous choice', run: () => turn(-1) },
  ];
}

/** Every choice of a row with its sign, on one row where they fit. Pure. */
export function choiceRows(
  choices: readonly { readonly text: string; readonly isOn: boolean }[],
  { width, glyphs }: LineOptions,
): readonly Line[] {
  const all = choices.map(({ text, isOn }) => {
    return [isOn ? 'strong' : 'quiet', `${isOn ? glyphs.on : glyphs.off} ${text}`] as const;
  });
  const inARow = line(...all.flatMap((one, at) => (at === 0 ? [one] : ['   ', one])));
  return lineWidth(inARow) <= width ? [inARow] : all.map((one) => line(one));
}
