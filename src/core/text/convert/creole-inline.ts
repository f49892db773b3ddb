import { codeSpan, destination } from '../markdown/markdown-escape.ts';
import { escapeText } from './plain-to-markdown.ts';

const token = new RegExp(
  [
    String.raw`~(?<escaped>[^\s\w])`,
    String.raw`\{\{\{(?<code>.{0,2000}?\}*)\}\}\}`,
    String.raw`\[\[(?<link>[^\]\n]{1,2000})\]\]`,
    String.raw`\{\{(?<image>[^}\n]{1,2000})\}\}`,
    String.raw`(?<url>https?:\/\/[^\s<>|\]}]*[^\s<>|\]},.;:!?)'"*])`,
    String.raw`(?<break>\\\\)`,
    String.raw`(?<mark>\*\*|\/\/|__|--)`,
  ].join('|'),
  'gs',
);

const markdownOf: Readonly<Record<string, string>> = { '**': '**', '//': '*', __: '*', '--': '~~' };

/** The inline markup of Creole, of one paragraph, item or cell, as Markdown. What is none of it is shown as it is. */
export function creoleInline(text: string): string {
  const parts: string[] = [];
  const open: string[] = [];
  let at = 0;
  for (const match of text.matchAll(token)) {
    parts.push(escapeLines(text.slice(at, match.index), at === 0));
    at = match.index + match[0].length;
    const mark = match.groups?.mark;
    parts.push(mark === undefined ? inlineOf(match) : markOf(mark, text, match.index, open));
  }
  parts.push(escapeLines(text.slice(at), at === 0));
  return parts.join('');
}

function inlineOf(match: RegExpExecArray): string {
  const { escaped, code, link, image, url } = match.groups ?? {};
  if (escaped !== undefined) return escapeText(`x${escaped}`).slice(1);
  if (code !== undefined) return codeSpan(code);
  if (link !== undefined) return linkOf(link);
  if (image !== undefined) return imageOf(image);
  if (url !== undefined) return `<${destination(url)}>`;
  return '\\\n';
}

/** An opening mark needs its closing one, and what it opens stands directly behind it. */
function markOf(mark: string, text: string, index: number, open: string[]): string {
  const markdown = markdownOf[mark] ?? mark;
  if (open.includes(mark)) {
    open.splice(open.indexOf(mark), 1);
    return markdown;
  }
  const begins = /[^\s-]/.test(text[index + mark.length] ?? '');
  const close = text.indexOf(mark, index + mark.length + 1);
  if (!begins || close === -1 || /\s/.test(text[close - 1] ?? ''))
    return escapeText(`x${mark}`).slice(1);
  open.push(mark);
  return markdown;
}

function linkOf(inner: string): string {
  const [target, text] = parted(inner);
  if (!/^(?:[a-z][a-z0-9+.-]*:|\/|#)/i.test(target)) return escapeText(`x[[${inner}]]`).slice(1);
  if (text === null && /^https?:/i.test(target)) return `<${destination(target)}>`;
  return `[${escapeText(`x${text ?? target}`).slice(1)}](${destination(target)})`;
}

function imageOf(inner: string): string {
  const [source, alt] = parted(inner);
  return `![${escapeText(`x${alt ?? ''}`).slice(1)}](${destination(source)})`;
}

function parted(inner: string): [first: string, second: string | null] {
  const bar = inner.indexOf('|');
  return bar === -1
    ? [inner.trim(), null]
    : [inner.slice(0, bar).trim(), inner.slice(bar + 1).trim()];
}

/** Text between marks, each of its lines escaped. */
function escapeLines(text: string, isAtBeginning: boolean): string {
  return text
    .split('\n')
    .map((line, index) =>
      index > 0 || isAtBeginning
        ? escapeText(line.trimStart() === line ? line : ` ${line.trimStart()}`)
        : escapeText(`x${line}`).slice(1),
    )
    .join('\n');
}
