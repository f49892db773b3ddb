import { breakReferences } from './break-references.ts';
import { cleanText } from './clean-text.ts';

/**
 * Any hostile text (a display name, a title, a path) as Markdown that shows exactly it, on one line: no markup, mention,
 * reference, address or HTML comes of it.
 */
export function plainText(text: string): string {
  return escapeMarkup(titleText(text));
}

/**
 * A hostile text for a place that takes no Markdown, such as the title of a pull request: one line without what acts on
 * a terminal, mentions, refers or closes. It may be empty.
 */
export function titleText(text: string): string {
  return breakReferences(oneLine(text).trim());
}

function oneLine(text: string): string {
  return cleanText(text).replace(/\s*\n\s*/g, ' ');
}

/** Escapes the markup of one line, also such as counts at its beginning, and leaves mentions and references alone. */
export function escapeMarkup(line: string): string {
  return line
    .replace(/[\\`*_[\]~|]/g, '\\$&')
    .replace(/&(?=#?\w{1,32};)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/^(\s*)([#>+=-]|:(?=-))/, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])/, '$1\\$2');
}

/** Text in code type, on one line. Never empty, for an empty one would be two literal backticks. */
export function codeSpan(text: string): string {
  const line = oneLine(text);
  if (line.trim() === '') return '` `';
  const fence = '`'.repeat(freeLength(line, 1));
  const needsSpace = /^`|`$|^ .* $/.test(line);
  return needsSpace ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

/** A block of code whose fence is longer than any inside. */
export function codeBlock(text: string, language = ''): string {
  const code = cleanText(text);
  const fence = '`'.repeat(freeLength(code, 3));
  const info = /^[\w+#.-]{1,40}$/.test(language) ? language : '';
  return `${fence}${info}\n${code}${code === '' || code.endsWith('\n') ? '' : '\n'}${fence}`;
}

/** The shortest run of backticks, of at least so many, that is nowhere in the text. */
function freeLength(text: string, least: number): number {
  const taken = new Set<number>();
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) {
    taken.add(run.length);
    longest = Math.max(longest, run.length);
  }
  if (least > 1) return Math.max(least, longest + 1);
  let length = least;
  while (taken.has(length)) length += 1;
  return length;
}

/** Markdown as a quotation. */
export function quote(markdown: string): string {
  return markdown.replace(/^/gm, '> ').replace(/^> $/gm, '>');
}

/** A mention that notifies nobody: GitHub looks for none in a link. */
export function personLink(login: string, targetWebUrl: string): string {
  return `[@${escapeMarkup(cleanText(login))}](${targetWebUrl}/${encodeURIComponent(login)})`;
}

/** An address as the destination of a link, whatever stands in it. */
export function destination(url: string): string {
  return url.replace(/[\s<>()[\]\\"'`|*~{}^\u200b]/gu, (character) =>
    character === "'" ||
    character === '(' ||
    character === ')' ||
    character === '*' ||
    character === '~'
      ? `%${character.charCodeAt(0).toString(16).toUpperCase()}`
      : encodeURIComponent(character),
  );
}
