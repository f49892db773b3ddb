import { creoleInline } from './creole-inline.ts';
import { codeBlock } from './markdown-escape.ts';

/** Filled up to its widest row, a table of few long and many short rows would become many times as long. */
const mostCells = 20_000;

/** Bars inside of code, links and images part no cells. */
const cellPart = /\{\{\{.*?\}\}\}|\[\[[^\]]*\]\]|\{\{[^}]*\}\}|~\||[^|]/gy;

/** Rows of a Creole table as one of GitHub's, which always has a heading: an empty one where there is none. */
export function creoleTable(lines: readonly string[]): string {
  const rows = lines.map(cellsOf);
  const width = Math.max(1, ...rows.map((cells) => cells.length));
  if (width * rows.length > mostCells) return codeBlock(lines.join('\n'));
  const [first = []] = rows;
  const hasHeading = first.some((cell) => cell.startsWith('='));
  const [head = [], ...body] = hasHeading ? rows : [[], ...rows];
  return [
    rowOf(head, width),
    `|${' --- |'.repeat(width)}`,
    ...body.map((cells) => rowOf(cells, width)),
  ].join('\n');
}

function rowOf(cells: readonly string[], width: number): string {
  const filled = Array.from({ length: width }, (_, index) => cells[index] ?? '');
  return `|${filled.map((cell) => ` ${inCell(cell)} |`).join('')}`;
}

function inCell(cell: string): string {
  const isHeading = cell.startsWith('=');
  const markdown = creoleInline((isHeading ? cell.slice(1) : cell).trim()).replaceAll('\\\n', ' ');
  // A bar in code parts cells too, unless it is escaped; that of text is escaped already.
  return markdown.replace(/(?<!\\)\|/g, '\\|');
}

function cellsOf(line: string): readonly string[] {
  const row = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!~)\|$/, '');
  const cells: string[] = [];
  let cell = '';
  let at = 0;
  while (at < row.length) {
    cellPart.lastIndex = at;
    const part = cellPart.exec(row)?.[0];
    if (part === undefined) {
      cells.push(cell);
      cell = '';
      at += 1;
    } else {
      cell += part;
      at += part.length;
    }
  }
  return [...cells, cell].map((text) => text.trim());
}
