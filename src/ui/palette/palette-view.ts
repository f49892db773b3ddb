import { intoList } from '../input/list-state.ts';
import { textLine } from '../input/text-line.ts';
import { cutLine, type Line, line, lineWidth } from '../text/line.ts';
import { widthOf } from '../text/text-width.ts';
import type { Glyphs } from '../theme/glyphs.ts';
import type { Command } from './commands.ts';
import { matchingCommands, type PaletteState } from './palette-state.ts';

/** Draws the typed filter, and the commands that match with their keys. Pure. */
export function paletteLines(
  state: PaletteState,
  commands: readonly Command[],
  options: { readonly width: number; readonly height: number; readonly glyphs: Glyphs },
): readonly Line[] {
  const { width, height, glyphs } = options;
  const { ellipsis } = glyphs;
  const found = matchingCommands(state, commands);
  const room = Math.max(1, height - 1);
  const { cursor, top } = intoList(
    { cursor: state.cursor, top: Math.max(0, state.cursor - room + 1) },
    { count: found.length, height: room },
  );
  const keyWidth = Math.max(0, ...commands.map(({ key }) => widthOf(key)));
  const rows = found.slice(top, top + room).map((command, index) => {
    const isHere = top + index === cursor;
    return cutLine(rowOf(command, { isHere, keyWidth, glyphs, width }), width, ellipsis);
  });
  const typed = textLine(state.filter, { width: width - 2, glyphs, hasCursor: true });
  const hint = state.filter.text === '' ? 'type a command or a screen' : '';
  return [
    line(['key', ': '], ...typed, ['quiet', hint]),
    ...(rows.length === 0 ? [line(['quiet', '  no matches'])] : rows),
  ].slice(0, Math.max(1, height));
}

function rowOf(
  { label, key, disabled }: Command,
  options: { isHere: boolean; keyWidth: number; width: number; glyphs: Glyphs },
): Line {
  const { isHere, keyWidth, glyphs, width } = options;
  const pad = ' '.repeat(Math.max(0, keyWidth - widthOf(key)));
  const pointer = isHere ? glyphs.pointer : ' '.repeat(glyphs.pointer.length);
  const head = line(isHere ? ['selected', `${pointer} `] : `${pointer} `, ['key', key], `${pad}  `);
  const role = disabled !== null ? 'quiet' : isHere ? 'selected' : undefined;
  const text = role === undefined ? line(...head, label) : line(...head, [role, label]);
  const why = disabled === null ? [] : line(['quiet', `  (${disabled})`]);
  return lineWidth([...text, ...why]) <= width ? [...text, ...why] : text;
}
