import type { DesiredComment } from '../../../model/desired-pull-request.ts';
import type { Rendering, RenderWords } from '../input/rendering.ts';
import { joinBlocks, link, nameOf, shorten } from './markdown-pieces.ts';
import type { Block } from './pack-blocks.ts';
import { locationWords } from './render-location.ts';
import { taskBlocks } from './render-tasks.ts';

/** The line above a comment's text: who, when, where it stood on the source. */
export function commentHeader(
  words: RenderWords,
  comment: DesiredComment,
  notes: readonly string[] = [],
): string {
  const { createdAt, updatedAt, isDeleted, resolution } = comment;
  const parts: (string | null)[] = [
    whoWrote(words, comment),
    words.time(createdAt),
    isEdited(comment) && !isDeleted ? `edited ${words.time(updatedAt)}` : null,
    ...notes,
  ];
  if (resolution !== null) {
    const by = resolution.by === null ? '' : ` by ${nameOf(words, resolution.by)}`;
    parts.push(`resolved${by}${resolution.at === null ? '' : `, ${words.time(resolution.at)}`}`);
  }
  if (!isDeleted) parts.push(link('original', comment.webUrl));
  return parts.filter((part) => part !== null).join(' · ');
}

/** The line above text that did not fit under its comment's own header. */
export function continuedHeader(
  words: RenderWords,
  comment: DesiredComment,
  continued = 'continued',
): string {
  const original = link('original', comment.webUrl);
  return [whoWrote(words, comment), words.time(comment.createdAt), continued, original]
    .filter((part) => part !== null)
    .join(' · ');
}

/** Bold; of a deleted comment that it is one. */
function whoWrote(words: RenderWords, { author, isDeleted }: DesiredComment): string {
  return isDeleted ? `_${deletedWords}_` : `**${nameOf(words, author)}**`;
}

const deletedWords = 'a comment that was deleted';

/** Returns what was said under its header, and its tasks; nothing but the header of a deleted comment. */
export function commentBlocks(
  rendering: Rendering,
  options: { comment: DesiredComment; top: string; wrap?: (part: string) => string },
): readonly Block[] {
  const { comment, top, wrap } = options;
  const { words } = rendering;
  const around = wrap === undefined ? {} : { wrap };
  if (comment.isDeleted) return [{ markdown: top, ...around }];
  const [tasks, ...others] = taskBlocks(words, comment.tasks);
  const text = joinBlocks(top, comment.text.markdown);
  const continued = continuedHeader(words, comment);
  // Short tasks name their people, and stand with the text.
  const blocks =
    tasks?.continued === undefined
      ? [{ markdown: joinBlocks(text, tasks?.markdown ?? ''), continued }]
      : [{ markdown: text, continued }, tasks];
  return [...blocks, ...others].map((block) => ({ ...block, ...around }));
}

/** "in reply to Jane Doe, 2023-05-01 10:12 UTC" */
export function inReplyTo(words: RenderWords, parent: DesiredComment): string {
  if (parent.isDeleted) return `in reply to ${deletedWords}`;
  return `in reply to ${nameOf(words, parent.author)}, ${words.time(parent.createdAt)}`;
}

/** Hosts set both times one after the other: less than a second is no edit. */
function isEdited({ createdAt, updatedAt }: DesiredComment): boolean {
  return Math.abs(Date.parse(updatedAt) - Date.parse(createdAt)) >= 1000;
}

/**
 * Returns what a reply answers, quoted, for a conversation that has no threads: who, when, where on the diff, and the
 * first line.
 */
export function quoteAnswered(
  words: RenderWords,
  options: { parent: DesiredComment; root: DesiredComment },
): string {
  const { parent, root } = options;
  const who = parent.isDeleted
    ? `In reply to ${deletedWords}`
    : `${whoWrote(words, parent)} · ${words.time(parent.createdAt)}`;
  const where = root.inline === null ? '' : ` · on ${locationWords(words, root.inline)}`;
  return words.quote(joinBlocks(`${who}${where}`, firstLine(words, parent)));
}

/** Converted by itself, so that nothing it opens reaches beyond it. */
function firstLine(words: RenderWords, { text, isDeleted }: DesiredComment): string {
  if (isDeleted) return '';
  const { raw: whole, markup } = text.source;
  const line = whole
    .slice(0, searched)
    .split('\n')
    .map((raw) => raw.trim())
    .find((raw) => /[\p{L}\p{N}]/u.test(raw) && !/^(?:```|~~~|>)/.test(raw));
  if (line === undefined) return '';
  return words.convert({ raw: shorten(line, longestExcerpt), markup }).trim();
}

const searched = 5000;
const longestExcerpt = 120;
