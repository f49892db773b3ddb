import { tieCommands, untie } from '../../core/kernel/fold-lines.ts';
import { splitCharacters, widthOf } from './text-width.ts';

/** Wraps a text at blanks, not within a command that fits into a row, and breaks words that are longer than the width. Pure. */
export function wrap(text: string, width: number): readonly string[] {
  const room = Math.max(1, width);
  const lines: string[] = [];
  let line = '';
  const chunks = tieCommands(text).split(/ +/).map(untie);
  const words = chunks.flatMap((one) => (widthOf(one) <= room ? [one] : one.split(/ +/)));
  for (const word of words.flatMap((one) => breakWord(one, room))) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (widthOf(joined) <= room) {
      line = joined;
      continue;
    }
    lines.push(line);
    line = word;
  }
  return [...lines, line];
}

function breakWord(word: string, room: number): readonly string[] {
  if (widthOf(word) <= room) return [word];
  const parts: string[] = [];
  let part = '';
  for (const character of splitCharacters(word)) {
    if (part !== '' && widthOf(part) + widthOf(character) > room) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}
