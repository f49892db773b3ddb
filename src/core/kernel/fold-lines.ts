import { stripVTControlCharacters } from 'node:util';
import type { Output } from './program.ts';

/**
 * Lines of at most so many columns, broken at blanks and not in the middle of a word as a terminal does; what goes on stands
 * further in than where it began. A word that is longer by itself stays whole, and so does a command, so that they can be
 * copied; one that is longer than a line is broken as a shell reads it. Pure.
 * @param columns `null` where nobody wraps: a file, a pipe
 */
export function foldLines(lines: readonly string[], columns: number | null): readonly string[] {
  if (columns === null || columns < narrowest) return lines;
  return lines.flatMap((line) => (textWidth(line) <= columns ? [line] : fold(line, columns)));
}

/** Writes lines, folded to the width of a terminal. */
export function writeLines(output: Output, lines: readonly string[]): void {
  const folded = foldLines(lines, output.columns ?? null);
  output.write(folded.map((line) => `${line}\n`).join(''));
}

/** Below this nothing is gained. */
const narrowest = 20;

/** In place of the blanks of a command, and of those between a number and what it counts, so that they stay whole. */
const tie = '\u0000';
const counted = /(?<![^ (])([\d,.]+) (?=\p{Ll})/gu;
/** A word of a shell that may have blanks. */
const word = String.raw`(?:'[^']*'|\S+)`;
const program = String.raw`(?:\bmigrator(?= [a-z])|\bnode (?=\S*migrator|'[^']*migrator)${word}|\bsh (?=\S+\.sh |'[^']*\.sh')${word})`;
/** Begins what follows a command in a sentence. The value of a flag may be capitalized, and a placeholder such as NAME is. */
const proseAgain = '(?:[.,;:)]+ (?:[A-Z]|or |and )| (?:or |and )|(?<!--[a-z-]+) [A-Z](?![A-Z]))';
const command = new RegExp(
  `\`[^\`]*\`|(?:\\$ )?(?:[A-Z_]+=${word} )*${program}(?:(?<=[ =])'[^']*'|(?!${proseAgain}).)*`,
  'g',
);

/** The text with commands that hold together: their blanks are ties. Pure. */
export function tieCommands(text: string): string {
  return text.replace(command, (one) => one.replaceAll(' ', tie));
}

/** The text with blanks for its ties. Pure. */
export function untie(text: string): string {
  return text.replaceAll(tie, ' ');
}

function fold(line: string, columns: number): string[] {
  const indent = /^ */.exec(line)?.[0] ?? '';
  const folded: string[] = [];
  let current = indent;
  let isFirst = true;
  const text = tieCommands(line.slice(indent.length)).replace(counted, `$1${tie}`);
  for (const word of text.split(' ')) {
    const joined = isFirst ? `${current}${word}` : `${current} ${word}`;
    if (textWidth(joined) <= columns) {
      current = joined;
      isFirst = false;
      continue;
    }
    if (current.trim() !== '') folded.push(current);
    const lines = commandLines(word, { indent: isFirst ? indent : `${indent}  `, columns });
    isFirst = false;
    folded.push(...lines.slice(0, -1));
    current = lines.at(-1) ?? '';
  }
  return [...folded, current].map((one) => untie(one).trimEnd());
}

/** Continues a command that is longer than a line in the next one, as a shell reads it; words stay whole. */
function commandLines(
  chunk: string,
  { indent, columns }: { indent: string; columns: number },
): readonly string[] {
  if (textWidth(indent + chunk) <= columns) return [indent + chunk];
  const lines: string[] = [];
  let line = indent;
  for (const word of wordsOf(chunk)) {
    const joined = line.trim() === '' ? `${line}${word}` : `${line}${tie}${word}`;
    if (line.trim() === '' || textWidth(joined) + 2 <= columns) {
      line = joined;
      continue;
    }
    lines.push(`${line} \\`);
    line = `${indent}  ${word}`;
  }
  return [...lines, line];
}

/** Words as a shell takes them: a quoted one keeps its blanks. */
function wordsOf(chunk: string): readonly string[] {
  const words: string[] = [];
  let open = '';
  for (const part of chunk.split(tie)) {
    const whole = open === '' ? part : `${open}${tie}${part}`;
    const isOpen = whole.split("'").length % 2 === 0;
    open = isOpen ? whole : '';
    if (!isOpen) words.push(whole);
  }
  return open === '' ? words : [...words, ...open.split(tie)];
}

/** Characters of a text; colours take no room. Pure. */
function textWidth(text: string): number {
  return [...stripVTControlCharacters(text)].length;
}

/** Columns between two cells. */
const gap = '  ';
/** The last column is no narrower; otherwise rows are folded. */
const narrowestColumn = 24;

/**
 * Rows as columns side by side. In a terminal the last column wraps by words, below itself; where too little is left for it,
 * whole rows wrap. Pure.
 * @param columns of the terminal; `null` where nobody wraps: a file, a pipe
 */
export function tableLines(
  rows: readonly (readonly string[])[],
  columns: number | null,
): readonly string[] {
  const widths = widthsOf(rows);
  const all = rows.map((row) => joined(row, widths));
  if (columns === null || all.every((line) => textWidth(line) <= columns)) return all;
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + gap.length, 0);
  if (columns - before < narrowestColumn) {
    const texts = rows.map((row) => row.filter((cell) => cell !== '').join(gap));
    return foldLines(texts, columns).map((line) => line.trimEnd());
  }
  return rows.flatMap((row) => wrapped(row, widths, { before, columns }));
}

function widthsOf(rows: readonly (readonly string[])[]): readonly number[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: count }, (_, column) =>
    Math.max(0, ...rows.map((row) => textWidth(row[column] ?? ''))),
  );
}

function joined(row: readonly string[], widths: readonly number[]): string {
  return row
    .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - textWidth(cell)))
    .join(gap)
    .trimEnd();
}

function wrapped(
  row: readonly string[],
  widths: readonly number[],
  { before, columns }: { before: number; columns: number },
): readonly string[] {
  if (row.length < widths.length) return [joined(row, widths)];
  const start = joined(row.slice(0, -1), widths);
  const first = start + ' '.repeat(Math.max(0, before - textWidth(start)));
  const [head = '', ...rest] = foldLines([row.at(-1) ?? ''], columns - before);
  const below = rest.map((line) => `${' '.repeat(before)}${line.trimStart()}`);
  return [`${first}${head}`.trimEnd(), ...below];
}

/** The same output, its lines broken at blanks where a terminal would break them within a word. */
export function foldingOutput(output: Output): Output {
  return {
    isTerminal: output.isTerminal,
    // It may change while something runs.
    get columns() {
      return output.columns ?? null;
    },
    write(text) {
      output.write(foldLines(text.split('\n'), output.columns ?? null).join('\n'));
    },
  };
}
