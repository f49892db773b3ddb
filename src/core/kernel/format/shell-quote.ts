/** What no shell takes for anything but itself. */
const plain = /^[A-Za-z0-9_./:=@%+,-]+$/;
const control = /[\u0000-\u001f\u007f-\u009f]/;

type Quotes = (text: string) => string;

/** A word as a POSIX shell reads it back, whatever stands in it; control characters in the quotes of bash and zsh. Pure. */
export function shellWord(word: string): string {
  return quotesFor(word)(word);
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
    const parts = split(word, room);
    for (const part of parts.slice(0, -1)) lines.push(`${part}\\`);
    line = parts.at(-1) ?? '';
  }
  return [...lines, line];
}

/** Parts that mean the word one behind the other, because nothing stands between them; the first is indented. */
function split(word: string, room: number): readonly string[] {
  const quotes = quotesFor(word);
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

function quotesFor(word: string): Quotes {
  if (plain.test(word)) return (text) => text;
  return control.test(word) ? ansiQuotes : singleQuotes;
}

const singleQuotes: Quotes = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

const ansiQuotes: Quotes = (text) =>
  `$'${text.replace(/[\\'\u0000-\u001f\u007f-\u009f]/g, escaped)}'`;

function escaped(character: string): string {
  if (character === '\\' || character === "'") return `\\${character}`;
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
