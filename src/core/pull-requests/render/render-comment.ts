import type { SourceComment } from '../../model/pull-request.ts';
import { link, nameOf } from './markdown-pieces.ts';
import type { RenderWords } from './render-options.ts';
import { renderTasks } from './render-tasks.ts';
import type { Rendering } from './rendering.ts';

/** The line above a comment's text: who, when, where it stood on the source. */
export function commentHeader(
  words: RenderWords,
  comment: SourceComment,
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

/** Bold; of a deleted comment that it is one. */
export function whoWrote(words: RenderWords, { author, isDeleted }: SourceComment): string {
  return isDeleted ? `_${deletedWords}_` : `**${nameOf(words, author)}**`;
}

export const deletedWords = 'a comment that was deleted';

/** What was said, and its tasks; nothing of a deleted comment. Blocks. */
export function commentContent(rendering: Rendering, comment: SourceComment): readonly string[] {
  if (comment.isDeleted) return [];
  const { words, tasksOf } = rendering;
  return [words.convert(comment.text), renderTasks(words, tasksOf.get(comment.id) ?? [])];
}

/** "in reply to Jane Doe, 2023-05-01 10:12 UTC" */
export function inReplyTo(words: RenderWords, parent: SourceComment): string {
  if (parent.isDeleted) return `in reply to ${deletedWords}`;
  return `in reply to ${nameOf(words, parent.author)}, ${words.time(parent.createdAt)}`;
}

/** Hosts set both times one after the other: less than a second is no edit. */
function isEdited({ createdAt, updatedAt }: SourceComment): boolean {
  return Math.abs(Date.parse(updatedAt) - Date.parse(createdAt)) >= 1000;
}
