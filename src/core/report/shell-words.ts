/** What no shell takes for anything but itself. */
const plain = /^[A-Za-z0-9_./:=@%+,-]+$/;
const control = /[\u0000-\u001f\u007f-\u009f]/;

/** A word as a POSIX shell reads it back, whatever stands in it; control characters in the quotes of bash and zsh. Pure. */
export function shellWord(word: string): string {
  if (plain.test(word)) return word;
  if (!control.test(word)) return `'${word.replaceAll("'", `'\\''`)}'`;
  return `$'${word.replace(/[\\'\u0000-\u001f\u007f-\u009f]/g, escaped)}'`;
}

/** A command, ready to be copied. Pure. */
export function shellCommand(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

/**
 * The same over several lines, each within the width where it can be: what is copied from a screen that wraps or cuts is whole. A
 * word that is longer by itself goes on in the next line, which begins without a blank then. Pure.
 */
export function shellLines(words: readonly string[], width: number): readonly string[] {
  const room = Math.max(8, width - 2);
  const lines: string[] = [];
  let line = '';
  for (const word of words.map(shellWord)) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (joined.length <= room) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(`${line} \\`);
    const parts = split(`  ${word}`, room);
    for (const part of parts.slice(0, -1)) lines.push(`${part}\\`);
    line = parts.at(-1) ?? '';
  }
  return [...lines, line];
}

/** Parts that mean the same one behind the other: quoted text is closed and opened again. */
function split(word: string, room: number): readonly string[] {
  if (word.length <= room) return [word];
  const quote = /^ {2}(\$?')/.exec(word)?.[1];
  const parts: string[] = [];
  let rest = word;
  while (rest.length > room) {
    const at = cutAt(rest, room - (quote === undefined ? 0 : 1));
    if (at === 0) break;
    parts.push(quote === undefined ? rest.slice(0, at) : `${rest.slice(0, at)}'`);
    rest = (quote ?? '') + rest.slice(at);
  }
  return [...parts, rest];
}

/** Where an escape is not torn apart. */
function cutAt(text: string, most: number): number {
  const escapes = text.matchAll(/'\\''|\\u[0-9a-f]{4}|\\./g);
  for (const { index, 0: sequence } of escapes) {
    if (index < most && most < index + sequence.length) return index <= 4 ? 0 : index;
  }
  return most;
}

function escaped(character: string): string {
  if (character === '\\' || character === "'") return `\\${character}`;
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
