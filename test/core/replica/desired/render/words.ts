import type { RenderWords } from '../../../../../src/core/replica/desired/render/input/rendering.ts';

/** Honest stand-ins: they keep every character of a text and mark what became of it. */
export function words(maxBody = 60_000): RenderWords {
  return {
    convert: ({ raw }) => raw,
    person: (person) => person?.displayName ?? 'a former user',
    plainText: (text) => text.replace(/[<>`]/g, '\\$&'),
    codeSpan: (text) => `\`${text}\``,
    codeBlock: (text, language = '') => `\`\`\`\`\`${language}\n${text}\n\`\`\`\`\``,
    quote: (markdown) => markdown.replace(/^/gm, '> '),
    splitBody,
    maxBody,
    commentsPerReview: 25,
    time: (iso) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`,
    commit: (hash) => `\`${hash}\``,
  };
}

/** Between words where it can. */
function splitBody(markdown: string, { first, rest }: { first: number; rest: number }): string[] {
  const parts: string[] = [];
  let left = markdown;
  for (let limit = first; left.length > limit; limit = rest) {
    const gap = left.slice(0, limit + 1).search(/\s\S*$/);
    const cut = gap > 0 ? gap : limit;
    parts.push(left.slice(0, cut));
    left = left.slice(cut).trimStart();
  }
  return [...parts, left];
}
