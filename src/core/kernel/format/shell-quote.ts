/** Characters that every shell takes literally. */
const plain = /^(?!=)[A-Za-z0-9_./:=@%+,-]+$/;
const control = /[\u0000-\u001f\u007f-\u009f]/;
/** A terminal acts on them, and shells agree on no way to write them. */
const unprintable = '<value with control characters>';

/** A word as a POSIX shell reads it back, whatever stands in it; in place of one with control characters, a text that says so. Pure. */
export function shellWord(word: string): string {
  const printable = asPrintable(word);
  return plain.test(printable) ? printable : singleQuotes(printable);
}

/** A flag with its value, as words: a value that begins with a dash would be parsed as an option. Pure. */
export function flagWithValue(name: string, value: string): readonly string[] {
  return value.startsWith('-') ? [`${name}=${value}`] : [name, value];
}

/** The value of the flag before it, as a shell reads it back; in place of one that would be parsed as an option, a text that says so. Pure. */
export function shellValue(value: string): string {
  return shellWord(value.startsWith('-') ? '<value that begins with a dash>' : value);
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
  const room = Math.max(16, width - 2);
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const quoted = shellWord(word);
    const joined = line === '' ? quoted : `${line} ${quoted}`;
    if (joined.length <= room) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(`${line} \\`);
    const parts = split(asPrintable(word), room);
    for (const part of parts.slice(0, -1)) lines.push(`${part}\\`);
    line = parts.at(-1) ?? '';
  }
  return [...lines, line];
}

/** Parts that mean the word one behind the other, because nothing stands between them; the first is indented. */
function split(word: string, room: number): readonly string[] {
  const quotes = plain.test(word) ? (text: string) => text : singleQuotes;
  const parts: string[] = [];
  let taken = '';
  let indent = '  ';
  for (const character of word) {
    const longer = taken + character;
    if (taken !== '' && indent.length + quotes(longer).length > room) {
      parts.push(indent + quotes(taken));
      indent = '';
      taken = character;
    } else taken = longer;
  }
  return [...parts, indent + quotes(taken)];
}

function asPrintable(word: string): string {
  return control.test(word) ? unprintable : word;
}

function singleQuotes(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
