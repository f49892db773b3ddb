import { creoleInline } from './creole-inline.ts';
import { creoleTable } from './creole-table.ts';
import { codeBlock } from './markdown-escape.ts';

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
  const made: string[] = [];
  const indents: number[] = [];
  let indent = '';
  for (const line of lines) {
    const [, marks, text] = listItem.exec(line) ?? [];
    if (marks === undefined || text === undefined) {
      made.push(`${indent}${creoleInline(line.trim())}`);
      continue;
    }
    const marker = marks.endsWith('#') ? '1. ' : '- ';
    const depth = Math.min(marks.length - 1, indents.length);
    const before = ' '.repeat(indents.slice(0, depth).reduce((sum, width) => sum + width, 0));
    indents.splice(depth, indents.length, marker.length);
    indent = before + ' '.repeat(marker.length);
    made.push(`${before}${marker}${creoleInline(text)}`);
  }
  return made.join('\n');
}
