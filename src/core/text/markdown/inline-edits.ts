import { breaker } from './break-references.ts';
import type { Edits } from './edits.ts';
import type { InlineText, LinkOfText } from './inline-text.ts';

/** Changes of one paragraph, heading or cell by places of its shown text. */
export interface InlineEdits {
  readonly text: string;
  linkAt(index: number): LinkOfText | null;
  /** Tells whether both characters beside this place are of one word; GitHub reads what emphasis parts by itself. */
  isInWord(index: number): boolean;
  /** Puts Markdown in the place of some text; `false`: emphasis or an escape cuts it apart, nothing is done. */
  replace(from: number, to: number, markdown: string): boolean;
  /** Breaks what is read across this place: before the character with this index. */
  breakAt(index: number): void;
  /** The character as the source writes it: longer where it is escaped. */
  rawAt(index: number): string;
  /** The character of the source behind that of the text. */
  rawAfter(index: number): string;
  /** To be called at the end: what would pair with the marks of replacements is escaped. */
  finish(): void;
}

/** After these a link or a code span would not begin. */
const joining = /[!\\\]^`]/;

export function createInlineEdits(inline: InlineText, source: string, edits: Edits): InlineEdits {
  const { text, starts, ends, runs } = inline;
  let hasBackticks = false;

  return {
    text,
    linkAt: (index) => inline.links[index] ?? null,
    isInWord: (index) => /\w/.test(text[index - 1] ?? '') && runs[index - 1] === runs[index],
    replace(from, to, markdown) {
      const [start, end] = [starts[from], ends[to - 1]];
      if (start === undefined || end === undefined || runs[from] !== runs[to - 1]) return false;
      const before = joining.test(source[start - 1] ?? '') ? breaker : '';
      const after = source[end] === '`' ? breaker : '';
      hasBackticks ||= markdown.includes('`');
      edits.replace(start, end, `${before}${markdown}${after}`);
      return true;
    },
    breakAt(index) {
      const place = ends[index - 1];
      if (place !== undefined) edits.insert(place, breaker);
    },
    rawAt: (index) => source.slice(starts[index] ?? 0, ends[index] ?? 0),
    rawAfter: (index) => source[ends[index] ?? source.length] ?? '',
    finish() {
      if (!hasBackticks) return;
      for (const match of text.matchAll(/`/g)) {
        const [start, end] = [starts[match.index], ends[match.index]];
        if (start !== undefined && end === start + 1) edits.insert(start, '\\');
      }
    },
  };
}
