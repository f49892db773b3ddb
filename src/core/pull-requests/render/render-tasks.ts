import type { SourceTask } from '../../model/pull-request.ts';
import { nameOf } from './markdown-pieces.ts';
import type { RenderWords } from './render-options.ts';

/** A checklist, or nothing. */
export function renderTasks(words: RenderWords, tasks: readonly SourceTask[]): string {
  return tasks.map((task) => renderTask(words, task)).join('\n');
}

function renderTask(words: RenderWords, task: SourceTask): string {
  const box = task.isResolved ? '- [x]' : '- [ ]';
  const who = `${nameOf(words, task.author)}, ${words.time(task.createdAt)}${resolved(words, task)}`;
  const text = words.convert(task.text).trim();
  if (!text.includes('\n')) return `${box} ${text} — ${who}`;
  // Only an item's indentation keeps several blocks inside it; the blank line ends it.
  return `${box} ${who}:\n\n${indented(text)}\n`;
}

function resolved(words: RenderWords, { resolvedBy, resolvedAt }: SourceTask): string {
  if (resolvedBy === null && resolvedAt === null) return '';
  const by = resolvedBy === null ? '' : ` by ${nameOf(words, resolvedBy)}`;
  return `; resolved${by}${resolvedAt === null ? '' : `, ${words.time(resolvedAt)}`}`;
}

function indented(markdown: string): string {
  return markdown.replace(/^(?=.)/gm, '  ');
}
