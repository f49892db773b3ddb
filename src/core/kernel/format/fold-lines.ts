import { stripVTControlCharacters } from 'node:util';
import type { Output } from '../program.ts';

/**
 * Lines of at most so many columns, broken at blanks and not in the middle of a word as a terminal does; what goes on stands
 * further in than where it began. A word that is longer by itself stays whole, and so does a line with a command, so that they
 * can be copied. Pure.
 * @param columns `null` where nobody wraps: a file, a pipe
 */
export function foldLines(lines: readonly string[], columns: number | null): readonly string[] {
  if (columns === null || columns < narrowest) return lines;
  return lines.flatMap((line) =>
    widthOf(line) <= columns || holdsCommand(line) ? [line] : fold(line, columns),
  );
}

/** Below this nothing is gained. */
const narrowest = 20;

function holdsCommand(line: string): boolean {
  return /\bmigrator [a-z]/.test(line);
}

function fold(line: string, columns: number): string[] {
  const indent = /^ */.exec(line)?.[0] ?? '';
  const folded: string[] = [];
  let current = indent;
  let isFirst = true;
  for (const word of line.slice(indent.length).split(' ')) {
    const joined = isFirst ? `${current}${word}` : `${current} ${word}`;
    if (isFirst || widthOf(joined) <= columns) {
      current = joined;
      isFirst = false;
      continue;
    }
    folded.push(current);
    current = `${indent}  ${word}`;
  }
  return [...folded, current];
}

/** Colours take no room. */
function widthOf(text: string): number {
  return [...stripVTControlCharacters(text)].length;
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
