import { codeBlock } from '../markdown/markdown-escape.ts';
import { creoleInline } from './creole-inline.ts';

const heading = /^\s*(={1,6})\s*([^=].*?)\s*=*\s*$/;
const listItem = /^\s*([*#]{1,12})\s+(\S.*)$/;
const rule = /^\s*-{4,}\s*$/;
const tableRow = /^\s*\|/;

/** Creole, the markup of Bitbucket's older texts, as Markdown. HTML, mentions and references are left as they are. */
export function creoleToMarkdown(text: string): string {
  const blocks: string[] = [];
  const lines = text.split('\n');
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      at += 1;
      continue;
    }
    const end = endOfBlock(lines, at);
    blocks.push(blockOf(lines.slice(at, end)));
    at = end;
  }
  return blocks.join('\n\n');
}

function blockOf(lines: readonly string[]): string {
  const [first = ''] = lines;
  if (isCodeStart(first)) return code(lines);
  if (rule.test(first)) return '---';
  const [, marks, title] = heading.exec(first) ?? [];
  if (marks !== undefined && title !== undefined)
    return `${'#'.repeat(marks.length)} ${creoleInline(title)}`;
  if (tableRow.test(first)) return creoleTable(lines);
  if (listItem.test(first)) return list(lines);
  return creoleInline(lines.join('\n').trim());
}

function isCodeStart(line: string): boolean {
  return line.trimEnd() === '{{{';
}

function endOfBlock(lines: readonly string[], start: number): number {
  const first = lines[start] ?? '';
  if (isCodeStart(first)) {
    const end = lines.findIndex((line, index) => index > start && line.trimEnd() === '}}}');
    return end === -1 ? lines.length : end + 1;
  }
  if (rule.test(first) || heading.test(first)) return start + 1;
  const isTable = tableRow.test(first);
  const isList = listItem.test(first);
  for (let at = start + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || isCodeStart(line) || rule.test(line) || heading.test(line)) return at;
    if (tableRow.test(line) !== isTable) return at;
    if (!isList && listItem.test(line)) return at;
  }
  return lines.length;
}

function code(lines: readonly string[]): string {
  const isClosed = lines.length > 1 && lines.at(-1)?.trimEnd() === '}}}';
  const inside = lines.slice(1, isClosed ? -1 : undefined);
  const language = /^#!([A-Za-z][\w+#-]*)$/.exec(inside[0]?.trim() ?? '')?.[1];
  return codeBlock(inside.slice(language === undefined ? 0 : 1).join('\n'), language);
}

function list(lines: readonly string[]): string {
  const items: string[] = [];
  const indents: number[] = [];
  let indent = '';
  for (const line of lines) {
    const [, marks, text] = listItem.exec(line) ?? [];
    if (marks === undefined || text === undefined) {
      items.push(`${indent}${creoleInline(line.trim())}`);
      continue;
    }
    const marker = marks.endsWith('#') ? '1. ' : '- ';
    const depth = Math.min(marks.length - 1, indents.length);
    const before = ' '.repeat(indents.slice(0, depth).reduce((sum, width) => sum + width, 0));
    indents.splice(depth, indents.length, marker.length);
    indent = before + ' '.repeat(marker.length);
    items.push(`${before}${marker}${creoleInline(text)}`);
  }
  return items.join('\n');
}

/** Filled up to its widest row, a table of few long and many short rows would become many times as long. */
const mostCells = 20_000;

/** Bars inside of code, links and images part no cells. */
const cellPart = /\{\{\{.*?\}\}\}|\[\[[^\]]*\]\]|\{\{[^}]*\}\}|~\||[^|]/gy;

/** Rows of a Creole table as one of GitHub's, which always has a heading: an empty one where there is none. */
function creoleTable(lines: readonly string[]): string {
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
