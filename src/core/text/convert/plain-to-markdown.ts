import { escapeMarkup } from '../markdown/markdown-escape.ts';

const address = /https?:\/\/[^\s<>]+/g;

/** A text without markup as Markdown that shows it as it is. Its lines stay lines, as GitHub keeps them in comments. */
export function plainToMarkdown(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
      const rest = line.slice(indent.length).trimEnd();
      return rest === ''
        ? ''
        : `${indent.replaceAll('\t', '    ').replaceAll(' ', '&nbsp;')}${escapeText(rest)}`;
    })
    .join('\n');
}

/** Escapes the markup of a line, but in addresses, which stay whole. */
export function escapeText(line: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const { index, 0: url } of line.matchAll(address)) {
    parts.push(escapePart(line.slice(at, index), at === 0), url);
    at = index + url.length;
  }
  parts.push(escapePart(line.slice(at), at === 0));
  return parts.join('');
}

/** Inside a line nothing is at its beginning. */
function escapePart(text: string, isFirst: boolean): string {
  return isFirst ? escapeMarkup(text) : escapeMarkup(`x${text}`).slice(1);
}
