import type { SourceComment } from '../../../../ports/records/pull-request.ts';
import { joinBlocks, shorten } from '../blocks/markdown-pieces.ts';
import type { RenderWords } from '../render-options.ts';
import { deletedWords, whoWrote } from './render-comment.ts';
import { placeWords } from './render-place.ts';

/**
 * What a reply answers, quoted, for a conversation that has no threads: who, when, where on the diff, and the first line.
 */
export function quoteAnswered(
  words: RenderWords,
  options: { parent: SourceComment; root: SourceComment },
): string {
  const { parent, root } = options;
  const who = parent.isDeleted
    ? `In reply to ${deletedWords}`
    : `${whoWrote(words, parent)} · ${words.time(parent.createdAt)}`;
  const where = root.inline === null ? '' : ` · on ${placeWords(words, root.inline)}`;
  return words.quote(joinBlocks(`${who}${where}`, firstLine(words, parent)));
}

/** Converted by itself, so that nothing it opens reaches beyond it. */
function firstLine(words: RenderWords, { text, isDeleted }: SourceComment): string {
  if (isDeleted) return '';
  const line = text.raw
    .slice(0, searched)
    .split('\n')
    .map((raw) => raw.trim())
    .find((raw) => /[\p{L}\p{N}]/u.test(raw) && !/^(?:```|~~~|>)/.test(raw));
  if (line === undefined) return '';
  return words.convert({ raw: shorten(line, longestExcerpt), markup: text.markup }).trim();
}

const searched = 5000;
const longestExcerpt = 120;
