import type { SourceText } from '../ports/records/person.ts';
import type { TextContext } from './context/text-context.ts';
import { type ConvertedText, convertMarkdown } from './convert/convert-markdown.ts';
import { creoleToMarkdown } from './convert/creole-blocks.ts';
import { plainToMarkdown } from './convert/plain-to-markdown.ts';
import { cleanText } from './markdown/clean-text.ts';
import { isTooIntricate } from './markdown/is-too-intricate.ts';
import { codeBlock } from './markdown/markdown-escape.ts';

/** For each, the search for its end starts again. */
const mostCodes = 1_000;

/**
 * A text of the source as GitHub's Markdown. The result notifies nobody, refers to or closes nothing that the author did
 * not mean, has no HTML, and leaves nothing open that would absorb what follows after a blank line.
 * Never fails: a text that cannot be read is shown as a block of code.
 */
export function convertText(text: SourceText, context: TextContext): ConvertedText {
  const raw = cleanText(text.raw);
  if (text.markup === 'markdown') return convertMarkdown(raw, context);
  if (isTooIntricate(raw) || raw.split('{{{').length > mostCodes)
    return { markdown: codeBlock(raw), leftImages: [] };
  return convertMarkdown(
    text.markup === 'creole' ? creoleToMarkdown(raw) : plainToMarkdown(raw),
    context,
  );
}
